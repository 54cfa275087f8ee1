import * as z from "zod";
import { requiredText } from "../text.ts";
import { compositionSchema } from "./composition/study-composition.ts";

const key = requiredText(100);

/** Maximum number of answers in one generated study, and to one item in one group. */
export const maxAnswers = 500_000;
export const maxPerStratumItem = 10_000;

/** One quota group: the people whose answers match all `criteria`. */
export const stratumSchema = z.strictObject({
  key,
  label: requiredText(200),
  criteria: z.record(key, requiredText(200)),
});
export type StratumPlan = z.infer<typeof stratumSchema>;

const factorsSchema = z.array(z.strictObject({ name: key, levels: z.array(key).min(1).max(10) })).max(10);

/**
 * The plan of a study: participants (strata), items, conditions and numbers of answers.
 *
 * `perStratumItem` is the number of complete answers needed for each item in each stratum, over all conditions. Street
 * et al. 2024: 8 strata, 140 items, 4 conditions, 26 per stratum and item, so 52 per item and condition.
 */
export const designSchema = z.strictObject({
  seed: requiredText(200),
  strata: z.array(stratumSchema).min(1).max(200),
  /** If set, people outside all strata get an open stratum without a quota instead of being turned away. */
  openStratum: z.boolean(),
  factors: factorsSchema,
  /**
   * By kind of item: which factors its items have, and the kind's names for their levels, in the order of `factors`.
   * Absent: all items have all factors.
   */
  variants: z
    .array(z.strictObject({ kind: key, factors: factorsSchema }))
    .min(1)
    .max(40)
    .optional(),
  perStratumItem: z.int().min(1).max(maxPerStratumItem),
  itemsPerSession: z.int().min(1).max(500),
  /** How items are combined into sessions. Omitted in studies created before this field was added. */
  composition: compositionSchema.optional(),
});
export type Design = z.infer<typeof designSchema>;

/** The first stratum, in plan order, whose criteria match these answers; null if there is none. */
export function findStratum<Stratum extends Pick<StratumPlan, "criteria">>(
  strata: readonly Stratum[],
  answers: Readonly<Record<string, string>>,
): Stratum | null {
  return (
    strata.find((stratum) =>
      Object.entries(stratum.criteria).every(([question, value]) => answers[question] === value),
    ) ?? null
  );
}

/** One stratum for every combination of the given answers: `crossStrata({ age: [...], gender: [...] })`. */
export function crossStrata(
  questions: readonly { key: string; options: readonly { value: string; label: string }[] }[],
): StratumPlan[] {
  return questions.reduce<StratumPlan[]>(
    (strata, question) =>
      strata.flatMap((stratum) =>
        question.options.map((option) => ({
          key: [stratum.key, option.value].filter(Boolean).join("/"),
          label: [stratum.label, option.label].filter(Boolean).join(", "),
          criteria: { ...stratum.criteria, [question.key]: option.value },
        })),
      ),
    [{ key: "", label: "", criteria: {} }],
  );
}

export const marginalNames = ["stratum x item", "item x condition", "stratum x item x condition", "sessions"] as const;

export const marginalCountSchema = z.strictObject({
  name: z.enum(marginalNames),
  /** The number of answers in each cell; `low` and `high` are equal if the margin is exact. */
  low: z.int().min(0),
  high: z.int().min(0),
  isExact: z.boolean(),
});
export type MarginalCount = z.infer<typeof marginalCountSchema>;

/**
 * The margins of a full study. Counts of a margin that is not exact differ by at most one; for sessions, `low` counts
 * complete sessions and `high` all sessions.
 */
export function listMarginalCounts(counts: DesignCounts): MarginalCount[] {
  const { strata, items, perStratumItem, itemsPerSession, conditions, perVariant = [conditions] } = counts;
  // Each stratum is generated separately, so each stratum can have one partial session.
  const perStratum = createMargin("sessions", [(items * perStratumItem) / itemsPerSession]);
  const perCondition = (answers: number) => perVariant.map((own) => answers / own);
  return [
    createMargin("stratum x item", [perStratumItem]),
    createMargin("item x condition", perCondition(strata * perStratumItem)),
    createMargin("stratum x item x condition", perCondition(perStratumItem)),
    { ...perStratum, low: strata * perStratum.low, high: strata * perStratum.high },
  ];
}

/** The margin of this name. */
export function findMargin(margins: readonly MarginalCount[], name: MarginalCount["name"]): MarginalCount {
  const found = margins.find((margin) => margin.name === name);
  if (!found) throw new RangeError(`there is no margin "${name}"`);
  return found;
}

export interface DesignCounts {
  strata: number;
  items: number;
  /** Combinations of the levels of all factors. */
  conditions: number;
  /** The number of conditions of an item, for the items of each variant; absent: all items have `conditions`. */
  perVariant?: readonly number[];
  perStratumItem: number;
  itemsPerSession: number;
}

function createMargin(name: MarginalCount["name"], means: readonly number[]): MarginalCount {
  return {
    name,
    low: Math.min(...means.map(Math.floor)),
    high: Math.max(...means.map(Math.ceil)),
    isExact: means.every(Number.isInteger),
  };
}

/**
 * The nearest numbers of answers per stratum and item, below and above the given number, for which item x condition and
 * the number of sessions are integers. `below` is null if no number of at least 1 satisfies this.
 */
export function nearestExact(counts: DesignCounts): { below: number | null; above: number } {
  // Without this check the search for an integer would never end.
  if (!(counts.conditions >= 1) || !(counts.itemsPerSession >= 1)) {
    throw new RangeError(
      `a design needs at least one condition and one item a session, not ${counts.conditions} and ${counts.itemsPerSession}`,
    );
  }
  const isExact = (perStratumItem: number) =>
    listMarginalCounts({ ...counts, perStratumItem }).every(
      (candidate) => candidate.isExact || candidate.name === "stratum x item x condition",
    );
  let below = counts.perStratumItem;
  while (below >= 1 && !isExact(below)) below -= 1;
  let above = counts.perStratumItem;
  while (!isExact(above)) above += 1;
  return { below: below >= 1 ? below : null, above };
}
