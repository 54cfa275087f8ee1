import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const replies = ["True", "Answer: False", "The statement is true.", "probably true", "**False**"];

/** Writes a prediction file, or a table as other tools write them, in which models answer every item in turn. */
export async function writePredictions(path: string, rows: number, items: number, isTable: boolean): Promise<void> {
  await pipeline(Readable.from(isTable ? tableLines(rows, items) : lines(rows, items)), createWriteStream(path));
}

function* lines(rows: number, items: number): Generator<string> {
  for (let row = 0; row < rows; row += 1) {
    const output = replies[row % replies.length];
    yield `${JSON.stringify({ model: `model-${Math.floor(row / items)}`, item: `item-${row % items}`, output })}\n`;
  }
}

function* tableLines(rows: number, items: number): Generator<string> {
  yield "item_id,model,response\n";
  for (let row = 0; row < rows; row += 1)
    yield `item-${row % items},model-${Math.floor(row / items)},${replies[row % replies.length]}\n`;
}
