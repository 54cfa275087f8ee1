import * as z from "zod";
import { hasContextFree } from "../../items/kinds/context-free.ts";
import type { ConditionLevels } from "../../items/kinds/item-kind.ts";
import { boundedText, requiredText } from "../../text.ts";

const levels = z.record(boundedText(60), boundedText(100));

/**
 * Which conditions of models a study sets beside which of its own; part of what a study declares, since no one else can
 * know it.
 */
export const correspondenceSchema = z.strictObject({
  /** Pairs whose levels the people's condition has say which levels the model's condition must have: those of any of them. */
  pairs: z.array(z.strictObject({ people: levels, models: levels })).max(50),
  /** Factors that both conditions must declare, with the same level. */
  same: z.array(requiredText(60)).max(10),
  /** Whether a factor that the model's condition does not name is no hindrance: labels only have to not clash. */
  lenient: z.boolean().optional(),
});
export type Correspondence = z.infer<typeof correspondenceSchema>;

/**
 * What stands beside what where a study declares nothing: all conditions whose labels do not clash. For a study of the
 * factor `story` that is the correspondence of Street et al. 2024 (section 3.2): people to whom the story was not repeated
 * beside models that were given the human prompt, people who had it in sight beside the simplified prompt; people who were
 * never shown a story stand beside models that were not either.
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
 * The correspondence of a study as it is stored; studies from before presets declared one have the default of their factors.
 *
 * @throws ZodError if what is stored is no correspondence
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
      /** The model's levels that the correspondence does not speak of ("shots=5"): they make a series of its own. */
      rest: ConditionLevels;
      /** Whether a pair says so with levels that the model names: only then may the words around an item differ. */
      isDeclared: boolean;
    }
  /** The factors that stand in the way, in alphabetical order. */
  | { ok: false; factors: string[] };

/**
 * Whether a model's condition stands beside a study's. A factor that both name must have the same level, whatever the
 * correspondence says: a file that speaks of `story` means what the study means by it.
 */
export function findCounterpart(
  correspondence: Correspondence,
  people: ConditionLevels,
  model: ConditionLevels,
): Counterpart {
  const pairs = correspondence.pairs.filter((candidate) => hasLevels(people, candidate.people));
  const apart = new Set(
    pairs.flatMap((pair) =>
      Object.keys(pair.models).filter((factor) => pairs.some((other) => other.models[factor] !== pair.models[factor])),
    ),
  );
  const tried = (pairs.length > 0 ? pairs : [null]).map((pair) =>
    throughPair(correspondence, pair, people, model, apart),
  );
  return (
    tried.find((one) => one.ok && one.isDeclared) ??
    tried.find((one) => one.ok) ??
    tried.reduce((one, other) => (!one.ok && !other.ok && other.factors.length < one.factors.length ? other : one))
  );
}

function throughPair(
  correspondence: Correspondence,
  pair: Correspondence["pairs"][number] | null,
  people: ConditionLevels,
  model: ConditionLevels,
  apart: ReadonlySet<string>,
): Counterpart {
  const required: ConditionLevels = {
    ...Object.fromEntries(correspondence.same.flatMap((factor) => entryOf(people, factor))),
    ...pair?.models,
  };
  const shared = Object.keys(model).filter((factor) => Object.hasOwn(people, factor));
  // A pair that names a factor on both sides, such as a story that no one is shown, takes no silence for it.
  const isNamedTwice = (factor: string) =>
    Object.hasOwn(pair?.people ?? {}, factor) && Object.hasOwn(pair?.models ?? {}, factor);
  const mayBeSilent = (factor: string) => correspondence.lenient && !isNamedTwice(factor);
  const isHindrance = (factor: string) =>
    model[factor] !== required[factor] && !(model[factor] === undefined && mayBeSilent(factor));
  const hindering = [
    ...Object.keys(required).filter(isHindrance),
    ...shared.filter((factor) => model[factor] !== people[factor] && !Object.hasOwn(pair?.models ?? {}, factor)),
  ];
  if (hindering.length > 0) return { ok: false, factors: [...new Set(hindering)].sort() };
  // Two prompts that both correspond are two series, never repeats of each other.
  const rest = Object.entries(model).filter(
    ([factor]) => apart.has(factor) || (!Object.hasOwn(required, factor) && !shared.includes(factor)),
  );
  return { ok: true, rest: Object.fromEntries(rest), isDeclared: isNamed(pair, model) };
}

/**
 * The correspondence with one more pair: a condition of models, as a whole, beside one of the study's. What else was
 * compared stays compared.
 */
export function withPair(
  correspondence: Correspondence,
  people: ConditionLevels,
  models: ConditionLevels,
): Correspondence {
  const others = correspondence.pairs.filter((pair) => !hasLevels(people, pair.people));
  const own = correspondence.pairs.filter((pair) => hasLevels(people, pair.people));
  // Anyone who was compared by labels alone is not lost to the pair that now stands there.
  const kept = own.length > 0 ? own : [{ people: { ...people }, models: {} }];
  return { ...correspondence, pairs: [...others, ...kept, { people: { ...people }, models: { ...models } }] };
}

function isNamed(pair: Correspondence["pairs"][number] | null, model: ConditionLevels): boolean {
  return pair !== null && Object.keys(pair.models).length > 0 && hasLevels(model, pair.models);
}

function hasLevels(levels: ConditionLevels, wanted: ConditionLevels): boolean {
  return Object.entries(wanted).every(([factor, level]) => levels[factor] === level);
}

function entryOf(levels: ConditionLevels, factor: string): [string, string][] {
  const level = levels[factor];
  return level === undefined ? [] : [[factor, level]];
}
