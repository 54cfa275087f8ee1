import type { AddCommand } from "../commands/add-command.ts";
import { writeLine } from "../io.ts";
import { loadTemplates } from "./content.ts";

/** `parallax eob templates`: checks a template file and lists its content. */
export const addTemplates: AddCommand = (eob, io, finish) => {
  eob
    .command("templates")
    .description(
      "Check a template file in the authors' format, or list the included templates: category, index and text, separated by tabs. Exit code 1 if the file cannot be used.",
    )
    .argument("[file]", "the template file; default: the included file")
    .action(async (file: string | undefined) => {
      const { templates, notes } = await loadTemplates(file, io);
      for (const [category, list] of templates) {
        for (const template of list) await writeLine(io.stdout, [category, template.index, template.text].join("\t"));
      }
      for (const note of notes) await writeLine(io.stderr, `note: ${note.place} ${note.message} (${note.reason})`);
      finish(0);
    });
};
