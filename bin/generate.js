// Generates the database client (lib/server/platform/database/generated) from prisma/schema. Runs after every `npm ci`
// and does nothing if the schema has not changed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSurveyAssets } from "./build-survey-assets.js";
import { buildWorkers } from "./build-workers.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const schemaFolder = join(root, "prisma/schema");
const generatedFolder = join(root, "lib/server/platform/database/generated");
const stampFile = join(generatedFolder, ".made-from");

const require = createRequire(import.meta.url);
buildSurveyAssets();
buildWorkers();

const stamp = stampOfSchema();
if (process.argv.includes("--force") || !existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) {
  const result = spawnSync(
    process.execPath,
    [require.resolve("prisma/build/index.js"), "generate", "--schema", schemaFolder, "--no-hints"],
    {
      cwd: root,
      encoding: "utf8",
      // The generator does not need the schema engine, but Prisma downloads it unless this variable is set.
      env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1" },
      shell: false,
    },
  );
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout ?? ""}${result.stderr ?? ""}`);
    process.stderr.write("The database client could not be generated from prisma/schema; see the message above.\n");
    process.exit(1);
  }
  writeFileSync(stampFile, stamp);
  console.log("Wrote the database client to lib/server/platform/database/generated.");
}

/** A hash of the schema files and the version of the generator. */
function stampOfSchema() {
  const hash = createHash("sha256").update(require("prisma/package.json").version);
  for (const name of readdirSync(schemaFolder).sort()) {
    if (name.endsWith(".prisma")) hash.update(`${name}${delimiter}${readFileSync(join(schemaFolder, name), "utf8")}`);
  }
  return hash.digest("hex");
}
