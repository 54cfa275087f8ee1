import { z } from "zod";
import type { ConditionLevels } from "../items/kinds/item-kind.ts";
import { boundedText, requiredText } from "../text.ts";

const levels = z.record(boundedText(60), boundedText(100));

/**
 * Which conditions of models a study sets beside which of its own; part of what a study declares, since nobody else can
 * know it.
 */
export const correspondenceSchema = z.strictObject({
  /** The first pair whose levels the people's condition has says which levels the model's condition must have. */
  pairs: z.array(z.strictObject({ people: levels, models: levels })).max(50),
  /** Factors that both conditions must declare, with the same level. */
  same: z.array(requiredText(60)).max(10),
});
export type Correspondence = z.infer<typeof correspondenceSchema>;

/**
 * The correspondence of Street et al. 2024 (section 3.2): people to whom the story was not repeated
 * beside models that were given the human prompt, people who had the story in sight beside the simplified prompt; people
 * who were never shown a story stand beside models that were not either; the order of the two words is
 * the same on both sides. For other designs every factor of the study must be the same.
 *
 * @param hasContextFree whether the study has a condition without any story
 */
export function defaultCorrespondence(factors: readonly string[], hasContextFree = false): Correspondence {
  if (!factors.includes("story")) return { pairs: [], same: [...factors] };
  return {
    pairs: [
      { people: { story: "no-story" }, models: { prompt: "human" } },
      { people: { story: "story" }, models: { prompt: "simplified" } },
      ...(hasContextFree ? [{ people: { story: "context-free" }, models: { story: "context-free" } }] : []),
    ],
    same: factors.filter((factor) => factor !== "story"),
  };
}

export type Counterpart =
  | {
      ok: true;
      /** The model's levels that the correspondence does not speak of ("shots=5"): they make a series of its own. */
      rest: ConditionLevels;
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
  const pair = correspondence.pairs.find((candidate) => hasLevels(people, candidate.people));
  const required: ConditionLevels = {
    ...Object.fromEntries(correspondence.same.flatMap((factor) => entryOf(people, factor))),
    ...pair?.models,
  };
  const shared = Object.keys(model).filter((factor) => Object.hasOwn(people, factor));
  const hindering = [
    ...Object.keys(required).filter((factor) => model[factor] !== required[factor]),
    ...shared.filter((factor) => model[factor] !== people[factor] && !Object.hasOwn(pair?.models ?? {}, factor)),
  ];
  if (hindering.length > 0) return { ok: false, factors: [...new Set(hindering)].sort() };
  const rest = Object.entries(model).filter(([factor]) => !Object.hasOwn(required, factor) && !shared.includes(factor));
  return { ok: true, rest: Object.fromEntries(rest) };
}

function hasLevels(levels: ConditionLevels, wanted: ConditionLevels): boolean {
  return Object.entries(wanted).every(([factor, level]) => levels[factor] === level);
}

function entryOf(levels: ConditionLevels, factor: string): [string, string][] {
  const level = levels[factor];
  return level === undefined ? [] : [[factor, level]];
}
