// Draws the reference. Inline scripts are not allowed (see api/pages/html.py), so this is a file.
// Swagger UI takes seconds for the whole document, so it gets the list of operations first, and the
// details of an operation when a reader opens it.
const answer = await fetch(new URL("../openapi.json", import.meta.url));
const whole = await answer.json();

/** Returns an operation as its line in the list needs it. */
function line({ operationId, tags, summary, security }) {
  return { operationId, tags, summary, security, responses: {} };
}

function mapped(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

/** Adds the components that a part of the document refers to, and those that they refer to. */
function collect(part, found) {
  if (part === null || typeof part !== "object") return;
  if (typeof part.$ref === "string") {
    const [, , kind, name] = part.$ref.split("/");
    found[kind] ??= {};
    if (!(name in found[kind])) {
      found[kind][name] = whole.components[kind][name];
      collect(found[kind][name], found);
    }
  }
  for (const each of Object.values(part)) collect(each, found);
}

const shown = {
  ...whole,
  servers: [{ url: new URL("../..", import.meta.url).href.slice(0, -1) }], // "Try it out" calls the server that serves this page
  paths: mapped(whole.paths, (item) => mapped(item, line)),
  components: { securitySchemes: whole.components.securitySchemes },
};
delete shown.webhooks; // they have no line in the list

/** Adds the details of an operation to what is shown; returns whether there is anything new. */
function fill(operationId) {
  for (const [path, item] of Object.entries(whole.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation.operationId !== operationId || shown.paths[path][method] === operation) continue;
      shown.paths = { ...shown.paths, [path]: { ...shown.paths[path], [method]: operation } };
      shown.components = mapped(shown.components, (kind) => ({ ...kind }));
      collect(operation, shown.components);
      return true;
    }
  }
  return false;
}

fill(decodeURIComponent(location.hash).split("/").at(-1)); // a link to an operation opens it
const reference = SwaggerUIBundle({
  spec: { openapi: whole.openapi, info: whole.info, paths: {} },
  dom_id: "#swagger-container",
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  showCommonExtensions: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIBundle.SwaggerUIStandalonePreset],
  // Given as `spec`, the document would be written as text and read again as YAML.
  onComplete: () => reference.specActions.updateJsonSpec(shown),
});
document.addEventListener("click", (event) => {
  const block = event.target.closest(".opblock");
  if (block && fill(block.id.split("-").at(-1))) reference.specActions.updateJsonSpec({ ...shown });
}, true);
