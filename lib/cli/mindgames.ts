import { addBalance } from "./mindgames/balance.ts";
import { addCheck } from "./mindgames/check.ts";
import { addExplain } from "./mindgames/explain.ts";
import { addGenerate } from "./mindgames/generate.ts";
import { addItems } from "./mindgames/items.ts";
import { addLmEval } from "./mindgames/lm-eval.ts";
import { addShortcuts } from "./mindgames/shortcuts.ts";
import type { RegisterCommand } from "./register-command.ts";

/** `parallax mindgames`: generates, checks and exports problems of dynamic epistemic logic in English. */
export const register: RegisterCommand = (program, io, finish) => {
  const mindgames = program
    .command("mindgames")
    .description("Generate, check and export MindGames problems (knowledge after public announcements).");
  for (const add of [addGenerate, addCheck, addShortcuts, addBalance, addExplain, addItems, addLmEval])
    add(mindgames, io, finish);
};
