import { stat } from "node:fs/promises";
import { type Command, Option } from "commander";
import { genres } from "@/lib/domain/stories/genres.ts";
import type { KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import { countByProblem, isBlocking, type LintFinding } from "@/lib/domain/stories/lint/finding.ts";
import { lintSet } from "@/lib/domain/stories/lint/lint-set.ts";
import type { KsteSource } from "@/lib/server/interchange/kste/collector.ts";
import { SourceRefused } from "@/lib/server/interchange/kste/limits.ts";
import { detectSourceFormat, readKsteSource, readKsteStream } from "@/lib/server/interchange/kste/source.ts";
import { type CommandIo, InputError, UsageError, writeLine } from "./io.ts";
import { addCollectionCommands } from "./kste/collections.ts";
import { addPieces } from "./kste/pieces.ts";
import { addScore } from "./kste/score.ts";
import { formattedLines, type TargetFormat, targetFormats, writeKste } from "./kste/write.ts";
import type { RegisterCommand } from "./register-command.ts";

const inputDescription =
  "a folder or zip in the released layout (Data/IKD/original, Data/IKD/errors, Data/KNP; found by file name at any depth) or holding JSONL files, a JSONL file, a JSON file, model output with <response> blocks (.xml, .txt), CSV, or - for JSONL on standard input";

/** `parallax kste`: imports and exports stories with implausible knowledge (IKD) and next-action questions (KNP). */
export const register: RegisterCommand = (program, io, finish) => {
  const kste = program
    .command("kste")
    .description(
      "Check, convert, import and export stories for the detection of inconsistent knowledge (IKD) and knowledge-based prediction (KNP).",
    );
  kste
    .command("check")
    .description(`Report problems of a set of stories. PATH is ${inputDescription}.`)
    .argument("<path>", "the stories to check")
    .option("--json", 'one JSON object per finding: {"item","field","problem","message"}')
    .addHelpText("after", checkHelp)
    .action(async (path: string, options: { json?: boolean }) =>
      finish(await checkStories(path, options.json ?? false, io)),
    );
  addConvert(kste, io, () => finish(0));
  const readOrRefuse = async (path: string, genre?: string) =>
    readStories(path, io, genre).catch((error: unknown) => {
      throw error instanceof SourceRefused ? new InputError(`${path} ${error.message}`) : error;
    });
  addPieces(kste, io, finish, readOrRefuse, inputDescription);
  addScore(kste, io, finish, readOrRefuse);
  addCollectionCommands(kste, io, finish, readOrRefuse, inputDescription);
};

const checkHelp = `
Problems (texts are compared after normalising quotation marks, dashes and white space):
  event-not-in-story      the event without its marks does not occur in the story      *
  span-not-found          marked words do not occur in the story                       *
  empty-error             there is no error text, or nothing between its marks         *
  malformed-tag           <error> and </error> are missing, unpaired or misspelt       *
  schema                  a field is missing, of the wrong type, too long or not text  *
  unpaired                an original without an erroneous story, or the reverse
  siblings                several items were made from one source
  mixed-quotes            straight and curly quotation marks in one story
  explicit-hint           the story states, unlike the original, that the character does not know
  knowledge-not-in-story  the knowledge is not quoted from the story word for word
  options-identical       both answers are the same
Exit: 0 no problem marked *, 1 such a problem was found, 2 usage error.`;

async function checkStories(path: string, asJson: boolean, io: CommandIo): Promise<0 | 1> {
  let source: KsteSource;
  try {
    source = await readStories(path, io);
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    if (!asJson) throw new InputError(`${path} ${error.message}`);
    await writeLine(
      io.stdout,
      JSON.stringify({ item: path, field: "file", problem: "schema", message: error.message }),
    );
    return 1;
  }
  const findings = sortFindings([...source.findings, ...lintSet(source.items).findings], source.items);
  for (const finding of findings) {
    const { item, field, problem, message } = finding;
    await writeLine(
      io.stdout,
      asJson ? JSON.stringify({ item, field, problem, message }) : `${item}  ${field}  ${problem}  ${message}`,
    );
  }
  if (!asJson) for (const line of summary(source, findings)) await writeLine(io.stdout, line);
  if (source.rows === 0) throw new InputError(`${path} contains no IKD or KNP items`);
  return findings.some(isBlocking) ? 1 : 0;
}

/** Sorts findings by the order of the items; findings about rows that are not items come first. */
function sortFindings(findings: LintFinding[], items: readonly KsteItem[]): LintFinding[] {
  const positions = new Map(items.map((item, index) => [item.id, index]));
  return findings.sort((left, right) => (positions.get(left.item) ?? -1) - (positions.get(right.item) ?? -1));
}

function* summary(source: KsteSource, findings: readonly LintFinding[]): Generator<string> {
  const count = (kind: KsteItem["kind"]) => source.items.filter((item) => item.kind === kind).length;
  yield `${findings.length === 0 ? "" : "\n"}${source.rows} rows: ${count("original")} originals, ${count("error")} erroneous stories, ${count("knp")} questions, ${source.refused} refused`;
  if (source.ignored.length > 0) yield `${source.ignored.length} other files skipped`;
  for (const { problem, findings: total, items } of countByProblem(findings)) {
    yield `${problem.padEnd(24)}${String(total).padStart(6)} in ${items} item${items === 1 ? "" : "s"}`;
  }
  if (findings.length === 0) yield "nothing found";
}

interface ConvertOptions {
  to?: TargetFormat;
  genre?: string;
  skipBroken?: boolean;
  force?: boolean;
}

function addConvert(kste: Command, io: CommandIo, finish: () => void): void {
  kste
    .command("convert")
    .description(
      `Convert a set of stories. INPUT is ${inputDescription}. OUTPUT is a folder or zip (the released layout, authors' fields only), a .jsonl file (lossless, including provenance), .xml (<response> blocks) or .csv file, or - for standard output.`,
    )
    .argument("<input>", "the stories to read")
    .argument("<output>", "the file or folder to write")
    .addOption(
      new Option("--to <format>", "the format of OUTPUT, required if its name does not show it").choices(targetFormats),
    )
    .addOption(new Option("--genre <genre>", "genre of <response> blocks without one").choices(genres))
    .option(
      "--skip-broken",
      "write the valid items and list the invalid ones; without it, nothing is written if an item is invalid",
    )
    .option("--force", "overwrite OUTPUT")
    .addHelpText(
      "after",
      "\nExit: 0 written, 1 the input has items with an invalid format (nothing is written without --skip-broken), 2 usage error.",
    )
    .action(async (input: string, output: string, options: ConvertOptions) => {
      await convert(input, output, options, io);
      finish();
    });
}

async function convert(input: string, output: string, options: ConvertOptions, io: CommandIo): Promise<void> {
  const format = options.to ?? detectTargetFormat(output);
  const source = await readStories(input, io, options.genre).catch((error: unknown) => {
    throw error instanceof SourceRefused ? new InputError(`${input} ${error.message}`) : error;
  });
  for (const { item, field, problem, message } of source.findings) {
    await writeLine(io.stderr, `${item}  ${field}  ${problem}  ${message}`);
  }
  const brokenItems = new Set(
    source.findings.filter((finding) => finding.problem === "schema").map((finding) => finding.item),
  );
  if (brokenItems.size > 0 && !options.skipBroken)
    throw new InputError(
      `${input} has ${brokenItems.size} broken items, listed above; nothing was written (--skip-broken omits them)`,
    );
  const items = source.items.filter((item) => !brokenItems.has(item.id));
  if (items.length === 0) throw new InputError(`${input} contains no IKD or KNP items`);
  if (output === "-") {
    if (format === "folder" || format === "zip") throw new UsageError("standard output supports jsonl, xml and csv");
    for (const line of formattedLines(items, format)) await writeLine(io.stdout, line);
  } else {
    await writeKste(items, output, format, { overwrites: options.force ?? false });
  }
  await writeLine(
    io.stderr,
    `${source.rows} rows read, ${items.length} items written, ${source.rows - items.length} omitted`,
  );
}

function detectTargetFormat(output: string): TargetFormat {
  if (output === "-") return "jsonl";
  const format = detectSourceFormat(output);
  if (format === "json") throw new UsageError("cannot write .json; use .jsonl, .xml, .csv, .zip or a folder");
  if (format === null && /\.[a-z]{2,5}$/iu.test(output))
    throw new UsageError(`cannot determine the format of ${output}; set --to`);
  return format ?? "folder";
}

async function readStories(path: string, io: CommandIo, genre?: string): Promise<KsteSource> {
  if (path === "-") return readKsteStream(io.stdin);
  try {
    await stat(path);
  } catch (error) {
    throw new UsageError(`${path} cannot be opened (${(error as NodeJS.ErrnoException).code ?? "error"})`);
  }
  return readKsteSource(path, { genre });
}
