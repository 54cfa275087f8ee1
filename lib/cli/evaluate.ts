import { addEstimateAndCreate } from "./evaluate/begin.ts";
import { addPauseAndResume } from "./evaluate/control.ts";
import { addEndpoint } from "./evaluate/endpoint.ts";
import { addJudge } from "./evaluate/judge.ts";
import { addList } from "./evaluate/list.ts";
import { addRun } from "./evaluate/run.ts";
import type { RegisterCommand } from "./register-command.ts";

/** `parallax evaluate`: evaluates models with prompts from the same source as people's screens. */
export const register: RegisterCommand = (program, io, finish) => {
  const evaluate = program
    .command("evaluate")
    .description("Evaluate models on a benchmark: estimate costs, show progress, pause, resume, judge.")
    .addHelpText("after", help);
  for (const add of [addEndpoint, addEstimateAndCreate, addRun, addPauseAndResume, addJudge, addList])
    add(evaluate, io, finish);
};

const help = `
Requests are sent by a running Parallax, by "parallax worker", or by "parallax evaluate run ID" in this process.
Answered questions are not asked again after an interruption.

Example:
  parallax evaluate endpoint "Small at home" --url http://localhost:8000/v1 --model small
  parallax evaluate estimate --endpoint "Small at home" --benchmark "Seven stories (demo)" --condition prompt=human
  parallax evaluate create --endpoint "Small at home" --benchmark "Seven stories (demo)" --condition prompt=human --limit 5`;
