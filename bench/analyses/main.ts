import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ownEndpoints } from "../../app/s/own-endpoints.ts";
import { main } from "../../lib/cli/main.ts";
import { jobHandlers } from "../../lib/server/background/job-handlers.ts";
import { seedDemo } from "../../lib/server/demo/seed.ts";
import { ksteDemoJobKind, simulateKste } from "../../lib/server/demo/seed-kste-studies.ts";
import { migrate } from "../../lib/server/platform/database/migrate.ts";
import { closePool, pool } from "../../lib/server/platform/database/pool.ts";
import { manyRows } from "../../lib/server/platform/database/rows.ts";
import { runNextJob } from "../../lib/server/platform/jobs/run-job.ts";
import { startScratchPostgres } from "../../lib/supervisor/scratch-postgres.ts";

// npm run check:analyses [-- STUDY ...] [--help]
// Fills the demo in a database of its own, runs `parallax analyse` twice on each of its studies, and compares the files
// byte by byte.
const help = `npm run check:analyses -- [STUDY ...]
  STUDY   the name of a study of the demo; all of them without it
Exit: 0 where every file of every study is the same twice, 1 where one is not.
`;
if (process.argv.includes("--help")) {
  process.stdout.write(help);
  process.exit(0);
}
const named = process.argv.slice(2);
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
  // No server listens here, so the demo's people come by the same endpoints in this process.
  const handlers = {
    ...jobHandlers,
    [ksteDemoJobKind]: (job: Parameters<typeof simulateKste>[0]) => simulateKste(job, () => ownEndpoints),
  };
  while (await runNextJob(handlers));
  const studies = await manyRows(pool(), studyRow, "SELECT slug FROM study WHERE is_demo ORDER BY slug");
  for (const { slug } of studies) if (named.length === 0 || named.includes(slug)) await check(slug);
} finally {
  await closePool();
  await server.stop();
  await rm(folder, { recursive: true });
}

/** Analyses a study twice and says in how many files the two differ. */
async function check(slug: string): Promise<void> {
  const began = performance.now();
  const [first, second] = [join(folder, slug, "one"), join(folder, slug, "two")];
  const codes = [await analyse(slug, first), await analyse(slug, second)];
  const [one, two] = [await contentsOf(first), await contentsOf(second)];
  const differing = [...new Set([...one.keys(), ...two.keys()])].filter((name) => one.get(name) !== two.get(name));
  const seconds = Math.round((performance.now() - began) / 1_000);
  const isRight = codes.every((code) => code === 0) && one.size > 0 && differing.length === 0;
  process.stdout.write(
    `${slug.padEnd(24)}${one.size} files, ${isRight ? "the same bytes twice" : `differing: ${differing.join(", ")} (exit ${codes.join(", ")})`}, ${seconds} s\n`,
  );
  if (!isRight) process.exitCode = 1;
}

async function analyse(slug: string, out: string): Promise<number> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  stdout.resume();
  stderr.on("data", (told) => process.stderr.write(told));
  return main(["analyse", slug, "--out", out, "--json"], { stdin: Readable.from([]), stdout, stderr });
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
