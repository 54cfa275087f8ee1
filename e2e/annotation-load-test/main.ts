import pg from "pg";
import { seededRandom } from "../../lib/domain/random.ts";
import { closePool } from "../../lib/server/platform/database/pool.ts";
import { startParallax } from "../load-test/start-parallax.ts";
import { checkAnnotation, letLeasesRunOut, type PersonsLog, readTaskState } from "./check-annotation.ts";
import { prepareAnnotators } from "./prepare-annotators.ts";
import { runAnnotator } from "./scripted-annotator.ts";

// npm run crowd:annotation [-- --annotators 50] [-- --items 400] [-- --seed S] Scripted annotators on two application
// processes and one database. One in ten tasks is left in the middle, as by a crashed browser; its lease runs out, and
// half of those who left it come back late with a text. An application process, PostgreSQL and the other application
// process are killed with SIGKILL on the way. Then everything is read back: no saved text may be lost, and no task may
// have had two holders at the same time.
const annotators = Number(option("--annotators") ?? 50);
const pairs = Math.ceil(Number(option("--items") ?? 400) / 2);
const seed = option("--seed") ?? "annotators";
const say = (text: string) => process.stdout.write(`${text}\n`);

say(`Starting Parallax with two application processes; ${annotators} annotators, ${pairs * 2} items, seed "${seed}" …`);
// The application and this process, which signs cookies, share one secret.
// The demo's synthetic people would be added to those of the test.
const parallax = await startParallax(2, { environment: { PARALLAX_JOBS: "0" } });
process.env.DATABASE_URL = parallax.databaseUrl;
process.env.PARALLAX_URL = parallax.url;
const { collection, cookies } = await prepareAnnotators(pairs, annotators);
await closePool();
const faults = [
  { at: 0.25, name: "kill -9 of one application process", run: async () => kill((await parallax.pids()).app[0]) },
  { at: 0.5, name: "kill -9 of PostgreSQL", run: async () => kill((await parallax.pids()).postgres) },
  { at: 0.75, name: "kill -9 of the other application process", run: async () => kill((await parallax.pids()).app[1]) },
];
const database = new pg.Pool({ connectionString: parallax.databaseUrl, max: 2 });
database.on("error", () => undefined);
let isOver = false;
const watch = (async () => {
  while (!isOver) {
    const state = await readTaskState(database, collection.id).catch(() => null);
    if (state) {
      const [fault] = faults;
      if (fault && state.done >= fault.at * state.total) {
        faults.shift();
        say(`  after ${state.done} of ${state.total} tasks: ${fault.name}`);
        await fault.run();
      }
      if (state.done === state.total) isOver = true;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
})();
const logs: PersonsLog[] = [];
await Promise.all(
  cookies.map(async (cookie, number) => {
    const random = seededRandom(`${seed}/${number}`);
    // A new round begins after a crash or an empty queue, because expired leases make tasks available again.
    while (!isOver) {
      const log = await runAnnotator({
        baseUrl: parallax.url,
        cookie,
        collectionId: collection.id,
        random,
        crashShare: 0.1,
        onAbandon: (taskId) => letLeasesRunOut(database, [taskId]).catch(() => undefined),
        isOver: () => isOver,
        patienceMs: 120_000,
      });
      logs.push({ ...log, person: number });
      await letLeasesRunOut(database, log.abandoned).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }),
);
await watch;
const saved = logs.flatMap((log) => log.saved);
const verdicts = logs.flatMap((log) => log.verdicts);
const findings = await checkAnnotation(database, collection.id, logs);
for (const { claim, holds, found } of findings) say(`${holds ? "holds " : "FAILS "} ${claim}  ${found}`);
const refusals: Record<string, number> = {};
for (const [what, count] of logs.flatMap((log) => Object.entries(log.refusals)))
  refusals[what] = (refusals[what] ?? 0) + count;
const abandoned = logs.reduce((sum, log) => sum + log.abandoned.length, 0);
const late = logs.reduce((sum, log) => sum + log.late, 0);
say(
  `${saved.length} texts saved, ${verdicts.length} verdicts, ${abandoned} workspaces left in the middle, ${late} late saves kept as branches, refused: ${JSON.stringify(refusals)}`,
);
await database.end();
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
