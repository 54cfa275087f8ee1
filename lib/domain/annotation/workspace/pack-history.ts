import * as z from "zod";
import type { Anchor } from "@/lib/domain/stories/anchors/anchor.ts";
import { type Draft, type HistoryStep, newDraft } from "@/lib/domain/stories/history.ts";

const packedAnchor = z.tuple([
  z.string(),
  z.enum(["knowledge", "event", "error"]),
  z.int().nonnegative(),
  z.int().nonnegative(),
  z.int().nonnegative(),
  z.enum(["not-found", "cut"]).nullable(),
]);

/**
 * Edit (start, end, new text, old text), then the anchors before and after it. The edit is null for a step that only
 * moved anchors.
 */
const packedStep = z.tuple([
  z.tuple([z.int().nonnegative(), z.int().nonnegative(), z.string(), z.string()]).nullable(),
  z.int().nonnegative(),
  z.int().nonnegative(),
]);

const packedHistorySchema = z.object({
  version: z.literal(1),
  /** Length of the text to which the history belongs. A history is discarded if its text has another length. */
  length: z.int().nonnegative(),
  texts: z.array(z.string()),
  anchors: z.array(z.array(packedAnchor)),
  past: z.array(packedStep),
  future: z.array(packedStep),
});
export type PackedHistory = z.infer<typeof packedHistorySchema>;

/** Limits of the stored history, in steps and in characters, so that a save stays small. */
const maxHistorySteps = 300;
const maxHistoryLength = 40_000;

/**
 * Packs the undo history of a text as compact JSON. Anchors and their words are stored once in a table; steps refer to
 * them by index. The newest steps are kept, up to the size limit.
 */
export function packHistory(draft: Draft): PackedHistory {
  let characters = 0;
  const texts = createTable<string, string>(
    (text) => text,
    (text) => {
      characters += text.length + 3;
      return text;
    },
  );
  const lists = createTable<readonly Anchor[], z.infer<typeof packedAnchor>[]>(
    (anchors) => JSON.stringify(anchors),
    (anchors) =>
      anchors.map(({ id, role, start, end, text, damage }) => {
        characters += id.length + role.length + 20;
        return [id, role, start, end, texts.numberOf(text), damage];
      }),
  );
  const pack = ({ edit, undo, before, after }: HistoryStep): z.infer<typeof packedStep> => {
    characters += 30 + (edit?.text.length ?? 0) + (undo?.text.length ?? 0);
    const change: z.infer<typeof packedStep>[0] =
      edit === null || undo === null ? null : [edit.start, edit.end, edit.text, undo.text];
    return [change, lists.numberOf(before), lists.numberOf(after)];
  };
  const packSteps = (steps: readonly HistoryStep[]) => {
    const packedSteps: z.infer<typeof packedStep>[] = [];
    for (const step of steps) {
      if (packedSteps.length >= maxHistorySteps || characters > maxHistoryLength) break;
      packedSteps.push(pack(step));
    }
    return packedSteps;
  };
  const future = packSteps(draft.future);
  const past = packSteps(draft.past.toReversed()).reverse();
  return { version: 1, length: draft.text.length, texts: texts.rows, anchors: lists.rows, past, future };
}

/**
 * Restores a draft from a text, its anchors and a packed history. The draft has no history if `packed` is missing or
 * belongs to another text.
 */
export function unpackHistory(text: string, anchors: readonly Anchor[], packed: unknown): Draft {
  const parsed = packedHistorySchema.safeParse(packed);
  if (!parsed.success || parsed.data.length !== text.length) return newDraft(text, anchors);
  const { texts, anchors: lists, past, future } = parsed.data;
  const anchorLists = lists.map((list) =>
    list.map(
      ([id, role, start, end, number, damage]): Anchor => ({
        id,
        role,
        start,
        end,
        text: texts[number] ?? "",
        damage,
      }),
    ),
  );
  const step = ([edit, before, after]: z.infer<typeof packedStep>): HistoryStep => ({
    edit: edit && { start: edit[0], end: edit[1], text: edit[2] },
    undo: edit && { start: edit[0], end: edit[0] + edit[2].length, text: edit[3] },
    before: anchorLists[before] ?? [],
    after: anchorLists[after] ?? [],
    isOpen: false,
  });
  return { text, anchors: [...anchors], past: past.map(step), future: future.map(step) };
}

/** A table of rows that are numbered in the order of first use. Values with equal keys share one row. */
function createTable<Value, Row>(keyOf: (value: Value) => string, rowOf: (value: Value) => Row) {
  const numbers = new Map<string, number>();
  const rows: Row[] = [];
  const numberOf = (value: Value): number => {
    const key = keyOf(value);
    const knownNumber = numbers.get(key);
    if (knownNumber !== undefined) return knownNumber;
    numbers.set(key, numbers.size);
    rows.push(rowOf(value));
    return numbers.size - 1;
  };
  return { rows, numberOf };
}
