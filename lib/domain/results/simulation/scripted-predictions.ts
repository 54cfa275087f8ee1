import { seededRandom } from "../../random.ts";
import { drawnAnswer } from "./draw-study.ts";
import { logistic, normalNumber } from "./marginal-logistic.ts";
import { sharedDifficulty } from "./scripted-chance.ts";
import type { PreparedSimulation } from "./simulated-study.ts";

/**
 * The answers of a profile's models that match scripted participants with the same seed, as lines of a prediction file
 * (`docs/formats.md`): every item under every condition, with the stated distance, repeats and share of unparsed
 * answers. Their names end with “(simulated)”.
 */
export function* scriptedPredictions({ profile, cells, models }: PreparedSimulation, seed: string) {
  for (const model of models) {
    const random = seededRandom(`${seed}/model/${model.name}`);
    const own = new Map<string, number>();
    for (const [index, { item, condition, cluster }] of cells.entries()) {
      const logit = model.logits[index];
      if (logit == null) continue;
      if (!own.has(cluster)) own.set(cluster, model.storySd * normalNumber(random));
      const met = { itemVersionId: item.id, storyKey: item.storyId };
      const chance = logistic(logit + sharedDifficulty(profile, seed, met) + own.get(cluster)!);
      for (let repeat = 0; repeat < model.repeats; repeat += 1) {
        const isUnparsed = random.next() < model.unparsed;
        const said = isUnparsed ? { output: "…" } : { answer: drawnAnswer(item, random.next() < chance, random) };
        yield { model: `${model.name} (simulated)`, item: item.name, condition: condition.levels, repeat, ...said };
      }
    }
  }
}
