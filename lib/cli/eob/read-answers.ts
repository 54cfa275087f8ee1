import {
  type BeliefAnswerResult,
  type BeliefItemFacts,
  readBeliefItem,
  readPrediction,
  readResultRow,
} from "../../domain/beliefs/scoring/read-answer.ts";
import { type CommandIo, InputError, UsageError } from "../io.ts";
import { inputLines } from "../read-input.ts";
import type { NamedAnswerFile } from "./answer-files.ts";
import { inputTable } from "./read-table.ts";

export type AnswerLine = { path: string; line: number } & BeliefAnswerResult;

/** Yields the answers of all files one by one. A row that cannot be parsed is refused, with its line and field. */
export async function* inputAnswers(
  files: readonly NamedAnswerFile[],
  items: ReadonlyMap<string, BeliefItemFacts> | null,
  io: CommandIo,
): AsyncGenerator<AnswerLine> {
  for (const file of files) {
    const { path } = file;
    if (file.rows === "table") {
      for await (const record of inputTable(path, io)) {
        if (record.ok) yield { path, line: record.row.line, ...readResultRow(record.row.cells, file) };
        else yield { path, line: record.line, ok: false, skipped: null, field: "", message: record.message };
      }
      continue;
    }
    for await (const { number: line, text } of inputLines(path, io)) {
      if (text.trim() === "") continue;
      yield { path, line, ...readLine(text, items, file) };
    }
  }
}

/** The items of an item file of expressions, by item name. */
export async function loadBeliefItems(path: string, io: CommandIo): Promise<Map<string, BeliefItemFacts>> {
  const items = new Map<string, BeliefItemFacts>();
  for await (const { number, text } of inputLines(path, io)) {
    if (text.trim() === "") continue;
    const value = parseJson(text);
    if (value === undefined) throw new InputError(`${path}, line ${number} is not JSON`);
    const parsedItem = readBeliefItem(value);
    if (parsedItem) items.set(parsedItem.id, parsedItem.item);
  }
  if (items.size === 0) throw new InputError(`${path} contains no items of expressions of belief`);
  return items;
}

function readLine(
  text: string,
  items: ReadonlyMap<string, BeliefItemFacts> | null,
  file: NamedAnswerFile,
): BeliefAnswerResult {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { ok: false, skipped: null, field: "", message: "is not a JSON object" };
  }
  if (!("item" in value)) return readResultRow(value as Record<string, unknown>, file);
  if (!items) throw new UsageError(`${file.path} is a prediction file; name its item file with --items`);
  return readPrediction(value, items, file);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // undefined is not a JSON value, so callers can recognise an invalid line.
    return undefined;
  }
}
