// Hooks that several screens use.
// @ts-check
import { useEffect, useLayoutEffect, useReducer, useState } from "../vendor/preact.js";

/**
 * Draw again when something outside of the components changes. It listens from the moment it is drawn: an effect would
 * begin some frames later, and what changes in between would be missed.
 * @param {(listener: () => void) => () => void} subscribe
 */
export function useChanges(subscribe) {
  const [, again] = useReducer((n) => n + 1, 0);
  useLayoutEffect(() => {
    const stop = subscribe(again);
    return () => void stop();
  }, []);
}

/**
 * Load something; `value` is null until it is there. `reload` loads it again and keeps the old value until then.
 * @template T @param {() => Promise<T>} load @param {unknown[]} inputs
 * @returns {{ value: T | null, failure: Error | null, reload: () => void }}
 */
export function useLoaded(load, inputs) {
  const [round, reload] = useReducer((n) => n + 1, 0);
  const [loaded, setLoaded] = useState(/** @type {any} */ ({ value: null, failure: null }));
  useEffect(() => setLoaded({ value: null, failure: null }), inputs);
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && setLoaded({ value, failure: null }),
      (failure) => current && setLoaded((/** @type {any} */ before) => ({ ...before, failure })),
    );
    return () => void (current = false);
  }, [...inputs, round]);
  return { ...loaded, reload };
}

/** The time now, again every `every` milliseconds while `active`. @param {boolean} active @param {number} every */
export function useNow(active, every = 250) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!active) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [active, every]);
  return now;
}

/** Whether the window matches a media query. @param {string} query */
export function useMedia(query) {
  const media = matchMedia(query);
  useChanges((listener) => {
    media.addEventListener("change", listener);
    return () => media.removeEventListener("change", listener);
  });
  return media.matches;
}

/** The width of an element. @param {{ current: Element | null }} reference */
export function useWidth(reference) {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = reference.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, [reference.current]);
  return width;
}
