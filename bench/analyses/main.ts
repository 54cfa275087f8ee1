import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { inProcessEndpoints } from "../../app/s/own-endpoints.ts";
import { main } from "../../lib/cli/main.ts";
import { jobHandlers } from "../../lib/server/background/job-handlers.ts";
import { ksteDemoJobKind, mindgamesDemoJobKind } from "../../lib/server/demo/demo-parts.ts";
import { seedDemo } from "../../lib/server/demo/seed.ts";
import { simulateKste } from "../../lib/server/demo/seed-kste-studies.ts";
import { simulateMindgames } from "../../lib/server/demo/seed-mindgames.ts";
import { simulateBeliefs } from "../../lib/server/demo/simulate-beliefs.ts";
import { simulateDemo } from "../../lib/server/demo/simulate-demo.ts";
import { migrate } from "../../lib/server/platform/database/migrate.ts";
import { closePool, pool } from "../../lib/server/platform/database/pool.ts";
import { manyRows } from "../../lib/server/platform/database/rows.ts";
import { type RunningJob, runNextJob } from "../../lib/server/platform/jobs/run-job.ts";
import { startScratchPostgres } from "../../lib/supervisor/scratch-postgres.ts";

// npm run check:analyses [-- STUDY ...] [--scripts] [--help] Creates the demo in a separate database, runs `parallax
// analyse` twice on each of its studies, and compares the files byte by byte; with --scripts it also runs the starter
// scripts of each study's bundle.
const help = `npm run check:analyses -- [STUDY ...] [--scripts]
  STUDY       the name of a study of the demo; all of them without it
  --scripts   also exports each study's bundle, runs its starter scripts and those of its analysis with python3 (pandas,
              scipy) and Rscript (jsonlite, lme4), and prints what they say
Exit: 0 where every file of every study is the same twice and every script ends well, 1 otherwise.
`;
if (process.argv.includes("--help")) {
  process.stdout.write(help);
  process.exit(0);
}
const runsScripts = process.argv.includes("--scripts");
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const studyRow = z.strictObject({ slug: z.string() });
const say = (text: string) => process.stderr.write(`${text}\n`);

const server = await startScratchPostgres();
const folder = await mkdtemp(join(tmpdir(), "parallax-analyses-"));
try {
  process.env.DATABASE_URL = server.connectionString;
  const migrationsFolder = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
  await migrate({ connectionString: server.connectionString, migrationsFolder });
  say("Filling the demo …");
  await seedDemo();
  // No server listens here, so the demo's people use the same endpoints in this process.
  const handlers = {
    ...jobHandlers,
    [ksteDemoJobKind]: (job: RunningJob) => simulateKste(job, () => inProcessEndpoints),
    [mindgamesDemoJobKind]: (job: RunningJob) => simulateMindgames(job, () => inProcessEndpoints),
    "simulate-beliefs": (job: RunningJob) => simulateBeliefs(job, () => inProcessEndpoints),
    "simulate-demo": (job: RunningJob) => simulateDemo(job, () => inProcessEndpoints),
  };
  while (await runNextJob(handlers));
  const studies = await manyRows(pool(), studyRow, "SELECT slug FROM study WHERE is_demo ORDER BY slug");
  for (const { slug } of studies) {
    if (named.length > 0 && !named.includes(slug)) continue;
    await check(slug);
    if (runsScripts) await runScripts(slug);
  }
} finally {
  await closePool();
  await server.stop();
  await rm(folder, { recursive: true });
}

/** Analyses a study twice and reports in how many files the two analyses differ. */
async function check(slug: string): Promise<void> {
  const began = performance.now();
  const [first, second] = [join(folder, slug, "one"), join(folder, slug, "two")];
  const codes = [await parallax("analyse", slug, "--out", first), await parallax("analyse", slug, "--out", second)];
  const [one, two] = [await contentsOf(first), await contentsOf(second)];
  const differing = [...new Set([...one.keys(), ...two.keys()])].filter((name) => one.get(name) !== two.get(name));
  const seconds = Math.round((performance.now() - began) / 1_000);
  const isRight = codes.every((code) => code === 0) && one.size > 0 && differing.length === 0;
  process.stdout.write(
    `${slug.padEnd(24)}${one.size} files, ${isRight ? "the same bytes twice" : `differing: ${differing.join(", ")} (exit ${codes.join(", ")})`}, ${seconds} s\n`,
  );
  if (!isRight) process.exitCode = 1;
}

/** Exports a study's bundle and runs the scripts in it and in its analysis, in their folders. */
async function runScripts(slug: string): Promise<void> {
  const bundle = join(folder, slug, "bundle");
  await parallax("export", slug, "--format", "bundle", "--out", bundle);
  for (const place of ["", "analysis"]) {
    for (const [program, script] of [
      ["python3", "start.py"],
      ["Rscript", "start.R"],
    ] as const) {
      const { status, stdout, stderr } = spawnSync(program, [script], { cwd: join(bundle, place), encoding: "utf8" });
      process.stdout.write(`${slug} ${join(place, script)} (exit ${status})\n${stdout}${status === 0 ? "" : stderr}\n`);
      if (status !== 0) process.exitCode = 1;
    }
  }
}

async function parallax(...args: string[]): Promise<number> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  stdout.resume();
  stderr.on("data", (told) => process.stderr.write(told));
  return main([...args, "--json"], { stdin: Readable.from([]), stdout, stderr });
}

/** The files of a folder with their bytes as text. */
async function contentsOf(out: string): Promise<Map<string, string>> {
  const entries = await readdir(out, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, string>();
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.set(relative(out, path), await readFile(path, "latin1"));
  }
  return files;
}
