import pg from "pg";
import { closePool } from "../../lib/server/platform/database/pool.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { checkLoadTest } from "./check-load-test.ts";
import { runLoadTest } from "./run-load-test.ts";
import { peakMegabytes, startParallax } from "./start-parallax.ts";

// npm run crowd [-- --participants 300] [-- --faults] [-- --seed S] [-- --street]
// Two application processes, one database, many participants at once, fifteen in a hundred of whom drop out. With
// --faults, an application process, PostgreSQL and everything at once are killed with SIGKILL on the way. Then everything
// is read back. Exit code 0 when every claim holds. With --street, the design is that of Street et al. 2024 at full size:
// 29,120 slots, 52 answers for each of 140 items and 4 conditions, 26 for each item and group; time and memory are printed.
const participants = Number(option("--participants") ?? 60);
const hasFaults = process.argv.includes("--faults");
const seed = option("--seed") ?? "crowd";
const say = (text: string) => process.stdout.write(`${text}\n`);

say(`Starting Parallax with two application processes; ${participants} participants at a time, seed "${seed}" …`);
const parallax = await startParallax(2);
process.env.DATABASE_URL = parallax.databaseUrl;
// Five items in four conditions, eight strata: enough slots that everybody has one to claim twice over.
const isStreet = process.argv.includes("--street");
const items = isStreet ? 140 : 5;
const perStratumItem = isStreet ? 26 : Math.max(2, 2 * Math.ceil(participants / 40));
const study = await makeStudy({ items, design: { perStratumItem } });
await closePool();
const slots = 8 * items * perStratumItem;
const began = performance.now();
const faults: { at: number; name: string; run: () => Promise<void> }[] = hasFaults
  ? [
      {
        at: slots * 0.2,
        name: "kill -9 of one application process",
        run: async () => kill((await parallax.pids()).app[0]),
      },
      { at: slots * 0.4, name: "kill -9 of PostgreSQL", run: async () => kill((await parallax.pids()).postgres) },
      {
        at: slots * 0.6,
        name: "kill -9 of everything but PostgreSQL, and a new start",
        run: () => parallax.crashAndRestart(),
      },
      { at: slots * 0.8, name: "kill -9 of PostgreSQL", run: async () => kill((await parallax.pids()).postgres) },
    ]
  : [];
const injected: Promise<void>[] = [];
const sessions = await runLoadTest({
  baseUrls: [parallax.url],
  databaseUrl: () => parallax.databaseUrl,
  slug: study.slug,
  concurrency: participants,
  dropOutShare: 0.15,
  seed,
  patienceMs: 120_000,
  onProgress: (finished) => {
    while (faults[0] && finished >= faults[0].at) {
      const fault = faults.shift();
      if (!fault) return;
      say(`  after ${finished} participants: ${fault.name}`);
      injected.push(fault.run());
    }
  },
});
await Promise.all(injected);
const seconds = (performance.now() - began) / 1_000;
const memory = (await Promise.all((await parallax.pids()).app.map(peakMegabytes))).filter((value) => value !== null);
const client = new pg.Client({ connectionString: parallax.databaseUrl });
await client.connect();
const findings = await checkLoadTest(client, study.slug, sessions);
await client.end();
const ends = new Map<string, number>();
for (const { end } of sessions) ends.set(end, (ends.get(end) ?? 0) + 1);
const told = [...ends].map(([end, count]) => `${count} ${end}`).join(", ");
say(`${slots} slots; ${sessions.length} participants: ${told}.`);
say(`${seconds.toFixed(0)} seconds; peak memory ${memory.join(" + ")} MB in the application processes.`);
for (const finding of findings) say(`${finding.holds ? "holds " : "FAILS "} ${finding.claim}  ${finding.found}`);
await parallax.stop();
const failed = findings.filter((finding) => !finding.holds).length;
say(`${findings.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function option(name: string): string | undefined {
  const index = process.argv.indexOf(name);
  return index > 0 ? process.argv[index + 1] : undefined;
}

function kill(pid: number | null | undefined): void {
  if (pid) process.kill(pid, "SIGKILL");
}
