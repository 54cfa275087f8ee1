import { seededRandom } from "../../random.ts";
import { effectsOfCondition, type GenerativeProfile } from "./generative-profile.ts";
import { logistic, logitOfMarginal, normalNumber } from "./marginal-logistic.ts";

/** An item under the condition in which one person receives it. */
interface MetItem {
  itemVersionId: string;
  storyKey: string;
  condition: { id: string; levels: Readonly<Record<string, string>> };
  attributes: Readonly<Record<string, unknown>>;
}

/**
 * The chance that a scripted participant is right under a profile. The difficulty of a story and of an item follows from
 * the seed, so that all participants of a simulation meet the same ones.
 */
export function scriptedChance(
  profile: GenerativeProfile,
  seed: string,
  person: { group: string; ability: number },
  { itemVersionId, storyKey, condition, attributes }: MetItem,
): number {
  const { storySd, itemSd, personSd } = profile;
  const centre = logitOfMarginal(accuracyOf(attributes, profile), Math.hypot(storySd, itemSd, personSd));
  const effects = effectsOfCondition(profile.conditions, condition).reduce((sum, effect) => sum + effect, 0);
  return logistic(
    centre +
      effects +
      (profile.groups[person.group] ?? 0) +
      person.ability +
      sharedDifficulty(profile, seed, { itemVersionId, storyKey }),
  );
}

/** The difficulty of a story and an item, which follows from the seed: shared by people and models. */
export function sharedDifficulty(
  { storySd, itemSd }: Pick<GenerativeProfile, "storySd" | "itemSd">,
  seed: string,
  { itemVersionId, storyKey }: Pick<MetItem, "itemVersionId" | "storyKey">,
): number {
  const drawn = (name: string, deviation: number) =>
    deviation === 0 ? 0 : deviation * normalNumber(seededRandom(`${seed}/${name}`));
  return drawn(`story/${storyKey}`, storySd) + drawn(`item/${itemVersionId}`, itemSd);
}

/** The accuracy of one person on items with these attributes. */
export function accuracyOf(
  attributes: Readonly<Record<string, unknown>>,
  { accuracy, accuracyBy }: Pick<GenerativeProfile, "accuracy" | "accuracyBy">,
): number {
  const value = accuracyBy && attributes[accuracyBy.attribute];
  return (value == null ? undefined : accuracyBy?.values[String(value)]) ?? accuracy;
}
