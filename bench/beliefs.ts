/**
 * Times the expansion of 3,456 facts into 19 categories, and the scoring of one model's answers to all of it: 131,328
 * rows with the expression and as many without, the size of the published result files. Every step is a separate,
 * streaming process, so its peak memory can be measured. Run with `npx tsx bench/beliefs.ts [--json]`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream, type WriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { main } from "../lib/cli/main.ts";
import tupleRows from "../lib/domain/beliefs/fixtures/tuples.json" with { type: "json" };
import { seededRandom } from "../lib/domain/random.ts";

const facts = 3_456;

interface Measured {
  step: string;
  rows: number;
  seconds: number;
  peakMegabytes: number;
  outputMegabytes: number;
}

if (process.argv[2] === "--step") await runStep(process.argv[3] ?? "", process.argv.slice(4));
else await runAll(process.argv.includes("--json"));

async function runAll(asJson: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "parallax-beliefs-"));
  try {
    const file = (name: string) => join(folder, name);
    await writeTuples(file("tuples.jsonl"));
    const idle = await measure("nothing but the start of the program", 1, file("idle.txt"), ["eob", "--help"]);
    const generate = ["eob", "generate", "--tuples", file("tuples.jsonl"), "--seed", "1", "--quiet"];
    const expanded = await measure(`expansion of ${facts} facts x 19`, facts * 19, file("expressions.jsonl"), generate);
    const rows = await writeAnswers(file("expressions.jsonl"), file("model.csv"), file("model_query_only.csv"));
    const files = [file("model.csv"), file("model_query_only.csv")];
    const scored = await measure("scoring, first-word rule", rows, file("score.txt"), ["eob", "score", ...files]);
    const both = await measure("scoring, both rules, JSON", rows, file("score.json"), [
      "eob",
      "score",
      "--json",
      ...files,
    ]);
    const results = [idle, expanded, scored, both];
    if (asJson) console.log(JSON.stringify(results));
    else for (const result of results) console.log(sentence(result, idle));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function sentence(result: Measured, idle: Measured): string {
  const { step, rows, seconds, peakMegabytes, outputMegabytes } = result;
  if (result === idle) return `${step}: ${seconds.toFixed(2)} s, peak ${peakMegabytes} MB`;
  const working = Math.max(0.001, seconds - idle.seconds);
  return `${step}: ${rows} rows in ${seconds.toFixed(2)} s (${Math.round(rows / working)} rows/s), peak ${peakMegabytes} MB (${peakMegabytes - idle.peakMegabytes} MB above the start), ${outputMegabytes} MB written`;
}

/** Runs the command in a separate process, with its output in a file. */
async function measure(step: string, rows: number, output: string, args: string[]): Promise<Measured> {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ["--import", "tsx", script, "--step", output, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const started = performance.now();
  let report = "";
  child.stdout.on("data", (chunk: Buffer) => {
    report += chunk.toString();
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  const { peakKilobytes } = JSON.parse(report) as { peakKilobytes: number };
  return {
    step,
    rows,
    seconds: (performance.now() - started) / 1000,
    peakMegabytes: Math.round(peakKilobytes / 1024),
    outputMegabytes: Math.round(((await stat(output)).size / 1e6) * 10) / 10,
  };
}

async function runStep(output: string, args: string[]): Promise<void> {
  const stdout = createWriteStream(output);
  const stderr = createWriteStream("/dev/null");
  process.exitCode = await main(args, { stdin: process.stdin, stdout, stderr });
  await finish(stdout);
  console.log(JSON.stringify({ peakKilobytes: process.resourceUsage().maxRSS }));
}

/** Repeats the fixture's facts, with numbered subjects so that each fact is distinct. */
async function writeTuples(path: string): Promise<void> {
  const stream = createWriteStream(path);
  for (let number = 0; number < facts; number += 1) {
    const row = tupleRows[number % tupleRows.length] as (typeof tupleRows)[number];
    const subject = `${row.subject} ${number}`;
    const line = JSON.stringify({ ...row, subject, subject_relation: `the ${row.relation} of ${subject}` });
    if (!stream.write(`${line}\n`)) await once(stream, "drain");
  }
  await finish(stream);
}

/** Synthetic answers to every query of every expression, with it and without, in the published columns. */
async function writeAnswers(expressions: string, shownPath: string, queryOnlyPath: string): Promise<number> {
  const random = seededRandom("bench beliefs");
  const [shown, queryOnly] = [createWriteStream(shownPath), createWriteStream(queryOnlyPath)];
  const header =
    "example_id,assertion,query,prompt,generated_answer,yes_probability,no_probability,classification,dimension,category,subject,object,object_true,query_only,query_format\n";
  shown.write(header);
  queryOnly.write(header);
  let rows = 0;
  for await (const line of createInterface({ input: createReadStream(expressions) })) {
    const row = JSON.parse(line) as Record<string, string>;
    for (const query of [row.prior_yes_query ?? "", row.ctx_yes_query ?? ""]) {
      const answer = ["Yes", "No.", "No, it is not", "I do not know"][random.below(4)] ?? "";
      const known = query === row.prior_yes_query ? "Yes" : "No";
      const rest = [row.dimension, row.category, row.subject, row.object_ctx, row.object_pri];
      const start = [String(rows), row.assertion, query];
      const both = [
        [shown, [...start, `${row.assertion} ${query}`, answer, "-1", "-1", "", ...rest, "False", "yes_no"]],
        [queryOnly, [...start, query, known, "-1", "-1", "", ...rest, "True", "yes_no"]],
      ] as const;
      for (const [stream, cells] of both) {
        rows += 1;
        if (!stream.write(`${cells.map(quoted).join(",")}\n`)) await once(stream, "drain");
      }
    }
  }
  await Promise.all([finish(shown), finish(queryOnly)]);
  return rows;
}

function quoted(cell: string | undefined): string {
  return `"${(cell ?? "").replaceAll('"', '""')}"`;
}

async function finish(stream: WriteStream): Promise<void> {
  stream.end();
  await once(stream, "finish");
}
