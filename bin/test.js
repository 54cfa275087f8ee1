// npm test: every check, one after the other, and a line with the sums at the end.
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
      await node("bin/generate.js");
      await node("bin/build-survey-assets.js");
      // Pages are typed by their addresses, which Next writes down.
      await node(next, ["typegen"], { quiet: true });
      return check(await node(tsc, ["--noEmit"]));
    },
  },
  lint: {
    isCheck: true,
    says: "Lint and formatting: Biome",
    run: async () =>
      check(await node(biome, ["ci", "--max-diagnostics=20", `--colors=${process.stdout.isTTY ? "force" : "off"}`])),
  },
  imports: {
    isCheck: true,
    says: "Import rules: which room may know which",
    run: async () => check(await node("bin/check-imports.js")),
  },
  unused: {
    isCheck: true,
    says: "Unused code: no file, export or dependency that nobody needs (knip.json)",
    run: async () => check(await node(knip, ["--no-progress", "--no-config-hints"])),
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

const results = [];
for (const [name, step] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── ${step.says}`);
  const begin = Date.now();
  const counts = await step.run();
  const seconds = (Date.now() - begin) / 1_000;
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

/** A check that is no test counts only when it fails. */
function check(code) {
  return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 };
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

/** Runs a Node program and answers its exit code; its output goes straight to ours. */
function node(program, args = [], { environment = {}, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: root,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...environment },
      stdio: ["ignore", quiet ? "ignore" : "inherit", "inherit"],
    });
    child.once("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once("close", (code) => resolve(code ?? 1));
  });
}
