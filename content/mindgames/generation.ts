import type { SetGeneration } from "../../lib/domain/epistemic/artefacts/training-set.ts";
import { presets } from "../../lib/domain/epistemic/mindgames/generate/settings.ts";

/** The settings and seed that problems.jsonl was generated from. */
export const demoGeneration: SetGeneration = {
  settings: { ...presets.paper, rowsPerSetup: 20 },
  seed: "parallax-demo",
  shortCells: [],
};
