import { type BeliefTuple, parseTuple, type TupleNote } from "@/lib/domain/beliefs/tuple.ts";
import { parseBoundedJson } from "@/lib/domain/bounded-json.ts";
import { type NumberedLine, UnreadableFileError } from "./text-lines.ts";

/** One line of a tuple file: a tuple, a copy of an earlier tuple, or a refused line. */
export type TupleLineResult =
  | { kind: "tuple"; line: number; tuple: BeliefTuple; notes: TupleNote[] }
  | { kind: "repeated"; line: number; firstLine: number }
  | { kind: "refused"; line: number; reason: string; field: string; message: string };

/**
 * The tuples of a file in the authors' shape, one at a time: JSON Lines, where blank lines are skipped, or one JSON
 * list, whose entries are counted as lines.
 */
export async function* readTupleLines(lines: AsyncIterable<NumberedLine>): AsyncGenerator<TupleLineResult> {
  const firstLines = new Map<string, number>();
  for await (const { line, value } of readValues(lines)) {
    if (value === undefined) {
      yield { kind: "refused", line, reason: "notJson", field: "", message: "is not JSON" };
      continue;
    }
    const parsed = parseTuple(value);
    if (!parsed.ok) {
      const { reason, field, message } = parsed;
      yield { kind: "refused", line, reason, field, message };
      continue;
    }
    const firstLine = firstLines.get(parsed.tuple.id);
    if (firstLine !== undefined) {
      yield { kind: "repeated", line, firstLine };
      continue;
    }
    firstLines.set(parsed.tuple.id, line);
    yield { kind: "tuple", line, tuple: parsed.tuple, notes: parsed.notes };
  }
}

/** The JSON values of a file; undefined for a line that is not JSON. */
async function* readValues(lines: AsyncIterable<NumberedLine>): AsyncGenerator<{ line: number; value: unknown }> {
  const list: string[] = [];
  for await (const { number: line, text } of lines) {
    if (list.length > 0 || (line === 1 && text.trimStart().startsWith("["))) list.push(text);
    else if (text.trim() !== "") yield { line, value: parseJson(text) };
  }
  if (list.length === 0) return;
  const values = parseJson(list.join("\n"));
  if (!Array.isArray(values)) throw new UnreadableFileError("the file begins like a JSON list but is not a list");
  for (const [index, value] of values.entries()) yield { line: index + 1, value };
}

function parseJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    // `undefined` has no JSON text; the caller reports the line.
    return undefined;
  }
}
