import * as z from "zod";
import { firstProblem } from "../../text.ts";
import { hasBrokenUnicode } from "../tuple.ts";

/** A row of PopQA: subject, relation and object of a question, with popularity and other names. */
export interface PopQaRow {
  /** Line in the file, from 1. */
  line: number;
  subject: string;
  relation: string;
  object: string;
  subjectPopularity: number | null;
  objectPopularity: number | null;
  objectId: number | null;
  objectAliases: string[];
  possibleAnswers: string[];
}

export interface RowProblem {
  line: number;
  field: string;
  message: string;
}

/** The required columns of a PopQA file. Other columns, such as `s_aliases`, are optional. */
export const popQaColumns = ["subj", "prop", "obj"] as const;

const rowSchema = z.object({
  subj: z.string({ error: "is missing" }),
  prop: z.string({ error: "is missing" }),
  obj: z.string({ error: "is missing" }),
  s_pop: z.string().default(""),
  o_pop: z.string().default(""),
  obj_id: z.string().default(""),
  o_aliases: z.string().default(""),
  possible_answers: z.string().default(""),
});

const brokenUnicode = "contains broken Unicode (half of a surrogate pair, NUL, or a character lost in an earlier copy)";

export type ReadPopQaRow = { ok: true; row: PopQaRow; notes: RowProblem[] } | { ok: false; problem: RowProblem };

/**
 * Reads a row of a PopQA table; alias cells contain JSON lists.
 *
 * Empty cells are kept, because a filter later removes and counts incomplete facts. A row with an unpaired surrogate in
 * a displayed field is rejected; an alias with an unpaired surrogate is dropped.
 */
export function readPopQaRow(cells: Readonly<Record<string, string>>, line: number): ReadPopQaRow {
  const parsed = rowSchema.safeParse(cells);
  if (!parsed.success) return { ok: false, problem: { line, ...firstProblem(parsed.error) } };
  const row = parsed.data;
  for (const field of popQaColumns) {
    if (hasBrokenUnicode(row[field])) {
      return { ok: false, problem: { line, field, message: brokenUnicode } };
    }
  }
  const notes: RowProblem[] = [];
  const lists: Record<"o_aliases" | "possible_answers", string[]> = { o_aliases: [], possible_answers: [] };
  for (const field of ["o_aliases", "possible_answers"] as const) {
    const names = parseNames(row[field]);
    if (!names) return { ok: false, problem: { line, field, message: "is not a JSON list of texts" } };
    lists[field] = names.filter((name) => !hasBrokenUnicode(name));
    for (const name of names.filter(hasBrokenUnicode)) {
      notes.push({ line, field, message: `dropped ${JSON.stringify(name)}: ${brokenUnicode}` });
    }
  }
  const numbers = { s_pop: parseNumber(row.s_pop), o_pop: parseNumber(row.o_pop), obj_id: parseNumber(row.obj_id) };
  for (const [field, number] of Object.entries(numbers)) {
    if (number === undefined) return { ok: false, problem: { line, field, message: "is not a number" } };
  }
  return {
    ok: true,
    notes,
    row: {
      line,
      subject: row.subj.trim(),
      relation: row.prop.trim(),
      object: row.obj.trim(),
      subjectPopularity: numbers.s_pop ?? null,
      objectPopularity: numbers.o_pop ?? null,
      objectId: numbers.obj_id ?? null,
      objectAliases: lists.o_aliases,
      possibleAnswers: lists.possible_answers,
    },
  };
}

/**
 * Parses a cell's list of names. An empty cell gives an empty list; null for anything else that is not a list of texts.
 */
function parseNames(cell: string): string[] | null {
  if (cell.trim() === "") return [];
  try {
    const names: unknown = JSON.parse(cell);
    return z.array(z.string()).safeParse(names).data ?? null;
  } catch {
    // The cell is not JSON; the caller reports the line and field.
    return null;
  }
}

/** Parses a cell's number. Returns null for an empty cell, and undefined if the cell is not a number. */
function parseNumber(cell: string): number | null | undefined {
  if (cell.trim() === "") return null;
  const number = Number(cell);
  return Number.isFinite(number) ? number : undefined;
}
