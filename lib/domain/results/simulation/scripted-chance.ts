import { seededRandom } from "../../random.ts";
import { effectsOfCondition, type GenerativeProfile } from "./generative-profile.ts";
import { logistic, logitOfMarginal, normalNumber } from "./marginal-logistic.ts";

/** An item under the condition in which one person receives it. */
interface PresentedItem {
  itemVersionId: string;
  storyKey: string;
  condition: { id: string; levels: Readonly<Record<string, string>> };
  attributes: Readonly<Record<string, unknown>>;
}

/**
 * The probability that a scripted participant is right under a profile. The difficulties of stories and items are
 * derived from the seed, so all participants of a simulation have the same difficulties.
 */
export function computeCorrectProbability(
  profile: GenerativeProfile,
  seed: string,
  person: { group: string; ability: number },
  { itemVersionId, storyKey, condition, attributes }: PresentedItem,
): number {
  const { storySd, itemSd, personSd } = profile;
  const centre = logitOfMarginal(accuracyOf(attributes, profile), Math.hypot(storySd, itemSd, personSd));
  const effects = effectsOfCondition(profile.conditions, condition).reduce((sum, effect) => sum + effect, 0);
  return logistic(
    centre +
      effects +
      (profile.groups[person.group] ?? 0) +
      person.ability +
      computeDifficulty(profile, seed, { itemVersionId, storyKey }),
  );
}

/** The difficulty of a story and an item, which follows from the seed: shared by people and models. */
export function computeDifficulty(
  { storySd, itemSd }: Pick<GenerativeProfile, "storySd" | "itemSd">,
  seed: string,
  { itemVersionId, storyKey }: Pick<PresentedItem, "itemVersionId" | "storyKey">,
): number {
  const drawEffect = (name: string, deviation: number) =>
    deviation === 0 ? 0 : deviation * normalNumber(seededRandom(`${seed}/${name}`));
  return drawEffect(`story/${storyKey}`, storySd) + drawEffect(`item/${itemVersionId}`, itemSd);
}

/** The accuracy of one person on items with these attributes. */
export function accuracyOf(
  attributes: Readonly<Record<string, unknown>>,
  { accuracy, accuracyBy }: Pick<GenerativeProfile, "accuracy" | "accuracyBy">,
): number {
  const value = accuracyBy && attributes[accuracyBy.attribute];
  return (value == null ? undefined : accuracyBy?.values[String(value)]) ?? accuracy;
}
