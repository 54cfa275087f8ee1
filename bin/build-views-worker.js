// Bundles what computes the views of single answers (lib/server/results/views/views-worker.ts) into one script that a
// worker thread runs, so that the process that serves participants never computes. The bundle is inlined as text, since a
// built server has no files of its own beside it. Runs with bin/generate.js and whenever Next loads its configuration.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = `${root}lib/server/results/views/views-worker.generated.ts`;

export function buildViewsWorker() {
  const { outputFiles } = buildSync({
    entryPoints: [`${root}lib/server/results/views/views-worker.ts`],
    bundle: true,
    minify: true,
    write: false,
    platform: "node",
    format: "cjs",
    target: "node20",
    tsconfigRaw: { compilerOptions: { paths: { "@/*": [`${root}*`] } } },
  });
  const code = JSON.stringify(outputFiles[0]?.text ?? "");
  const text = `// Made by bin/build-views-worker.js. Do not edit.\nexport const viewsWorker = ${code};\n`;
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildViewsWorker();
