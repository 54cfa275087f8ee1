import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { main } from "../lib/cli/main.ts";
import { answerText } from "../lib/domain/epistemic/logic/answer-text.ts";
import { createSituation, isTrueAt } from "../lib/domain/epistemic/logic/ask.ts";
import type { Formula } from "../lib/domain/epistemic/logic/formula.ts";
import { checkMindgamesRow } from "../lib/domain/epistemic/mindgames/check-row.ts";
import { generateProblems } from "../lib/domain/epistemic/mindgames/generate/generate.ts";
import { presets } from "../lib/domain/epistemic/mindgames/generate/settings.ts";
import { readProblem } from "../lib/domain/epistemic/mindgames/read-english.ts";
import type { MindgamesRow } from "../lib/domain/epistemic/mindgames/row.ts";
import { problemLabel } from "../lib/domain/epistemic/mindgames/solve.ts";
import { seededRandom } from "../lib/domain/random.ts";

/**
 * Measures the speed of the epistemic part: labels per second, muddy children compared with the published run times of
 * other checkers, and the memory for a long file. Prints figures and ratios; `--json` prints them as one object.
 */
const streamArgument = "--stream-from-standard-input";
if (process.argv.includes(streamArgument)) {
  await main(["mindgames", "check", "--json", "-"]);
  process.stderr.write(`\npeak ${process.resourceUsage().maxRSS}\n`);
} else {
  const rows = fixture("mindgames-dev.jsonl")
    .trim()
    .split("\n")
    .map((line): MindgamesRow => JSON.parse(line));
  const figures = {
    perSecond: labelSpeeds(rows),
    muddyChildren: muddySeries(),
    streamed: [await streamed(10_000, rows), await streamed(40_000, rows)],
  };
  if (process.argv.includes("--json")) console.log(JSON.stringify(figures, null, 2));
  else print(figures);
}

type Figures = {
  perSecond: Record<string, number>;
  muddyChildren: MuddyFigure[];
  streamed: { rows: number; seconds: number; peakMegabytes: number }[];
};

function labelSpeeds(rows: MindgamesRow[]): Record<string, number> {
  return {
    "labels from formulas (text parsed, answered)": rate(rows.length, () => {
      for (const { smcdel_problem } of rows) {
        const answers = answerText(smcdel_problem);
        if (answers.status === "ok") [...answers.jobs()];
      }
    }),
    "labels from English (text read, answered)": rate(rows.length, () => {
      for (const { premise, hypothesis, names } of rows) {
        const read = readProblem(premise, hypothesis, names);
        if (read.ok) problemLabel(read.problem);
      }
    }),
    "rows checked (formula, pbcheck, English, comparison)": rate(rows.length, () => {
      for (const row of rows) checkMindgamesRow(row);
    }),
    "problems generated (released preset)": rate(400, () => {
      const generator = generateProblems({ ...presets.released, rowsPerSetup: 100 }, seededRandom(1));
      while (!generator.next().done);
    }),
  };
}

interface MuddyFigure {
  children: number;
  seconds: number;
  published: Record<string, number | null>;
}

/**
 * n children, all muddy: how many times must "no one knows" be announced until they know? Computed from the start for
 * each number.
 */
function muddySeries(): MuddyFigure[] {
  const { series }: { series: Record<string, Record<string, number>> } = JSON.parse(
    fixture("smcdel-published-times.json"),
  );
  return [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20].map((children) => {
    const seconds = bestOf(children > 16 ? 2 : 5, () => {
      const rounds = roundsUntilKnown(children);
      if (rounds !== children - 1) throw new Error(`${children} children knew after ${rounds} rounds`);
    });
    const published = Object.entries(series).map(([name, times]) => [name, times[children] ?? null]);
    return { children, seconds, published: Object.fromEntries(published) };
  });
}

function roundsUntilKnown(children: number): number {
  const all = Array.from({ length: children }, (_, index) => index + 1);
  const situation = createSituation(
    all,
    { kind: "top" },
    all.map((child) => ({ agent: `child${child}`, atoms: all.filter((other) => other !== child) })),
  );
  const knows = all.map((child): Formula => {
    return { kind: "knows", agent: `child${child}`, mode: "whether", of: { kind: "atom", atom: child } };
  });
  const nobodyKnows: Formula = { kind: "and", of: knows.map((of) => ({ kind: "not", of })) };
  const someone: Formula = { kind: "or", of: all.map((atom) => ({ kind: "atom", atom })) };
  const said = (announced: Formula, after: Formula): Formula => {
    return { kind: "announce", strength: "box", mode: "that", group: null, announced, after };
  };
  for (let rounds = 0; ; rounds += 1) {
    let formula: Formula = { kind: "and", of: knows };
    for (let round = 0; round < rounds; round += 1) formula = said(nobodyKnows, formula);
    if (isTrueAt(situation, all, said(someone, formula))) return rounds;
  }
}

/**
 * Checks the given number of rows from a pipe in a child process, whose peak memory is what a user's machine would
 * need.
 */
async function streamed(count: number, rows: MindgamesRow[]): Promise<Figures["streamed"][number]> {
  const started = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", fileURLToPath(import.meta.url), streamArgument], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  let answered = 0;
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 0x0a) answered += 1;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const closed = new Promise<void>((resolve) => child.on("close", () => resolve()));
  for (let index = 0; index < count; index += 1) {
    const isTaken = child.stdin.write(`${JSON.stringify(rows[index % rows.length])}\n`);
    if (!isTaken) await new Promise<void>((resolve) => child.stdin.once("drain", resolve));
  }
  child.stdin.end();
  await closed;
  if (answered !== count) throw new Error(`${answered} of ${count} rows were answered: ${errors}`);
  const peak = Number(/peak (\d+)/.exec(errors)?.[1]) / 1024;
  return { rows: count, seconds: (performance.now() - started) / 1000, peakMegabytes: peak };
}

function print({ perSecond, muddyChildren, streamed }: Figures): void {
  for (const [what, speed] of Object.entries(perSecond)) {
    console.log(`${Math.round(speed).toLocaleString("en").padStart(9)} a second  ${what}`);
  }
  const names = Object.keys(muddyChildren[0]!.published);
  console.log(`\nMuddy children, seconds; published: Figure 5 of SMCDEL.pdf, on its authors' machine`);
  console.log(["children", "here", ...names].map((name) => name.padStart(21)).join(""));
  for (const { children, seconds, published } of muddyChildren) {
    const cells = names.map((name) => {
      const time = published[name];
      return time === null || time === undefined ? "" : `${time.toPrecision(3)} (${ratio(time / seconds)})`;
    });
    console.log([String(children), seconds.toPrecision(3), ...cells].map((cell) => cell.padStart(21)).join(""));
  }
  console.log("");
  for (const { rows, seconds, peakMegabytes } of streamed) {
    const speed = Math.round(rows / seconds);
    console.log(
      `${rows} rows checked from a pipe: ${seconds.toFixed(1)} s (${speed} a second with start-up), peak ${peakMegabytes.toFixed(0)} MB`,
    );
  }
}

/** The ratio of the published time to ours: 12x, 1.5x, or 1/30x if ours is longer. */
function ratio(times: number): string {
  if (times >= 10) return `${Math.round(times).toLocaleString("en")}x`;
  return times >= 1 ? `${times.toFixed(1)}x` : `1/${Number((1 / times).toPrecision(2)).toLocaleString("en")}x`;
}

/** Runs a job that does `count` things for about a second and answers how many things a second; the best of it counts. */
function rate(count: number, job: () => void): number {
  job();
  const until = performance.now() + 1500;
  let best = Number.POSITIVE_INFINITY;
  while (performance.now() < until) best = Math.min(best, bestOf(1, job));
  return count / best;
}

function bestOf(times: number, job: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) {
    const started = performance.now();
    job();
    best = Math.min(best, (performance.now() - started) / 1000);
  }
  return best;
}

function fixture(name: string): string {
  return readFileSync(new URL(`../lib/domain/epistemic/fixtures/${name}`, import.meta.url), "utf8");
}
