import { availableParallelism } from "node:os";
import { peakMegabytes, startParallax, untilJobsAreDone } from "../../e2e/load-test/start-parallax.ts";
import { closePool } from "../../lib/server/platform/database/pool.ts";
import { browserSettings } from "../../lib/supervisor/find-browser.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { launchControl } from "./control.ts";
import { measureReadyz, openInBulk } from "./crush.ts";
import { measureFirstScreen } from "./first-screen.ts";
import { type LoadResult, openAtOnce, runLoad, streetFlow } from "./load.ts";
import { startBusyResearcher } from "./researcher.ts";
import { everyStep, quantile, rateOf, type StepTimes, timesOf } from "./step-times.ts";

// npm run bench:participants [-- --json] [-- --seconds N] [-- --busy] [-- --crush]
// Complete sessions per second with 50 participants at once, compared in the same run with the same application without
// direct routes (PARALLAX_DIRECT_ROUTES=off) and with a bare Node + pg control. With --busy also while a researcher imports,
// exports and views results; with --crush also how long readyz takes under 500 connections, and how many participants are
// served in a study of 560 slots after 5,000 sessions were opened from one network.
const isJson = process.argv.includes("--json");
const secondsAt = process.argv.indexOf("--seconds");
const seconds = secondsAt > 0 ? Number(process.argv[secondsAt + 1]) : 8;
const rounds = 5;
const concurrency = 50;
const say = (text: string) => process.stderr.write(`${text}\n`);

say("Starting a production build of its own (the first time it is built, which takes a minute) …");
const processes = Math.min(4, availableParallelism());
const isBusy = process.argv.includes("--busy");
const isCrush = process.argv.includes("--crush");
// As behind a proxy, so that networks can be distinguished.
const environment = { PARALLAX_PROXY: "127.0.0.1" };
const parallax = await startParallax(processes, { environment });
const framework = await startParallax(processes, {
  environment: { ...environment, DATABASE_URL: parallax.databaseUrl, PARALLAX_DIRECT_ROUTES: "off" },
});
process.env.DATABASE_URL = parallax.databaseUrl;
process.env.PARALLAX_URL = parallax.publicUrl;
const study = await makeStudy({ items: 140, design: { perStratumItem: 26 } });
const flow = streetFlow(study.slug);
const page = await (await fetch(`${parallax.url}${flow.path}`)).text();
const control = await launchControl(parallax.databaseUrl);
const controlFlow = { ...flow, path: "/" };

say("Waiting until the demo's answers are made, then warming up …");
await untilJobsAreDone(parallax.databaseUrl);
await runLoad(parallax.url, flow, concurrency, 3);
await runLoad(framework.url, flow, concurrency, 3);
await runLoad(control.url, controlFlow, concurrency, 1);
const ours: LoadResult[] = [];
const withoutDirectRoutes: LoadResult[] = [];
const theirs: LoadResult[] = [];
const bursts: number[] = [];
for (let round = 1; round <= rounds; round += 1) {
  say(
    `Round ${round} of ${rounds}: ${seconds} s with direct routes, ${seconds} s without, ${seconds / 2} s of the control …`,
  );
  const opened = await openAtOnce(parallax.url, flow, concurrency);
  if (opened.includes(null)) throw new Error("a first screen was not answered");
  bursts.push(...opened.filter((time) => time !== null));
  ours.push(await runLoad(parallax.url, flow, concurrency, seconds));
  withoutDirectRoutes.push(await runLoad(framework.url, flow, concurrency, seconds));
  theirs.push(await runLoad(control.url, controlFlow, concurrency, seconds / 2));
}
const busy: LoadResult[] = [];
let researcher: Record<string, number> | null = null;
if (isBusy) {
  say(`A researcher at work beside them, ${seconds} s …`);
  const started = await startBusyResearcher(parallax.url, parallax.publicUrl, study);
  busy.push(await runLoad(parallax.url, flow, concurrency, seconds));
  researcher = await started.stop();
}
let readyz: Awaited<ReturnType<typeof measureReadyz>> | null = null;
let bulk: Awaited<ReturnType<typeof openInBulk>> | null = null;
if (isCrush) {
  say("500 connections, and readyz …");
  readyz = await measureReadyz(parallax.url, flow, 500, seconds);
  say("5,000 openings from one network …");
  bulk = await openInBulk(parallax.url, 5_000);
}
const { app } = await parallax.pids();
const memory = (await Promise.all(app.map(peakMegabytes))).filter((value) => value !== null);
control.stop();
say("Loading the first screen in Chromium on slow 4G …");
const firstScreen = await measureFirstScreen(`${parallax.url}${flow.path}`, browserSettings());
await closePool();
await framework.stop();
await parallax.stop();

const ratiosTo = (others: readonly LoadResult[]) => {
  const ratios = ours.map((result, round) => rateOf(result) / rateOf(others[round] as LoadResult));
  return { median: round3(quantile(ratios, 0.5, 3)), rounds: ratios.map(round3) };
};
const steps = stepsOf(ours);
const figures = {
  concurrency,
  processes,
  sessionsPerSecond: ours.map((result) => round1(rateOf(result))),
  controlSessionsPerSecond: theirs.map((result) => round1(rateOf(result))),
  sessionsPerSecondWithoutDirectRoutes: withoutDirectRoutes.map((result) => round1(rateOf(result))),
  ratioToControl: ratiosTo(theirs),
  ratioToFramework: ratiosTo(withoutDirectRoutes),
  stepMs: steps,
  stepMsWithoutDirectRoutes: stepsOf(withoutDirectRoutes),
  controlStepMs: stepsOf(theirs),
  ...(isBusy ? { busyStepMs: stepsOf(busy), busyErrors: busy[0]?.errors, researcher } : {}),
  ...(isCrush ? { readyz, bulk } : {}),
  anyStepMs: timesOf(everyStep(ours)),
  openedAtOnceMs: timesOf(bursts),
  errors: ours.reduce((sum, result) => sum + result.errors, 0),
  requestsPerSession: flow.steps.length,
  peakMemoryMegabytes: memory,
  firstScreen: { ...firstScreen, uncompressedBytes: Buffer.byteLength(page) },
};
if (isJson) process.stdout.write(`${JSON.stringify(figures)}\n`);
else print();

function print(): void {
  const lines = [
    `Complete sessions per second, ${concurrency} at once: ${figures.sessionsPerSecond.join(", ")} (${rounds} rounds)`,
    `The same without direct routes:            ${figures.sessionsPerSecondWithoutDirectRoutes.join(", ")}`,
    `Bare Node + pg control, same run:          ${figures.controlSessionsPerSecond.join(", ")}`,
    `Ratio to the control:                      ${figures.ratioToControl.rounds.join(", ")} (median ${figures.ratioToControl.median})`,
    `Ratio with to without direct routes:       ${figures.ratioToFramework.rounds.join(", ")} (median ${figures.ratioToFramework.median})`,
    `Errors: ${figures.errors}; requests per session: ${figures.requestsPerSession}; peak memory: ${memory.join(" + ")} MB in ${processes} application process(es)`,
    "Step               p50 ms   p95 ms   p99 ms   (without direct routes)   (control)   (researcher at work)",
    ...Object.entries({ ...steps, "any step": figures.anyStepMs, "all open at once": figures.openedAtOnceMs }).map(
      ([name, times]) =>
        name.padEnd(18) +
        inColumns(times) +
        inColumns(figures.stepMsWithoutDirectRoutes[name]) +
        inColumns(figures.controlStepMs[name]) +
        inColumns(figures.busyStepMs?.[name]),
    ),
    ...(isBusy
      ? [`A researcher at work: ${JSON.stringify(researcher)}, errors of participants ${figures.busyErrors}`]
      : []),
    ...(isCrush
      ? [`readyz under 500 connections: ${JSON.stringify(readyz)}`, `5,000 openings: ${JSON.stringify(bulk)}`]
      : []),
    `First screen: ${firstScreen.gzippedBytes} bytes gzipped (HTML + CSS + JS), ${firstScreen.requests} request(s); slow 4G: LCP ${firstScreen.lcpMs} ms, interactive ${firstScreen.interactiveMs} ms`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function inColumns(times: StepTimes | undefined): string {
  return times ? `${[times.p50, times.p95, times.p99].map((value) => String(value).padStart(7)).join("  ")}   ` : "";
}

function stepsOf(results: readonly LoadResult[]): Record<string, StepTimes> {
  return Object.fromEntries(
    flow.steps.map(({ name }) => {
      return [name, timesOf(results.flatMap((result) => result.steps[name] ?? []))];
    }),
  );
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}

function round3(value: number): number {
  return Math.round(value * 1000) / 1000;
}
