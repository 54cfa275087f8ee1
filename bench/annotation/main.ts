import { prepareAnnotators } from "../../e2e/annotation-load-test/prepare-annotators.ts";
import { type AnnotatorLog, runAnnotator } from "../../e2e/annotation-load-test/scripted-annotator.ts";
import { startParallax, untilJobsAreDone } from "../../e2e/load-test/start-parallax.ts";
import { seededRandom } from "../../lib/domain/random.ts";
import { closePool } from "../../lib/server/platform/database/pool.ts";
import { measureKeystrokes } from "./keystrokes.ts";
import { measureNextOnScreen } from "./next-on-screen.ts";

// npm run bench:annotation [-- --json] [-- --items 1000,50000] [-- --annotators 1,10,50] [-- --seconds N] [-- --submit-every S]
// How long an annotator waits: a check after a keystroke, the next item on the screen of a browser, opening the next task,
// the acknowledgement of a save, the next item after a submission, the queue page; and how many items go through in a second.
// Annotators submit as fast as they get items, or every S seconds. One application process,
// durable commits, the scripted annotators and the browser on the same machine.
const isJson = process.argv.includes("--json");
const sizes = (option("--items") ?? "1000,50000").split(",").map(Number);
const seconds = Number(option("--seconds") ?? 8);
const loads = (option("--annotators") ?? "1,10,50").split(",").map(Number);
const submitEveryMs = 1_000 * Number(option("--submit-every") ?? 0);
const say = (text: string) => process.stderr.write(`${text}\n`);

interface Figures {
  items: number;
  annotators: number;
  itemsPerSecond: number;
  firstOpeningMs: number;
  openNextMs: Quantiles;
  /** The time from a submission to the next item, which the response contains. */
  nextItemMs: Quantiles;
  saveMs: Quantiles;
  queuePageMs: Quantiles;
  refusals: Record<string, number>;
}

interface Quantiles {
  n: number;
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

const keystrokes = measureKeystrokes();
const parallax = await startParallax(1);
process.env.DATABASE_URL = parallax.databaseUrl;
process.env.PARALLAX_URL = parallax.url;
say("Waiting until the demo's answers are made, then judging 20 items in a browser …");
await untilJobsAreDone(parallax.databaseUrl);
const nextOnScreen = await measureNextOnScreen(parallax.url);
const results: Figures[] = [];
for (const items of sizes) {
  for (const annotators of loads) {
    // A new one each time: what the others judged would be missing from a small collection.
    say(`Making a collection of ${items.toLocaleString("en")} items …`);
    const { collection, cookies } = await prepareAnnotators(Math.ceil(items / 2), annotators);
    say(`  ${annotators} annotator(s) for ${seconds} s …`);
    const endsAt = performance.now() + seconds * 1000;
    const began = performance.now();
    const queueTimes: number[] = [];
    const watching = watchQueue(cookies[0] as string, collection.id, endsAt, queueTimes);
    const logs = await Promise.all(
      cookies.map((cookie, number) =>
        runAnnotator({
          baseUrl: parallax.url,
          cookie,
          collectionId: collection.id,
          random: seededRandom(`${items}/${annotators}/${number}`),
          crashShare: 0,
          isOver: () => performance.now() >= endsAt,
          patienceMs: 30_000,
          submitEveryMs,
        }),
      ),
    );
    const elapsed = (performance.now() - began) / 1000;
    await watching;
    results.push(figuresOf(items, annotators, logs, queueTimes, elapsed));
  }
}
await closePool();
await parallax.stop();
if (isJson) process.stdout.write(`${JSON.stringify({ keystrokes, nextOnScreen, results })}\n`);
else print();

/** Someone who looks at the queue page once a second while the others work. */
async function watchQueue(cookie: string, collectionId: string, endsAt: number, times: number[]): Promise<void> {
  while (performance.now() < endsAt) {
    const began = performance.now();
    const response = await fetch(`${parallax.url}/annotate/queue/${collectionId}`, { headers: { cookie } });
    await response.text();
    if (response.ok) times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

function figuresOf(items: number, annotators: number, logs: AnnotatorLog[], queue: number[], elapsed: number): Figures {
  const openings = logs.flatMap((log) => log.times["open-next"]);
  const done = logs.reduce((sum, log) => sum + log.verdicts.length, 0);
  const refusals: Record<string, number> = {};
  for (const [what, count] of logs.flatMap((log) => Object.entries(log.refusals))) {
    refusals[what] = (refusals[what] ?? 0) + count;
  }
  return {
    items,
    annotators,
    itemsPerSecond: rounded(done / elapsed),
    firstOpeningMs: rounded(Math.max(...logs.map((log) => log.times["open-next"][0] ?? 0))),
    openNextMs: quantiles(openings),
    nextItemMs: quantiles(logs.flatMap((log) => log.times.verdict)),
    saveMs: quantiles(logs.flatMap((log) => log.times.save)),
    queuePageMs: quantiles(queue),
    refusals,
  };
}

function quantiles(values: readonly number[]): Quantiles {
  const sorted = [...values].sort((left, right) => left - right);
  const at = (share: number) => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    return value === undefined ? null : rounded(value);
  };
  return { n: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function print(): void {
  process.stdout.write(
    `keystroke to check on a story of ${keystrokes.words} words: p50 ${keystrokes.p50} ms, p99 ${keystrokes.p99} ms (to reach: 30)\n`,
  );
  process.stdout.write(
    nextOnScreen === null
      ? "next item on screen: no browser on this machine\n"
      : `next item on screen after the key, ${nextOnScreen.items} items in a browser: p50 ${nextOnScreen.p50} ms, p95 ${nextOnScreen.p95} ms, at most ${nextOnScreen.most} ms (to reach: 100)\n`,
  );
  process.stdout.write(
    "items    annotators  items/s  first opening  open next p50/p99  next item p50/p99  save p50/p99  queue page p50/p99 (ms)\n",
  );
  for (const row of results) {
    const pair = ({ p50, p99 }: Quantiles) => `${p50 ?? "-"}/${p99 ?? "-"}`;
    process.stdout.write(
      [
        String(row.items).padEnd(8),
        String(row.annotators).padEnd(11),
        String(row.itemsPerSecond).padEnd(8),
        String(row.firstOpeningMs).padEnd(14),
        pair(row.openNextMs).padEnd(18),
        pair(row.nextItemMs).padEnd(18),
        pair(row.saveMs).padEnd(13),
        pair(row.queuePageMs),
      ].join(" ") + (Object.keys(row.refusals).length ? `  refused: ${JSON.stringify(row.refusals)}` : ""),
    );
    process.stdout.write("\n");
  }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function option(name: string): string | undefined {
  const index = process.argv.indexOf(name);
  return index > 0 ? process.argv[index + 1] : undefined;
}
