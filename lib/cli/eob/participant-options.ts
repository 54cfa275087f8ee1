import { type Command, Option } from "commander";
import { expressionsOfTemplates } from "../../domain/beliefs/participants/expression-source.ts";
import {
  defaultParticipantSettings,
  type ParticipantPlan,
  type ParticipantSettings,
  planParticipants,
} from "../../domain/beliefs/participants/plan-participants.ts";
import type { TemplateSet } from "../../domain/beliefs/templates.ts";
import type { BeliefTuple } from "../../domain/beliefs/tuple.ts";
import { categories } from "../../domain/beliefs/typology.ts";
import { type CommandIo, InputError, UsageError, writeLine } from "../io.ts";
import { loadSources, loadTemplates } from "./content.ts";
import { readTuples } from "./read-tuples.ts";
import { wholeNumber } from "./tuples.ts";

export interface ParticipantOptions {
  tuples: string;
  seed: string;
  templates?: string;
  sources?: string;
  participants: string;
  facts: string;
  fillers: string;
  categories?: string;
  prior: "first" | "after" | "separate";
  pairing: "together" | "apart";
}

/** The common options of "items" and "design". The same options always give the same study. */
export function addParticipantOptions(command: Command): Command {
  return command
    .requiredOption("--tuples <file>", 'fact tuples as JSON lines (see "eob tuples"); "-" for standard input')
    .requiredOption("--seed <seed>", "seed of all random draws")
    .option("--templates <file>", "template file in the authors' format; default: the included templates")
    .option("--sources <file>", "authority and belief sources; default: the included sources")
    .option("--participants <n>", "sessions to generate", String(defaultParticipantSettings.participants))
    .option("--facts <n>", "false expressions per participant", String(defaultParticipantSettings.factsPerParticipant))
    .option(
      "--fillers <n>",
      "true assertions per participant",
      String(defaultParticipantSettings.fillersPerParticipant),
    )
    .option(
      "--categories <list>",
      "categories in the study, separated by commas, also those of a template file; default: the 19 included ones",
    )
    .addOption(
      new Option(
        "--prior <when>",
        "when to ask what people know: first, after the expressions, or in a separate sitting",
      )
        .choices(["first", "after", "separate"])
        .default(defaultParticipantSettings.priorKnowledge),
    )
    .addOption(
      new Option("--pairing <how>", "ask both queries after the expression together, or the second one later")
        .choices(["together", "apart"])
        .default(defaultParticipantSettings.pairing),
    );
}

/** Plans the study that the options describe. Standard error lists the omitted facts and the reasons. */
export async function planFromOptions(options: ParticipantOptions, io: CommandIo): Promise<ParticipantPlan> {
  const { templates } = await loadTemplates(options.templates, io);
  const settings: ParticipantSettings = {
    seed: options.seed,
    participants: wholeNumber("--participants", options.participants),
    factsPerParticipant: wholeNumber("--facts", options.facts),
    fillersPerParticipant: options.fillers === "0" ? 0 : wholeNumber("--fillers", options.fillers),
    categories: parseCategories(options.categories, templates),
    priorKnowledge: options.prior,
    pairing: options.pairing,
  };
  const sources = await loadSources(options.sources, io);
  const tuples = await listTuples(options.tuples, io);
  const result = planParticipants(tuples, expressionsOfTemplates(templates, sources), settings);
  if (!result.ok) throw new InputError(result.message);
  const { plan } = result;
  await writeLine(
    io.stderr,
    `facts in use: ${plan.targets}; fillers: ${plan.fillers}; omitted: ${plan.leftOut.length}`,
  );
  for (const reason of new Set(plan.leftOut.map((fact) => fact.reason))) {
    const count = plan.leftOut.filter((fact) => fact.reason === reason).length;
    await writeLine(io.stderr, `  omitted as ${reason}: ${count}`);
  }
  await writeLine(
    io.stderr,
    `exact balance at multiples of participants: categories ${plan.exact.category}, facts ${plan.exact.fact}, all cells ${plan.exact.factByCategoryByOrder}`,
  );
  return plan;
}

async function listTuples(path: string, io: CommandIo): Promise<BeliefTuple[]> {
  const tuples: BeliefTuple[] = [];
  for await (const line of readTuples(path, io)) {
    if (line.kind === "tuple") tuples.push(line.tuple);
    if (line.kind === "refused") {
      await writeLine(io.stderr, `refused: line ${line.line}, ${line.field}: ${line.message}`);
    }
  }
  return tuples;
}

/** The categories of a list, which must all have a template; without a list, the categories of the typology. */
function parseCategories(list: string | undefined, templates: TemplateSet): string[] {
  if (list === undefined) return categories.map((category) => category.id);
  return list.split(",").map((name) => {
    if (!templates.has(name.trim()))
      throw new UsageError(`"${name}" is not a category; known: ${[...templates.keys()].join(", ")}`);
    return name.trim();
  });
}
