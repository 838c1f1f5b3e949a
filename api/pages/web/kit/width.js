// Measures the board, so that one unit of its drawing is one pixel and text keeps its size.
// @ts-check
import { useLayoutEffect, useRef, useState } from "../vendor/preact.js";

/**
 * Returns a ref for the element to measure and its width in CSS pixels.
 * @param {boolean} narrow
 * @returns {[{ current: any }, number]}
 */
export function useWidth(narrow) {
  const ref = useRef(/** @type {any} */ (null));
  const [width, setWidth] = useState(narrow ? 328 : 900);
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.max(280, Math.floor(ref.current?.clientWidth || 0)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
