// Bundles the modules of the page for browsers (`make bundle`): fewer and smaller files, at the same addresses.
// The server uses them only if they were made of the modules that it has, which `SOURCES` lists.
import { createHash } from "node:crypto";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const [WEB, TARGET = join(ROOT, "api/pages/bundle")] = process.argv.slice(2); // WEB: what `python -m api.pages.web` has written
const ENTRIES = /^(main\.js|verify\/worker\.js|games\/\w+\/\w+\/(board|picture)\.js|kit\/kit\.js|vendor\/preact\.js|.*\.css)$/; // what the page loads by its address, and what boards of other packages import
const LATER = /^(account\/account|learning\/gallery|learning\/lesson|learning\/rules|replay\/replay|screens\/verify|table\/table|kit\/kit|vendor\/preact|games\/\w+\/\w+\/(board|picture))\.js$/; // what is loaded after main.js
const SERVED = /\.(js|css|svg)$/;

const staged = mkdtempSync(join(tmpdir(), "page-"));
const made = `${TARGET}.new`;
try {
  cpSync(WEB, staged, { recursive: true });
  const files = readdirSync(staged, { recursive: true }).filter((path) => SERVED.test(path)).sort();
  const hash = (path) => createHash("sha256").update(readFileSync(join(staged, path))).digest("hex").slice(0, 32);
  const sources = files.map((path) => `${path} ${hash(path)}\n`).join("");
  // What main.js needs is one file for all: every other module says that it needs main.js, which is there already.
  for (const path of files.filter((each) => LATER.test(each))) appendFileSync(join(staged, path), `import "${"../".repeat(path.split("/").length - 1) || "./"}main.js";`);
  rmSync(made, { recursive: true, force: true });
  await build({
    absWorkingDir: staged, entryPoints: files.filter((path) => ENTRIES.test(path)), outdir: made, outbase: ".",
    bundle: true, splitting: true, format: "esm", target: "es2022", minify: true, logLevel: "warning",
  });
  mkdirSync(dirname(TARGET), { recursive: true });
  writeFileSync(join(made, "SOURCES"), sources);
  rmSync(TARGET, { recursive: true, force: true });
  renameSync(made, TARGET);
} finally {
  rmSync(staged, { recursive: true });
}
