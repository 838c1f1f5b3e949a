// The folder of this build on the server. Only modules beside `main.js` know it: a bundle puts all others there, too.
// @ts-check

export const ROOT = new URL(".", import.meta.url);
