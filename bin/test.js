// npm test: runs every check in parallel, shows the output of each step in order, and prints a summary.
// npm test -- unit integration: only these steps (types, lint, imports, unused, unit, integration, e2e).
// npm test -- --quick: only types, lint, imports and unit.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";
import { countPlaywright, countVitest, describeFailures, sumUp } from "./test-counts.js";

register();
const { ensureBrowser } = await import("../lib/supervisor/ensure-browser.ts");
const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);
const reports = mkdtempSync(join(tmpdir(), "parallax-test-"));
process.chdir(root);

const isTerminal = process.stdout.isTTY === true;
const tsc = join(root, "node_modules/typescript/bin/tsc");
const biome = require.resolve("@biomejs/biome/bin/biome");
const next = require.resolve("next/dist/bin/next");
const knip = join(root, "node_modules/knip/bin/knip.js");
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const playwright = join(root, "node_modules/@playwright/test/cli.js");

/**
 * The steps, from the cheapest to the most expensive. Each step returns the numbers of passed, failed and skipped
 * tests. `after` names the steps that must finish first.
 */
const steps = {
  types: {
    isCheck: true,
    title: "Types: TypeScript",
    run: async (output) => {
      // Next generates the types of the page addresses.
      const written = await check(output, next, ["typegen"]);
      if (written.failed > 0) return written;
      // Other steps need the processors too: a second checker would repeat much of the work. Garbage collection is not
      // worthwhile in a process that runs for ten seconds.
      const args = ["--noEmit", "--incremental", "false", "--checkers", "1", ...(isTerminal ? ["--pretty"] : [])];
      return await check(output, tsc, args, { GOGC: "off", GOMEMLIMIT: "3GiB" });
    },
  },
  lint: {
    isCheck: true,
    title: "Lint and formatting: Biome",
    run: (output) => check(output, biome, ["ci", "--max-diagnostics=20", `--colors=${isTerminal ? "force" : "off"}`]),
  },
  imports: {
    isCheck: true,
    title: "Import rules (bin/import-rules.js)",
    run: (output) => check(output, "bin/check-imports.js"),
  },
  unused: {
    isCheck: true,
    title: "Unused files, exports and dependencies: knip",
    run: (output) => check(output, knip, ["--no-progress", "--no-config-hints"]),
  },
  unit: {
    title: "Unit tests",
    run: (output) => runVitest(output, "unit"),
  },
  integration: {
    title: "Integration tests, on a separate PostgreSQL",
    after: ["unit"],
    run: (output) => runVitest(output, "integration"),
  },
  e2e: {
    title: "End-to-end tests: a real browser and two processes of the production build",
    // The types step must finish first, because the build overwrites the folder with the types of the pages.
    after: ["types"],
    run: async (output) => {
      if (!browser.ok) {
        output.write(`${browser.reason}\n`);
        return { passed: 0, failed: 1, skipped: 0 };
      }
      const file = join(reports, "e2e.json");
      const code = await node(output, playwright, ["test", "--reporter=list,json"], {
        CHROMIUM_PATH: browser.path,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      });
      const report = readReport(file);
      for (const failure of describeFailures(report, (path) => readFileSync(path, "utf8")))
        output.write(`\n── What the page showed: ${failure}\n`);
      return countPlaywright(report, code);
    },
  },
};

/** The output of a step: buffered until the previous steps have been shown. */
class StepOutput {
  #buffered = [];
  #isShown = false;

  write(chunk) {
    if (this.#isShown) process.stdout.write(chunk);
    else this.#buffered.push(chunk);
  }

  show() {
    this.#isShown = true;
    for (const chunk of this.#buffered.splice(0)) process.stdout.write(chunk);
  }
}

const quick = ["types", "lint", "imports", "unit"];
const requested = process.argv.slice(2).flatMap((name) => (name === "--quick" ? quick : [name]));
const unknown = requested.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`Unknown step "${unknown[0]}". Steps are ${Object.keys(steps).join(", ")}.`);
  process.exit(2);
}

const selected = Object.entries(steps).filter(([name]) => requested.length === 0 || requested.includes(name));
const startedAt = Date.now();
// The browser is installed before the steps start, because files that a step reads must not change during the run.
await node(process.stdout, "bin/generate.js");
const browser = selected.some(([name]) => name === "e2e") ? await ensureBrowser(console.log) : null;
if (browser?.ok) console.log(browser.says);
const running = new Map();
for (const [name, step] of selected) {
  const output = new StepOutput();
  const prerequisites = (step.after ?? []).map((other) => running.get(other)?.counts);
  running.set(name, { output, counts: Promise.all(prerequisites).then(() => measure(step, output)) });
}
const results = [];
for (const [name, step] of selected) {
  console.log(`\n── ${step.title}`);
  const { output, counts } = running.get(name);
  output.show();
  const result = await counts;
  results.push({ name, ...result });
  console.log(`   ${result.failed > 0 ? "FAILED" : "passed"} in ${result.seconds.toFixed(1)} s`);
}
rmSync(reports, { recursive: true, force: true });

console.log("\n── Summary");
for (const { name, seconds, passed, failed, skipped, repeated } of results) {
  const again = repeated === undefined ? "" : `, ${repeated} of the passed only at the second attempt`;
  const tests = steps[name].isCheck ? "" : `${passed} passed, ${failed} failed, ${skipped} skipped${again}`;
  console.log(
    `   ${(failed > 0 ? "FAILED" : "ok").padEnd(7)}${name.padEnd(12)}${seconds.toFixed(1).padStart(6)} s  ${tests}`,
  );
}
const total = sumUp(results);
console.log(`\n${total.passed} passed, ${total.failed} failed in ${((Date.now() - startedAt) / 1_000).toFixed(0)} s`);
process.exit(total.failed > 0 ? 1 : 0);

async function measure(step, output) {
  const startedAt = Date.now();
  const counts = await step.run(output);
  return { seconds: (Date.now() - startedAt) / 1_000, ...counts };
}

/** A check contains no tests, so only a failure is counted. */
async function check(output, program, args = [], environment = {}) {
  const code = await node(output, program, args, environment);
  return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

async function runVitest(output, project) {
  const file = join(reports, `${project}.json`);
  const code = await node(output, vitest, [
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  return countVitest(readReport(file), code);
}

/** The report of a test runner, or null if it ended before writing one. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** Runs a Node program with its output in `output`, and returns its exit code. */
function node(output, program, args = [], environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: root,
      env: {
        ...process.env,
        ...(isTerminal ? { FORCE_COLOR: "1" } : {}),
        NEXT_TELEMETRY_DISABLED: "1",
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.on("data", (chunk) => output.write(chunk));
    child.stderr.on("data", (chunk) => output.write(chunk));
    child.once("error", (error) => {
      output.write(`${error.message}\n`);
      resolve(1);
    });
    child.once("close", (code) => resolve(code ?? 1));
  });
}
