import type { AddCommand } from "../commands/add-command.ts";
import { writeLine } from "../io.ts";
import { addParticipantOptions, type ParticipantOptions, planFromOptions } from "./participant-options.ts";

/** `parallax eob items`: writes the item file of a study with people. */
export const addBeliefItems: AddCommand = (eob, io, finish) => {
  const command = eob
    .command("items")
    .description(
      'Write the items of a study with people as an item file (JSON lines, kind "yes-no") for "parallax import items": queries without an expression (role prior), after a false one (role expression) and after a true one (role filler).',
    );
  addParticipantOptions(command).action(async (options: ParticipantOptions) => {
    const plan = await planFromOptions(options, io);
    for (const item of plan.items) await writeLine(io.stdout, JSON.stringify(item));
    finish(0);
  });
};
