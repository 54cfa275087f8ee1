// Bundles each script that runs in a worker thread (lib/server/platform/threads) into a module that exports the script
// as one string, because a built server has no separate source files. The module has the types of the script. Load it
// with import() when a thread is started: a static import would load half a megabyte with every page. Runs with
// bin/generate.js and before every build.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The path of each script, with the name of its export. */
const workers = [
  { path: "lib/server/results/views/views-worker", name: "viewsWorker" },
  { path: "lib/server/results/views/cell-worker", name: "cellWorker" },
  { path: "lib/server/results/analysis-worker", name: "analysisWorker" },
  { path: "lib/server/results/simulation/plan-simulation-worker", name: "planSimulationWorker" },
  { path: "lib/server/platform/print/print-worker", name: "printWorker" },
  { path: "lib/server/results/results-page-worker", name: "resultsPageWorker" },
  { path: "lib/server/annotation/audit/audit-worker", name: "auditWorker" },
  { path: "lib/server/stored-results/fold-worker", name: "foldWorker" },
  { path: "lib/server/replicate/replication-worker", name: "replicationWorker" },
  { path: "lib/server/replicate/model-tables-worker", name: "modelTablesWorker" },
  { path: "lib/server/platform/tables/xlsx-worker", name: "xlsxWorker" },
  { path: "lib/server/platform/auth/password-worker", name: "passwordWorker" },
  { path: "lib/server/items/media/recording-worker", name: "recordingWorker" },
  // These scripts read tables, so their bundles contain the XLSX script.
  { path: "lib/server/interchange/kste/kste-worker", name: "ksteWorker" },
  { path: "lib/server/annotation/schema/schema-worker", name: "schemaWorker" },
  { path: "lib/server/imports/items-worker", name: "itemsWorker" },
  { path: "lib/server/imports/predictions-worker", name: "predictionsWorker" },
  { path: "lib/server/beliefs/facts-worker", name: "factsWorker" },
  { path: "lib/server/replicate/data-worker", name: "dataWorker" },
  { path: "lib/server/recruiters/status-worker", name: "statusWorker" },
  { path: "lib/server/mindgames/problems-worker", name: "problemsWorker" },
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
      // pdfkit looks for its standard fonts next to its module; they are not used.
      define: { "import.meta.url": JSON.stringify("file:///") },
      // The bundle may contain paths of this machine: it is run where it was created.
      legalComments: "none",
      tsconfigRaw: { compilerOptions: { paths: { "@/*": [`${root}*`] } } },
    });
    const code = JSON.stringify(outputFiles[0]?.text ?? "");
    const text = `// Written by bin/build-workers.js. Do not edit.
import type { script } from "./${basename(path)}.ts";

export const ${name}: typeof script = { text: ${code} };
`;
    if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildWorkers();
