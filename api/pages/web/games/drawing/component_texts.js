// The texts of the components, in the language of the reader.

/** @typedef {"fr" | "en"} Lang */

/**
 * Returns the name of a thing; its id if the components do not name it.
 * @param {any} components
 * @param {string} kind
 * @param {string | number} id
 * @param {Lang} lang
 * @returns {string}
 */
export function nameOf(components, kind, id, lang) {
  return components.texts?.[kind]?.[id]?.name[lang] ?? String(id);
}

/**
 * Returns what a thing does; an empty text if the components do not say it.
 * @param {any} components
 * @param {string} kind
 * @param {string | number} id
 * @param {Lang} lang
 * @returns {string}
 */
export function textOf(components, kind, id, lang) {
  return components.texts?.[kind]?.[id]?.text?.[lang] ?? "";
}
