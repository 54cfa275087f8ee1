import { seededRandom } from "../../random.ts";
import { drawAnswer } from "./draw-study.ts";
import { logistic, normalNumber } from "./marginal-logistic.ts";
import { computeDifficulty } from "./scripted-chance.ts";
import type { PreparedSimulation } from "./simulated-study.ts";

/**
 * The answers of a profile's models as lines of a prediction file (`docs/formats.md`), matching scripted participants
 * with the same seed: every item under every condition, with the stated distance, repeats and share of unparsed
 * answers. The names of the models end with “(simulated)”.
 */
export function* scriptedPredictions({ profile, cells, models }: PreparedSimulation, seed: string) {
  for (const model of models) {
    const random = seededRandom(`${seed}/model/${model.name}`);
    const modelStoryEffects = new Map<string, number>();
    for (const [index, { item, condition, cluster }] of cells.entries()) {
      const logit = model.logits[index];
      if (logit == null) continue;
      if (!modelStoryEffects.has(cluster)) modelStoryEffects.set(cluster, model.storySd * normalNumber(random));
      const itemKeys = { itemVersionId: item.id, storyKey: item.storyId };
      const probability = logistic(
        logit + computeDifficulty(profile, seed, itemKeys) + modelStoryEffects.get(cluster)!,
      );
      for (let repeat = 0; repeat < model.repeats; repeat += 1) {
        const isUnparsed = random.next() < model.unparsed;
        const reply = isUnparsed ? { output: "…" } : { answer: drawAnswer(item, random.next() < probability, random) };
        yield { model: `${model.name} (simulated)`, item: item.name, condition: condition.levels, repeat, ...reply };
      }
    }
  }
}
