import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { startParallax, untilJobsAreDone } from "../../e2e/load-test/start-parallax.ts";
import { closePool } from "../../lib/server/platform/database/pool.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { launchControl } from "../participants/control.ts";
import { type LoadResult, openAtOnce, runLoad, streetFlow } from "../participants/load.ts";
import { startBusyResearcher } from "../participants/researcher.ts";
import { everyStep, quantile, rateOf, timesOf } from "../participants/step-times.ts";
import { type HeapMeter, startHeapMeter } from "./heap-meter.ts";

// npm run bench:endurance [-- --minutes 15] [-- --participants 100] [-- --openings 5000] [-- --record FILE]
// Participants without pauses for the given number of minutes while two researchers work: the durations of steps,
// errors, and the heap after a forced garbage collection at each third of the time. Then the given number of first
// screens at the same instant, and the ratio of complete sessions to those of the bare control. Ends with 1 if a limit
// is exceeded.
const minutes = optionOf("minutes", 15);
const participants = optionOf("participants", 100);
const openings = optionOf("openings", 5_000);
const limits = { errors: 0, heapGrowth: 0.05, unanswered: 0, ratio: 0.16 };
const say = (text: string) => process.stderr.write(`${text}\n`);

say("Starting a production build of its own (the first time it is built, which takes a minute) …");
const processes = Math.min(4, availableParallelism());
const heaps = await startHeapMeter();
const parallax = await startParallax(processes, { environment: heaps.environment });
process.env.DATABASE_URL = parallax.databaseUrl;
process.env.PARALLAX_URL = parallax.publicUrl;
// More slots than two cores can fill: 140 items in eight strata.
const study = await makeStudy({
  items: 140,
  design: { perStratumItem: Math.ceil((minutes * 60 * 200) / (140 * 8)) + 26 },
});
const flow = streetFlow(study.slug);
say("Waiting until the demo's answers are made, then warming up …");
await untilJobsAreDone(parallax.databaseUrl);
await runLoad(parallax.url, flow, participants, 3);

const load: LoadResult[] = [];
const heapBytes: Record<string, number>[] = [];
const researchers = await Promise.all([1, 2].map(() => startBusyResearcher(parallax.url, parallax.publicUrl, study)));
for (let third = 1; third <= 3; third += 1) {
  say(`${participants} participants and two researchers, ${minutes / 3} minutes (${third} of 3) …`);
  load.push(await runLoad(parallax.url, flow, participants, (minutes * 60) / 3));
  heapBytes.push(await heaps.read());
}
const work = await Promise.all(researchers.map(({ stop }) => stop()));
say(`${openings} openings in one instant …`);
const opened = await openAtOnce(parallax.url, flow, openings);
say("The ratio to the control …");
const control = await launchControl(parallax.databaseUrl);
const ratios: number[] = [];
for (let round = 1; round <= 5; round += 1) {
  const ours = await runLoad(parallax.url, flow, 50, 8);
  ratios.push(rateOf(ours) / rateOf(await runLoad(control.url, { ...flow, path: "/" }, 50, 4)));
}
control.stop();
await closePool();
await parallax.stop();
await heaps.remove();

const answered = opened.filter((time) => time !== null);
const figures = {
  date: new Date().toISOString(),
  ...{ minutes, participants, processes, openings },
  sessions: load.reduce((sum, { sessions }) => sum + sessions, 0),
  sessionsPerSecond: load.map((one) => Math.round(rateOf(one) * 10) / 10),
  stepMs: timesOf(everyStep(load)),
  errors: load.reduce((sum, { errors }) => sum + errors, 0),
  researchers: work,
  heapMegabytes: heapBytes.map((heap) => Object.values(heap).map((bytes) => Math.round(bytes / 1e5) / 10)),
  /** Growth of the heap from the first third to the end, of the process that grew most. */
  heapGrowth: Math.round(growth(heapBytes) * 1_000) / 1_000,
  openedAtOnceMs: { ...timesOf(answered), longest: quantile(answered, 1) },
  unanswered: openings - answered.length,
  ratioToControl: {
    median: quantile(ratios, 0.5, 3),
    rounds: ratios.map((ratio) => Math.round(ratio * 1_000) / 1_000),
  },
};
const record = process.argv[process.argv.indexOf("--record") + 1];
if (process.argv.includes("--record") && record) await writeFile(record, `${JSON.stringify(figures, null, 1)}\n`);
process.stdout.write(`${JSON.stringify(figures, null, 1)}\n`);
const exceeded = [
  figures.errors > limits.errors && `${figures.errors} errors`,
  figures.heapGrowth > limits.heapGrowth && `the heap grew by ${figures.heapGrowth}`,
  figures.unanswered > limits.unanswered && `${figures.unanswered} openings were not answered`,
  figures.ratioToControl.median < limits.ratio && `the ratio to the control is ${figures.ratioToControl.median}`,
].filter((text) => text !== false);
process.stdout.write(exceeded.length > 0 ? `Limits exceeded: ${exceeded.join("; ")}\n` : "All limits kept.\n");
process.exitCode = exceeded.length > 0 ? 1 : 0;

function growth(read: Awaited<ReturnType<HeapMeter["read"]>>[]): number {
  const [first, last] = [read[0] ?? {}, read.at(-1) ?? {}];
  const same = Object.keys(last).filter((pid) => first[pid]);
  // A process that was restarted has no first figure.
  if (same.length < processes) return Number.POSITIVE_INFINITY;
  return Math.max(...same.map((pid) => (last[pid] as number) / (first[pid] as number) - 1));
}

function optionOf(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : otherwise;
}
