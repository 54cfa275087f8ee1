import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { guards } from "./list-guards.ts";

// npm run campaign:guards [-- PATH …]
// Runs the integration tests (below PATH) once and records which guards each file reaches. Then replaces one guard after the
// other by a function that refuses nothing and runs the files that reach it: at least one test must fail. Exit code 0 when
// no guard survives and every one was reached.
const root = fileURLToPath(new URL("../../..", import.meta.url));
const config = "e2e/campaigns/guards/vitest.config.ts";
const say = (text: string) => process.stdout.write(`${text}\n`);
const folder = mkdtempSync(join(tmpdir(), "parallax-guards-"));
const reachedFile = join(folder, "reached.jsonl");

say("Recording which tests reach which guards …");
if (!runTests(process.argv.slice(2), { PARALLAX_GUARDS_REACHED: reachedFile }, "inherit"))
  throw new Error("tests fail without a replaced guard");
const recorded = readFileSync(reachedFile, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as { test: string; guards: string[] });
rmSync(folder, { recursive: true });

const survivors: string[] = [];
for (const { file, name } of guards) {
  const key = `${file}#${name}`;
  const tests = recorded.filter((one) => one.guards.includes(key)).map(({ test }) => test);
  const isKilled = tests.length > 0 && !runTests([...tests, "--bail=1"], { PARALLAX_GUARD: key });
  say(`${isKilled ? "killed  " : "SURVIVES"} ${key}  ${tests.length} test files reach it`);
  if (!isKilled) survivors.push(key);
}
say(`${guards.length} guards, ${survivors.length} survivors`);
process.exitCode = survivors.length === 0 ? 0 : 1;

/** Whether all tests pass. */
function runTests(
  args: readonly string[],
  environment: Record<string, string>,
  stdio: "inherit" | "ignore" = "ignore",
): boolean {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const all = [vitest, "run", "--config", config, "--project", "integration", ...args];
  return spawnSync(process.execPath, all, { cwd: root, env: { ...process.env, ...environment }, stdio }).status === 0;
}
