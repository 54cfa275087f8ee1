import * as z from "zod";
import { hasContextFree } from "../../items/kinds/context-free.ts";
import type { ConditionLevels } from "../../items/kinds/item-kind.ts";
import { boundedText, requiredText } from "../../text.ts";

const levels = z.record(boundedText(60), boundedText(100));

/**
 * Which conditions of models a study compares with each of its own conditions. The study declares the correspondence,
 * because it cannot be derived.
 */
export const correspondenceSchema = z.strictObject({
  /**
   * If people's condition has the levels of a pair, the model's condition must have the pair's levels; one matching
   * pair is sufficient.
   */
  pairs: z.array(z.strictObject({ people: levels, models: levels })).max(50),
  /** Factors that both conditions must declare, with the same level. */
  same: z.array(requiredText(60)).max(10),
  /** Whether the model's condition may omit a factor: labels then only must not conflict. */
  lenient: z.boolean().optional(),
});
export type Correspondence = z.infer<typeof correspondenceSchema>;

/**
 * The default correspondence: all conditions whose labels do not conflict. For a study with the factor `story`, it is
 * the correspondence of Street et al. 2024 (section 3.2). People to whom the story was not repeated correspond to
 * models with the human prompt. People who could reread the story correspond to models with the simplified prompt.
 * People who were never shown a story correspond to models that were not shown one either.
 *
 * @param hasContextFree whether the study has a condition without any story
 */
export function defaultCorrespondence(factors: readonly string[], hasContextFree = false): Correspondence {
  if (!factors.includes("story")) return { pairs: [], same: [...factors], lenient: true };
  return {
    pairs: [
      { people: { story: "no-story" }, models: { prompt: "human" } },
      { people: { story: "story" }, models: { prompt: "simplified" } },
      ...(hasContextFree ? [{ people: { story: "context-free" }, models: { story: "context-free" } }] : []),
    ],
    same: factors.filter((factor) => factor !== "story"),
    lenient: true,
  };
}

/**
 * The stored correspondence of a study. A study that was created before presets declared a correspondence has the
 * default of its factors.
 *
 * @throws ZodError if the stored value is not a correspondence
 */
export function storedCorrespondence(
  stored: unknown,
  factors: readonly { name: string; levels: readonly string[] }[],
): Correspondence {
  if (stored !== null && stored !== undefined) return correspondenceSchema.parse(stored);
  const names = factors.map(({ name }) => name);
  return defaultCorrespondence(names, hasContextFree(factors));
}

export type Counterpart =
  | {
      ok: true;
      /** The model's levels that the correspondence does not mention ("shots=5"): they define a separate series. */
      rest: ConditionLevels;
      /**
       * Whether a pair explicitly declares levels that the model names; only then may the texts around an item differ.
       */
      isDeclared: boolean;
    }
  /** The factors that prevent a match, in alphabetical order. */
  | { ok: false; factors: string[] };

/**
 * Finds whether a model's condition corresponds to a condition of the study. A factor that both have must have the same
 * level, even if the correspondence states otherwise, because a level of `story` in a file has the same meaning as in
 * the study.
 */
export function findCounterpart(
  correspondence: Correspondence,
  people: ConditionLevels,
  model: ConditionLevels,
): Counterpart {
  const pairs = correspondence.pairs.filter((candidate) => hasLevels(people, candidate.people));
  const distinguishing = new Set(
    pairs.flatMap((pair) =>
      Object.keys(pair.models).filter((factor) => pairs.some((other) => other.models[factor] !== pair.models[factor])),
    ),
  );
  const attempts = (pairs.length > 0 ? pairs : [null]).map((pair) =>
    matchByPair(correspondence, pair, people, model, distinguishing),
  );
  return (
    attempts.find((one) => one.ok && one.isDeclared) ??
    attempts.find((one) => one.ok) ??
    attempts.reduce((one, other) => (!one.ok && !other.ok && other.factors.length < one.factors.length ? other : one))
  );
}

function matchByPair(
  correspondence: Correspondence,
  pair: Correspondence["pairs"][number] | null,
  people: ConditionLevels,
  model: ConditionLevels,
  apart: ReadonlySet<string>,
): Counterpart {
  const requiredLevels: ConditionLevels = {
    ...Object.fromEntries(correspondence.same.flatMap((factor) => levelEntries(people, factor))),
    ...pair?.models,
  };
  const sharedFactors = Object.keys(model).filter((factor) => Object.hasOwn(people, factor));
  // If a pair names a factor on both sides (such as `story` for no story), the model's condition must state it.
  const isNamedTwice = (factor: string) =>
    Object.hasOwn(pair?.people ?? {}, factor) && Object.hasOwn(pair?.models ?? {}, factor);
  const mayOmit = (factor: string) => correspondence.lenient && !isNamedTwice(factor);
  const isConflict = (factor: string) =>
    model[factor] !== requiredLevels[factor] && !(model[factor] === undefined && mayOmit(factor));
  const conflicts = [
    ...Object.keys(requiredLevels).filter(isConflict),
    ...sharedFactors.filter((factor) => model[factor] !== people[factor] && !Object.hasOwn(pair?.models ?? {}, factor)),
  ];
  if (conflicts.length > 0) return { ok: false, factors: [...new Set(conflicts)].sort() };
  // If two prompts correspond, they are two series, never repeats of each other.
  const restLevels = Object.entries(model).filter(
    ([factor]) => apart.has(factor) || (!Object.hasOwn(requiredLevels, factor) && !sharedFactors.includes(factor)),
  );
  return { ok: true, rest: Object.fromEntries(restLevels), isDeclared: isDeclaredFor(pair, model) };
}

/**
 * Adds a pair to the correspondence: a complete condition of models and a condition of the study. Existing comparisons
 * are kept.
 */
export function addPair(
  correspondence: Correspondence,
  people: ConditionLevels,
  models: ConditionLevels,
): Correspondence {
  const otherPairs = correspondence.pairs.filter((pair) => !hasLevels(people, pair.people));
  const pairsOfCondition = correspondence.pairs.filter((pair) => hasLevels(people, pair.people));
  // Keeps the comparison of conditions that were matched only by their labels.
  const keptPairs = pairsOfCondition.length > 0 ? pairsOfCondition : [{ people: { ...people }, models: {} }];
  return { ...correspondence, pairs: [...otherPairs, ...keptPairs, { people: { ...people }, models: { ...models } }] };
}

function isDeclaredFor(pair: Correspondence["pairs"][number] | null, model: ConditionLevels): boolean {
  return pair !== null && Object.keys(pair.models).length > 0 && hasLevels(model, pair.models);
}

function hasLevels(levels: ConditionLevels, wanted: ConditionLevels): boolean {
  return Object.entries(wanted).every(([factor, level]) => levels[factor] === level);
}

function levelEntries(levels: ConditionLevels, factor: string): [string, string][] {
  const level = levels[factor];
  return level === undefined ? [] : [[factor, level]];
}
