import { createReadStream } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { type MindgamesRow, parseMindgamesRow } from "@/lib/domain/epistemic/mindgames/row.ts";
import { type CommandIo, InputError, UsageError } from "../io.ts";

/** Longer lines are not held in memory: no row of the format comes near. */
export const MAXIMUM_LINE_LENGTH = 1_000_000;

export interface TextLine {
  /** From 1. */
  number: number;
  /** Without the line's end; null when the line is longer than `MAXIMUM_LINE_LENGTH`. */
  text: string | null;
}

/** The lines of a file, or of standard input for "-", one at a time and without blank ones. */
export async function* readLines(path: string, io: CommandIo): AsyncGenerator<TextLine> {
  const decoder = new StringDecoder("utf8");
  const line = { number: 1, pieces: [] as string[], length: 0 };
  const take = (piece: string) => {
    line.length += piece.length;
    if (line.length <= MAXIMUM_LINE_LENGTH) line.pieces.push(piece);
  };
  function* finish(): Generator<TextLine> {
    const text = line.pieces.join("").replace(/\r$/, "");
    if (line.length > MAXIMUM_LINE_LENGTH) yield { number: line.number, text: null };
    else if (text.trim() !== "")
      yield { number: line.number, text: line.number === 1 ? text.replace(/^\uFEFF/, "") : text };
    line.number += 1;
    line.length = 0;
    line.pieces = [];
  }
  for await (const chunk of chunksOf(path, io)) {
    const [first, ...others] = (typeof chunk === "string" ? chunk : decoder.write(chunk)).split("\n");
    take(first ?? "");
    for (const piece of others) {
      yield* finish();
      take(piece);
    }
  }
  take(decoder.end());
  yield* finish();
}

async function* chunksOf(path: string, io: CommandIo): AsyncGenerator<Buffer | string> {
  try {
    yield* path === "-" ? io.stdin : createReadStream(path);
  } catch (problem) {
    throw new UsageError(`cannot read ${path}: ${(problem as Error).message}`, { cause: problem });
  }
}

/** The rows of a file; a line that is no row ends the command with its number and the reason. */
export async function* readRows(path: string, io: CommandIo): AsyncGenerator<MindgamesRow> {
  for await (const { number, text } of readLines(path, io)) {
    const result = text === null ? { ok: false as const, reason: "the line is too long" } : parseLine(text);
    if (!result.ok) throw new InputError(`${path}, line ${number}: ${result.reason}`);
    yield result.row;
  }
}

function parseLine(text: string): ReturnType<typeof parseMindgamesRow> {
  try {
    return parseMindgamesRow(JSON.parse(text));
  } catch {
    return { ok: false, reason: "the line is not JSON" };
  }
}
