import * as z from "zod";
import { seededRandom } from "../../random.ts";
import { generateProblems } from "../mindgames/generate/generate.ts";
import { type GeneratorSettings, generatorSettingsSchema, rowsOfSetup } from "../mindgames/generate/settings.ts";
import { problemKey } from "../mindgames/premise-key.ts";
import { readFormalProblem } from "../mindgames/read-formula.ts";
import type { MindgamesRow } from "../mindgames/row.ts";

/** Settings and seed with which a set was generated, and the cells that could not be filled. */
export const setGenerationSchema = z.object({
  settings: generatorSettingsSchema,
  seed: z.string(),
  /** Descriptions of cells that have fewer problems than the other cells of their setup. */
  shortCells: z.array(z.string()),
});
export type SetGeneration = z.infer<typeof setGenerationSchema>;

/**
 * Size of the training set relative to the test set, as in the paper: 11.2k training examples and 3.73k tests (section
 * 4.2).
 */
const trainingSetFactor = 3;

/**
 * Generates a set with the same settings and a different seed. It shares no problem with the given set, even if the
 * persons' names differ. It is three times as large as the given set, or smaller if there are not enough problems.
 */
export function generateTrainingSet(
  rows: readonly MindgamesRow[],
  { settings, seed: ofSet }: Pick<SetGeneration, "settings" | "seed">,
): { rows: MindgamesRow[]; seed: string } {
  const seed = `${ofSet}, training`;
  const excludedKeys = new Set(
    rows.flatMap(({ smcdel_problem, names, setup }) => {
      const problem = readFormalProblem(smcdel_problem, names, setup);
      return problem.ok ? [problemKey(problem.problem)] : [];
    }),
  );
  const trainingSettings: GeneratorSettings = {
    ...settings,
    splits: [["training", 1]],
    rowsPerSetup: Object.fromEntries(
      settings.setups.map((setup) => [setup, Math.min(1_000_000, trainingSetFactor * rowsOfSetup(settings, setup))]),
    ),
  };
  const steps = generateProblems(trainingSettings, seededRandom(seed), excludedKeys);
  for (;;) {
    const step = steps.next();
    if (step.done) return { rows: step.value.splits.flatMap((split) => split.rows), seed };
  }
}
