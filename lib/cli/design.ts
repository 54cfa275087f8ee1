import { explainDesign } from "@/lib/domain/survey/composition/explain-design.ts";
import { type LayoutDesign, layoutDesignSchema } from "@/lib/domain/survey/composition/layout-design.ts";
import { type LayoutItem, parseLayoutItem } from "@/lib/domain/survey/composition/layout-item.ts";
import { type LayoutMargin, measureLayout } from "@/lib/domain/survey/composition/measure-layout.ts";
import { generateOrExplain } from "@/lib/domain/survey/composition/nearest-exact.ts";
import { addStudyCommands } from "./design/study-commands.ts";
import { type CommandIo, InputError, writeLine } from "./io.ts";
import { inputText } from "./read-input.ts";
import type { RegisterCommand } from "./register-command.ts";

/** `parallax design`: generates sessions without a database, and keeps a study's analysis plan and frozen protocol. */
export const register: RegisterCommand = (program, io, finish) => {
  const design = program
    .command("design")
    .description("generate a study's sessions from a design file; plan its analysis");
  addStudyCommands(design, io, finish);
  design
    .command("layout")
    .description("print every session of a design, one JSON object a line, as the study's form would generate them")
    .argument("<design>", "the design, a JSON file; - reads standard input")
    .requiredOption("--items <file>", "the benchmark, an item file (JSONL)")
    .option("--json", "print nothing but the slots: no summary of margins on standard error")
    .addHelpText(
      "after",
      `
The design file is described in docs/formats.md. The same files give the same bytes.

Example:
  parallax design layout design.json --items items.jsonl --json > slots.jsonl

Exit code: 0 generated, 1 the design contradicts itself or a file is wrong, 2 a file cannot be read.`,
    )
    .action(async (file: string, options: { items: string; json?: boolean }) => {
      const stated = parseDesign(await inputText(file, io), file);
      const items = parseItems(await inputText(options.items, io), options.items);
      const result = generateOrExplain(stated, items);
      if (!result.ok) throw new InputError(result.message);
      for (const slot of result.slots) await writeLine(io.stdout, JSON.stringify(slot));
      if (!options.json) await writeSummary(measureLayout(stated, result.items, result.slots), result.sessions, io);
      finish(0);
    });
};

function parseDesign(text: string, file: string): LayoutDesign {
  const given = parseJson(text, file);
  const parsed = layoutDesignSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new InputError(`${nameOfFile(file)} is not a valid design: ${explainDesign(parsed.error, given)}.`);
}

function parseItems(text: string, file: string): LayoutItem[] {
  const items: LayoutItem[] = [];
  const known = new Set<string>();
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const place = `${file}, line ${index + 1}`;
    const parsed = parseLayoutItem(parseJson(line, place));
    if (!parsed.ok) throw new InputError(`${place}: ${parsed.message}`);
    if (known.has(parsed.item.id)) throw new InputError(`${place}: there is an item "${parsed.item.id}" already`);
    known.add(parsed.item.id);
    items.push(parsed.item);
  }
  if (items.length === 0) throw new InputError(`${file} holds no items`);
  return items;
}

/** A file's name in a sentence. */
function nameOfFile(file: string): string {
  return file === "-" ? "standard input" : file;
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(
      `${nameOfFile(place)} is not JSON: ${error instanceof Error ? error.message.replaceAll(/\s+/g, " ") : error}`,
    );
  }
}

async function writeSummary(
  { itemCondition, stratumItem }: ReturnType<typeof measureLayout>,
  sessions: number,
  io: CommandIo,
): Promise<void> {
  const low = Math.min(...stratumItem.map((margin) => margin.low));
  const high = Math.max(...stratumItem.map((margin) => margin.high));
  await writeLine(
    io.stderr,
    `${sessions} sessions; answers for each item and condition: ${inWords(itemCondition)}; for each item in a stratum: ${inWords({ low, high })}.`,
  );
}

function inWords({ low, high }: LayoutMargin): string {
  return low === high ? `${low}` : `${low} to ${high}`;
}
