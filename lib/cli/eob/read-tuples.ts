import { type BeliefTuple, parseTuple, type TupleNote } from "../../domain/beliefs/tuple.ts";
import type { CommandIo } from "../io.ts";
import { readLines } from "./read-lines.ts";

/** What one line of a tuple file is: a tuple, a copy of an earlier one, or refused. */
export type TupleLine =
  | { kind: "tuple"; line: number; tuple: BeliefTuple; notes: TupleNote[] }
  | { kind: "repeated"; line: number; firstLine: number }
  | { kind: "refused"; line: number; reason: string; field: string; message: string };

/** The tuples of a JSON-lines file in the authors' shape, one at a time; blank lines are passed over. */
export async function* readTuples(path: string, io: CommandIo): AsyncGenerator<TupleLine> {
  const firstLines = new Map<string, number>();
  for await (const { number: line, text } of readLines(path, io)) {
    if (text.trim() === "") continue;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // Reported with its line, like every other refusal.
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
