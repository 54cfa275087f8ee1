import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { renderStimulus } from "../../lib/domain/items/stimulus.ts";

export const benchFormats = ["parallax", "table", "lm-eval", "openai-batch"] as const;
type BenchFormat = (typeof benchFormats)[number];

const replies = ["True", "Answer: False", "The statement is true.", "probably true", "**False**"];

/** Writes a prediction file, or a file as other tools write them, in which models answer every item in turn. */
export async function writePredictions(path: string, rows: number, items: number, format: BenchFormat): Promise<void> {
  await pipeline(Readable.from(linesOf(rows, items, format)), createWriteStream(path));
}

function* linesOf(rows: number, items: number, format: BenchFormat): Generator<string> {
  if (format === "table") yield "item_id,model,response\n";
  for (let row = 0; row < rows; row += 1) yield `${lineOf[format](row, items)}\n`;
}

/** In files of one model, each pass over the items is a separate condition. */
const lineOf: Record<BenchFormat, (row: number, items: number) => string> = {
  parallax: (row, items) =>
    JSON.stringify({ model: modelOf(row, items), item: `item-${row % items}`, output: replyOf(row) }),
  table: (row, items) => `item-${row % items},${modelOf(row, items)},${replyOf(row)}`,
  "lm-eval": (row, items) => {
    const { story, text } = benchItem(row % items);
    const prompt = `${story.text} ${text}`;
    return JSON.stringify({
      doc_id: row,
      doc: { contentFingerprint: fingerprintOf(row % items), condition: { shots: String(Math.floor(row / items)) } },
      target: "True",
      arguments: { gen_args_0: { arg_0: prompt, arg_1: { until: [], max_gen_toks: 512 } } },
      resps: [[replyOf(row)]],
      filtered_resps: [replyOf(row)],
      filter: "none",
      metrics: ["exact_match"],
      exact_match: row % 2,
    });
  },
  "openai-batch": (row, items) =>
    JSON.stringify({
      id: `batch_req_${row}`,
      custom_id: `item-${row % items}|shots=${Math.floor(row / items)}`,
      response: {
        status_code: 200,
        body: {
          object: "chat.completion",
          model: "model",
          choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: replyOf(row) } }],
        },
      },
      error: null,
    }),
};

function modelOf(row: number, items: number): string {
  return `model-${Math.floor(row / items)}`;
}

function replyOf(row: number): string {
  return replies[row % replies.length] ?? "";
}

/** An item of the benchmark that is answered. */
export function benchItem(number: number) {
  return {
    id: `item-${number}`,
    kind: "true-false",
    story: { id: `story-${number % 500}`, text: `Ana told Ben the number ${number % 500}.` },
    text: `Ben knows the number of the ${number}th person.`,
    gold: number % 2 === 0,
  };
}

const fingerprints = new Map<number, string>();

function fingerprintOf(number: number): string {
  const known = fingerprints.get(number);
  if (known !== undefined) return known;
  const { kind, story, text } = benchItem(number);
  const item = { kind, story: { title: "", genre: "", text: story.text }, text, options: [] };
  const { contentFingerprint } = renderStimulus(item, {});
  fingerprints.set(number, contentFingerprint);
  return contentFingerprint;
}
