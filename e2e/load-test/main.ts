import pg from "pg";
import { closePool } from "../../lib/server/platform/database/pool.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { checkBackup } from "./check-backup.ts";
import { checkLoadTest, type Finding } from "./check-load-test.ts";
import { planFaults } from "./faults.ts";
import { runLoadTest } from "./run-load-test.ts";
import { mountSmallDisk } from "./small-disk.ts";
import { peakMegabytes, startParallax } from "./start-parallax.ts";

// npm run crowd [-- --participants 300] [-- --faults] [-- --outages] [-- --backup] [-- --seed S] [-- --street]
// Two application processes, one database, many participants at once, fifteen in a hundred of whom drop out. With
// --faults, an application process, PostgreSQL and everything at once are killed with SIGKILL on the way. With --outages the
// database also becomes read-only for a while, and its disk full where this machine lets us mount one. With --backup, a
// backup is made half-way and restored elsewhere. Then everything is read back. Exit code 0 when every claim holds. With
// --street, the design is that of Street et al. 2024 at full size: 29,120 slots, 52 answers for each of 140 items and 4
// conditions, 26 for each item and group; time and memory are printed.
const participants = Number(option("--participants") ?? 60);
const hasFaults = process.argv.includes("--faults");
const hasOutages = process.argv.includes("--outages");
const hasBackup = process.argv.includes("--backup");
const seed = option("--seed") ?? "crowd";
const say = (text: string) => process.stdout.write(`${text}\n`);

say(`Starting Parallax with two application processes; ${participants} participants at a time, seed "${seed}" …`);
const disk = hasOutages ? await mountSmallDisk(700) : null;
if (hasOutages && !disk) say("  no file system can be mounted here, so the full disk is left out");
// The demo's synthetic people would be added to those of the test.
const environment = { PARALLAX_JOBS: "0" };
const parallax = await startParallax(2, { environment, ...(disk && { folder: disk.folder }) });
process.env.DATABASE_URL = parallax.databaseUrl;
// Five items in four conditions, eight strata: enough slots that everyone has one to claim twice over.
const isStreet = process.argv.includes("--street");
const items = isStreet ? 140 : 5;
const perStratumItem = isStreet ? 26 : Math.max(2, 2 * Math.ceil(participants / 40));
const study = await makeStudy({ items, design: { perStratumItem } });
await closePool();
const slots = 8 * items * perStratumItem;
const began = performance.now();
const events = planFaults(parallax, slots, { hasKills: hasFaults, hasOutages, disk });
if (hasBackup) {
  const run = async () => [await checkBackup(parallax.databaseUrl)];
  events.push({ at: slots * 0.5, name: "a backup", run });
  events.sort((one, other) => one.at - other.at);
}
// One after the other: a backup or a new start on a disk that is full would fail rightly.
let injected: Promise<Finding[]> = Promise.resolve([]);
const sessions = await runLoadTest({
  baseUrls: [parallax.url],
  databaseUrl: () => parallax.databaseUrl,
  slug: study.slug,
  concurrency: participants,
  dropOutShare: 0.15,
  seed,
  patienceMs: 120_000,
  onProgress: (finished) => {
    while (events[0] && finished >= events[0].at) {
      const event = events.shift();
      if (!event) return;
      injected = injected.then(async (found) => {
        say(`  after ${finished} participants: ${event.name}`);
        return [...found, ...(await event.run())];
      });
    }
  },
});
const found = await injected;
const seconds = (performance.now() - began) / 1_000;
const memory = (await Promise.all((await parallax.pids()).app.map(peakMegabytes))).filter((value) => value !== null);
const client = new pg.Client({ connectionString: parallax.databaseUrl });
await client.connect();
const findings = [...(await checkLoadTest(client, study.slug, sessions)), ...found];
await client.end();
const ends = new Map<string, number>();
for (const { end } of sessions) ends.set(end, (ends.get(end) ?? 0) + 1);
const told = [...ends].map(([end, count]) => `${count} ${end}`).join(", ");
say(`${slots} slots; ${sessions.length} participants: ${told}.`);
say(`${seconds.toFixed(0)} seconds; peak memory ${memory.join(" + ")} MB in the application processes.`);
for (const finding of findings) say(`${finding.holds ? "holds " : "FAILS "} ${finding.claim}  ${finding.found}`);
await parallax.stop();
await disk?.remove();
const failed = findings.filter((finding) => !finding.holds).length;
say(`${findings.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function option(name: string): string | undefined {
  const index = process.argv.indexOf(name);
  return index > 0 ? process.argv[index + 1] : undefined;
}
