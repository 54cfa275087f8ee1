// Bundles what computes for long (the views and folds of single answers, views of cells, the audit of a set) into one script
// each that a worker thread runs, so that the process that serves participants never computes. A bundle is a module with one
// text, since a built server has no files of its own beside it. Whoever starts a thread imports it then: half a megabyte in
// every page that may start one would be read with the page. Runs with bin/generate.js, and before every build and development.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Each script by its path, with the name of the text that it becomes. */
const workers = [
  { path: "lib/server/results/views/views-worker", name: "viewsWorker" },
  { path: "lib/server/results/views/cell-worker", name: "cellWorker" },
  { path: "lib/server/annotation/audit/audit-worker", name: "auditWorker" },
  { path: "lib/server/stored-results/fold-worker", name: "foldWorker" },
];

export function buildWorkers() {
  for (const { path, name } of workers) {
    const target = `${root}${path}.generated.ts`;
    const { outputFiles } = buildSync({
      entryPoints: [`${root}${path}.ts`],
      bundle: true,
      minify: true,
      write: false,
      platform: "node",
      format: "cjs",
      target: "node20",
      // It is made and run on the same machine, beside the packages and their licences.
      legalComments: "none",
      tsconfigRaw: { compilerOptions: { paths: { "@/*": [`${root}*`] } } },
    });
    const code = JSON.stringify(outputFiles[0]?.text ?? "");
    const text = `// Made by bin/build-workers.js. Do not edit.\nexport const ${name} = ${code};\n`;
    if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildWorkers();
