// npm test: every check, and a line with the sums at the end. Those that are no tests run beside each other; the others, each
// of which takes the whole machine, one after the other.
// npm test -- unit integration: only the steps named (types, lint, imports, unused, unit, integration, e2e).
// npm test -- --quick: what needs neither database nor browser (types, lint, imports, unused, unit).
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

const tsc = join(root, "node_modules/typescript/bin/tsc");
const biome = require.resolve("@biomejs/biome/bin/biome");
const next = require.resolve("next/dist/bin/next");
const knip = join(root, "node_modules/knip/bin/knip.js");
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const playwright = join(root, "node_modules/@playwright/test/cli.js");

/** In order of what they cost. Each answers how many passed, failed and were skipped. */
const steps = {
  types: {
    isCheck: true,
    says: "Types: TypeScript reads every file",
    run: async () => {
      // Pages are typed by their addresses, which Next writes down.
      const written = await check(next, ["typegen"]);
      return written.failed > 0
        ? written
        : await check(tsc, ["--noEmit", ...(process.stdout.isTTY ? ["--pretty"] : [])]);
    },
  },
  lint: {
    isCheck: true,
    says: "Lint and formatting: Biome",
    run: () => check(biome, ["ci", "--max-diagnostics=20", `--colors=${process.stdout.isTTY ? "force" : "off"}`]),
  },
  imports: {
    isCheck: true,
    says: "Import rules: which room may know which",
    run: () => check("bin/check-imports.js"),
  },
  unused: {
    isCheck: true,
    says: "Unused code: no file, export or dependency that nobody needs (knip.json)",
    run: () => check(knip, ["--no-progress", "--no-config-hints"]),
  },
  unit: { says: "Unit tests", run: () => runVitest("unit") },
  integration: {
    says: "Integration tests, on a PostgreSQL of their own",
    run: () => runVitest("integration"),
  },
  e2e: {
    says: "End-to-end tests, in a real browser against two processes of the production build",
    run: async () => {
      const browser = await ensureBrowser(console.log);
      if (!browser.ok) {
        console.error(browser.reason);
        return { passed: 0, failed: 1, skipped: 0 };
      }
      console.log(browser.says);
      const file = join(reports, "e2e.json");
      const code = await node(playwright, ["test", "--reporter=list,json"], {
        environment: { CHROMIUM_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      });
      return countPlaywright(readReport(file), code);
    },
  },
};

const quick = ["types", "lint", "imports", "unused", "unit"];
const wanted = process.argv.slice(2).flatMap((name) => (name === "--quick" ? quick : [name]));
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`There is no step "${unknown[0]}"; the steps are ${Object.keys(steps).join(", ")}.`);
  process.exit(2);
}

const chosen = Object.entries(steps).filter(([name]) => wanted.length === 0 || wanted.includes(name));
const results = [];
// What the checks read besides the sources must not change under them.
if (chosen.some(([, step]) => step.isCheck)) await node("bin/generate.js");
const underWay = new Map(chosen.filter(([, step]) => step.isCheck).map(([name, step]) => [name, measure(step)]));
for (const [name, step] of chosen) {
  console.log(`\n── ${step.says}`);
  const { seconds, output, ...counts } = await (underWay.get(name) ?? measure(step));
  process.stdout.write(output ?? "");
  results.push({ name, seconds, ...counts });
  console.log(`   ${counts.failed > 0 ? "FAILED" : "passed"} in ${seconds.toFixed(1)} s`);
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
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.failed > 0 ? 1 : 0);

async function measure(step) {
  const begin = Date.now();
  const counts = await step.run();
  return { seconds: (Date.now() - begin) / 1_000, ...counts };
}

/** A check that is no test counts only when it fails. Its output is shown once it is its turn. */
async function check(program, args = []) {
  const chunks = [];
  const code = await node(program, args, { collect: (chunk) => chunks.push(chunk) });
  return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0, output: Buffer.concat(chunks).toString("utf8") };
}

async function runVitest(project) {
  const file = join(reports, `${project}.json`);
  const code = await node(vitest, [
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  return countVitest(readReport(file), code);
}

/** What a runner wrote, or null when it ended before it could. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** Runs a Node program and answers its exit code; its output goes straight to ours unless somebody collects it. */
function node(program, args = [], { environment = {}, collect } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: root,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...environment },
      stdio: ["ignore", collect ? "pipe" : "inherit", collect ? "pipe" : "inherit"],
    });
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.once("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once("close", (code) => resolve(code ?? 1));
  });
}
