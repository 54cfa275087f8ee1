// npm test: every check, and a line with the sums at the end. They run beside each other, since none of them keeps two processors
// busy from its begin to its end; what each says is shown when it is its turn.
// npm test -- unit integration: only the steps named (types, lint, imports, unused, unit, integration, e2e).
// npm test -- --quick: what is asked at every change (types, lint, imports, unit).
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";
import { countPlaywright, countVitest, sumUp } from "./test-counts.js";

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

/** In order of their cost. Each returns how many passed, failed and were skipped; `after` are its prerequisites. */
const steps = {
  types: {
    isCheck: true,
    says: "Types: TypeScript reads every file",
    run: async (output) => {
      // Pages are typed by their addresses, which Next writes down.
      const written = await check(output, next, ["typegen"]);
      if (written.failed > 0) return written;
      // Other steps want the processors too: a second checker works much out again, and tidying a memory that is given back
      // in ten seconds gains nothing.
      const args = ["--noEmit", "--incremental", "false", "--checkers", "1", ...(isTerminal ? ["--pretty"] : [])];
      return await check(output, tsc, args, { GOGC: "off", GOMEMLIMIT: "3GiB" });
    },
  },
  lint: {
    isCheck: true,
    says: "Lint and formatting: Biome",
    run: (output) => check(output, biome, ["ci", "--max-diagnostics=20", `--colors=${isTerminal ? "force" : "off"}`]),
  },
  imports: {
    isCheck: true,
    says: "Import rules: which room may know which",
    run: (output) => check(output, "bin/check-imports.js"),
  },
  unused: {
    isCheck: true,
    says: "Unused code: no file, export or dependency that nobody needs (knip.json)",
    run: (output) => check(output, knip, ["--no-progress", "--no-config-hints"]),
  },
  unit: {
    says: "Unit tests",
    run: (output) => runVitest(output, "unit"),
  },
  integration: {
    says: "Integration tests, on a PostgreSQL of their own",
    after: ["unit"],
    run: (output) => runVitest(output, "integration"),
  },
  e2e: {
    says: "End-to-end tests, in a real browser against two processes of the production build",
    // The build writes where the types of pages are read.
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
      return countPlaywright(readReport(file), code);
    },
  },
};

/** The output of a step: buffered until the previous steps have been shown, and then passed on. */
class StepOutput {
  #kept = [];
  #isShown = false;

  write(chunk) {
    if (this.#isShown) process.stdout.write(chunk);
    else this.#kept.push(chunk);
  }

  show() {
    this.#isShown = true;
    for (const chunk of this.#kept.splice(0)) process.stdout.write(chunk);
  }
}

const quick = ["types", "lint", "imports", "unit"];
const wanted = process.argv.slice(2).flatMap((name) => (name === "--quick" ? quick : [name]));
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`There is no step "${unknown[0]}"; the steps are ${Object.keys(steps).join(", ")}.`);
  process.exit(2);
}

const chosen = Object.entries(steps).filter(([name]) => wanted.length === 0 || wanted.includes(name));
const begin = Date.now();
// Files that the steps read besides the sources must not change during the run.
await node(process.stdout, "bin/generate.js");
const browser = chosen.some(([name]) => name === "e2e") ? await ensureBrowser(console.log) : null;
if (browser?.ok) console.log(browser.says);
const underWay = new Map();
for (const [name, step] of chosen) {
  const output = new StepOutput();
  const before = (step.after ?? []).map((other) => underWay.get(other)?.counts);
  underWay.set(name, { output, counts: Promise.all(before).then(() => measure(step, output)) });
}
const results = [];
for (const [name, step] of chosen) {
  console.log(`\n── ${step.says}`);
  const { output, counts } = underWay.get(name);
  output.show();
  const result = await counts;
  results.push({ name, ...result });
  console.log(`   ${result.failed > 0 ? "FAILED" : "passed"} in ${result.seconds.toFixed(1)} s`);
}
rmSync(reports, { recursive: true, force: true });

console.log("\n── Summary");
for (const { name, seconds, passed, failed, skipped } of results) {
  const tests = steps[name].isCheck ? "" : `${passed} passed, ${failed} failed, ${skipped} skipped`;
  console.log(
    `   ${(failed > 0 ? "FAILED" : "ok").padEnd(7)}${name.padEnd(12)}${seconds.toFixed(1).padStart(6)} s  ${tests}`,
  );
}
const sum = sumUp(results);
console.log(`\n${sum.passed} passed, ${sum.failed} failed in ${((Date.now() - begin) / 1_000).toFixed(0)} s`);
process.exit(sum.failed > 0 ? 1 : 0);

async function measure(step, output) {
  const begin = Date.now();
  const counts = await step.run(output);
  return { seconds: (Date.now() - begin) / 1_000, ...counts };
}

/** A check that is no test counts only when it fails. */
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

/** The report of a runner, or null when it ended before writing one. */
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
