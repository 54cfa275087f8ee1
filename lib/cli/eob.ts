import { addDesign } from "./eob/design.ts";
import { addBeliefGenerate } from "./eob/generate.ts";
import { addBeliefItems } from "./eob/items.ts";
import { addRank } from "./eob/rank.ts";
import { addRender } from "./eob/render.ts";
import { addBeliefScore } from "./eob/score.ts";
import { addTemplates } from "./eob/templates.ts";
import { addTuples } from "./eob/tuples.ts";
import type { RegisterCommand } from "./register-command.ts";

/** `parallax eob`: generates expressions of belief from facts, and computes context-following rates from answers. */
export const register: RegisterCommand = (program, io, finish) => {
  const eob = program
    .command("eob")
    .description("Generate, render and score expressions of belief (false claims in 19 linguistic forms).");
  for (const add of [
    addTuples,
    addTemplates,
    addBeliefGenerate,
    addRender,
    addBeliefItems,
    addDesign,
    addBeliefScore,
    addRank,
  ]) {
    add(eob, io, finish);
  }
};
