import type { RegisterCommand } from "./main.ts";
import { addCheck } from "./mindgames/check.ts";
import { addGenerate } from "./mindgames/generate.ts";

/** `parallax mindgames`: problems of dynamic epistemic logic in English, made, checked and passed on. */
export const register: RegisterCommand = (program, io, finish) => {
  const mindgames = program
    .command("mindgames")
    .description("Generate, check and pass on MindGames problems (who can know what after public announcements).");
  for (const add of [addGenerate, addCheck]) add(mindgames, io, finish);
};
