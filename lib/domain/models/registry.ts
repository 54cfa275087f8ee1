import * as z from "zod";
import { formatCount } from "../format/figures.ts";
import { boundedText } from "../text.ts";

/** A text field of a form; surrounding spaces are removed. */
const trimmedText = (schema: z.ZodType<string>) => schema.transform((text) => text.trim());
const text = trimmedText(boundedText(300));

/** A number in a text field; null if the field is empty. */
function numberField(minimum: number, maximum: number): z.ZodType<number | null> {
  return boundedText(40).transform((typed, context) => {
    const plain = typed.trim().replace(",", ".");
    if (plain === "") return null;
    const number = Number(plain);
    if (Number.isFinite(number) && number >= minimum && number <= maximum) return number;
    context.addIssue({ code: "custom", message: `must be a number from ${minimum} to ${formatCount(maximum)}` });
    return null;
  }) as z.ZodType<number | null>;
}

/** A day, a month or a year; empty if not stated. */
const day = trimmedText(boundedText(10)).refine(
  (typed) => typed === "" || /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/u.test(typed),
  "must be a date such as 2026-05-31, 2026-05 or 2026",
) as z.ZodType<string>;

/** Metadata of a model, as submitted by its form. Empty texts and nulls mean not stated. */
export const modelFormSchema = z.strictObject({
  name: text.refine((name) => name !== "" && name.length <= 200, "must not be empty and at most 200 characters long"),
  family: text,
  sizeBillions: numberField(0, 1_000_000),
  tuning: z.enum(["", "base", "instruct"]),
  tunedWith: text,
  access: z.enum(["", "open", "closed"]),
  released: day,
  licence: text,
  notes: trimmedText(boundedText(5_000)),
});

/** The settings of a run, as submitted by its form. */
export const runFormSchema = z.strictObject({
  source: text.refine((name) => name !== "" && name.length <= 200, "must not be empty and at most 200 characters long"),
  temperature: numberField(0, 100),
  seed: text,
  reasoning: z.enum(["", "on", "off"]),
  effort: text,
  prompt: text,
  shots: numberField(0, 10_000),
  date: day,
  harness: text,
  harnessVersion: text,
  notes: trimmedText(boundedText(5_000)),
});

/** A run that is entered manually: its benchmark and its settings. */
export const newRunFormSchema = runFormSchema.extend({ benchmark: z.uuid() });

/** One answer that is entered manually, in the format of a prediction file. */
export const answerFormSchema = z.strictObject({
  item: text.refine((name) => name !== "", "must not be empty"),
  /** The condition: "factor=level" pairs, separated by semicolons. */
  condition: trimmedText(boundedText(600)).refine(
    (typed) => typed.split(";").every((pair) => pair.trim() === "" || /^[\w-]+\s*=\s*\S/u.test(pair.trim())),
    "must be pairs such as story=no-story; prompt=human",
  ),
  repeat: numberField(0, 1_000_000),
  output: boundedText(100_000).refine((typed) => typed.trim() !== "", "must not be empty"),
});

/** Parses the levels of a condition that is written in this way. */
export function levelsOfText(condition: string): Record<string, string> {
  const pairs = condition.split(";").filter((pair) => pair.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf("=")).trim(), pair.slice(pair.indexOf("=") + 1).trim()]),
  );
}

type Facts = Record<string, string | number | null>;

/** Selects the facts that were stated, for storage. */
export function omitEmptyFacts(facts: Readonly<Facts>): Record<string, string | number> {
  const statedEntries = Object.entries(facts).filter((entry): entry is [string, string | number] => {
    const [, value] = entry;
    return value !== null && value !== "";
  });
  return Object.fromEntries(statedEntries);
}

const factSchema = z.record(z.string(), z.unknown());

/** Converts stored facts into texts for a form. Values other than texts and numbers are omitted. */
export function readStoredFacts(stored: unknown): Record<string, string> {
  const entries = Object.entries(factSchema.safeParse(stored).data ?? {});
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
    ),
  );
}

/** The facts of a model, in the order in which its page shows them. */
export const modelFacts = [
  ["family", "Family"],
  ["sizeBillions", "Parameters (billions)"],
  ["tuning", "Base or instruct"],
  ["tunedWith", "Tuned with"],
  ["access", "Weights"],
  ["released", "Released"],
  ["licence", "Licence"],
  ["notes", "Notes"],
] as const;

/** The settings of a run, in the order in which its page shows them. */
export const runSettings = [
  ["temperature", "Temperature"],
  ["seed", "Seed"],
  ["reasoning", "Reasoning"],
  ["effort", "Effort"],
  ["prompt", "Prompt"],
  ["shots", "Shots"],
  ["date", "Evaluated on"],
  ["harness", "Harness"],
  ["harnessVersion", "Harness version"],
  ["notes", "Notes"],
] as const;
