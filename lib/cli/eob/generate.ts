import { expandTuple, formatExpression } from "../../domain/beliefs/expand.ts";
import type { AddCommand } from "../commands/add-command.ts";
import { writeLine } from "../io.ts";
import { loadSources, loadTemplates } from "./content.ts";
import { readTuples } from "./read-tuples.ts";

interface GenerateOptions {
  tuples: string;
  templates?: string;
  sources?: string;
  seed: string;
  allTemplates: boolean;
  quiet: boolean;
}

/** Facts between two progress lines. */
const progressStep = 500;

/** `parallax eob generate`: writes one expression for each fact and category, one per line. */
export const addBeliefGenerate: AddCommand = (eob, io, finish) => {
  eob
    .command("generate")
    .description(
      "Write one expression per fact and category as JSON lines, each with two yes/no queries and an open-ended query. Random choices depend only on the seed, the fact and the category. Exit code 1 if a fact was refused.",
    )
    .requiredOption("--tuples <file>", 'fact tuples as JSON lines (see "eob tuples"); "-" for standard input')
    .requiredOption("--seed <seed>", "seed for drawing templates and sources")
    .option("--templates <file>", "template file in the authors' format; default: the included templates")
    .option("--sources <file>", "authority and belief sources; default: the included sources")
    .option("--all-templates", "one expression for every template instead of one for every category", false)
    .option("--quiet", "no progress on standard error", false)
    .action(async (options: GenerateOptions) => {
      const { templates, notes } = await loadTemplates(options.templates, io);
      const sources = await loadSources(options.sources, io);
      for (const note of notes) await writeLine(io.stderr, `note: ${note.place} ${note.message} (${note.reason})`);
      const counts = { facts: 0, expressions: 0, repeated: 0, refused: 0 };
      for await (const line of readTuples(options.tuples, io)) {
        if (line.kind === "repeated") counts.repeated += 1;
        if (line.kind === "refused") {
          counts.refused += 1;
          await writeLine(io.stderr, `refused: line ${line.line}, ${line.field}: ${line.message}`);
        }
        if (line.kind !== "tuple") continue;
        counts.facts += 1;
        for (const result of expandTuple(line.tuple, templates, sources, options)) {
          if (result.ok) {
            counts.expressions += 1;
            await writeLine(io.stdout, JSON.stringify(formatExpression(result.expression)));
          } else {
            counts.refused += 1;
            await writeLine(io.stderr, `refused: line ${line.line}: ${result.message}`);
          }
        }
        if (!options.quiet && counts.facts % progressStep === 0) {
          await writeLine(io.stderr, `${counts.facts} facts, ${counts.expressions} expressions`);
        }
      }
      await writeLine(
        io.stderr,
        `done: ${counts.facts} facts, ${counts.expressions} expressions, ${counts.repeated} repeated, ${counts.refused} refused`,
      );
      finish(counts.refused === 0 ? 0 : 1);
    });
};
