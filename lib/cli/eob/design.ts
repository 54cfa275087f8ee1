import { writeLine } from "../io.ts";
import type { AddCommand } from "./add-command.ts";
import { addPeopleOptions, type PeopleOptions, planFromOptions } from "./people-options.ts";

/** `parallax eob design`: who meets which item, in which order. */
export const addDesign: AddCommand = (eob, io, finish) => {
  const command = eob
    .command("design")
    .description(
      'Write the passages of a study with people as JSON lines: participant, sitting and placements in order. With the same options "eob items" writes the items they name. Nobody meets a fact twice; categories rotate; query order is counterbalanced.',
    );
  addPeopleOptions(command).action(async (options: PeopleOptions) => {
    const plan = await planFromOptions(options, io);
    for (const passage of plan.passages) await writeLine(io.stdout, JSON.stringify(passage));
    finish(0);
  });
};
