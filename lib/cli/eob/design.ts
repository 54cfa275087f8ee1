import type { AddCommand } from "../commands/add-command.ts";
import { writeLine } from "../io.ts";
import { addParticipantOptions, type ParticipantOptions, planFromOptions } from "./participant-options.ts";

/** `parallax eob design`: writes the items of each participant in their order. */
export const addDesign: AddCommand = (eob, io, finish) => {
  const command = eob
    .command("design")
    .description(
      'Write the sessions of a study with people as JSON lines: participant, sitting and placements in order. With the same options "eob items" writes the items they name. Each person sees each fact at most once; categories rotate; query order is counterbalanced.',
    );
  addParticipantOptions(command).action(async (options: ParticipantOptions) => {
    const plan = await planFromOptions(options, io);
    for (const session of plan.sessions) await writeLine(io.stdout, JSON.stringify(session));
    finish(0);
  });
};
