import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import * as z from "zod";
import { expandItems } from "@/lib/domain/beliefs/expand-items.ts";
import { parseSources } from "@/lib/domain/beliefs/sources.ts";
import { parseTemplates } from "@/lib/domain/beliefs/templates.ts";
import { type BeliefTuple, parseTuple } from "@/lib/domain/beliefs/tuple.ts";
import { eobResultColumns, isEobResults } from "@/lib/domain/interchange/item-files/read-eob-results.ts";
import { isObject, UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { TableError } from "@/lib/domain/tables/read-csv.ts";
import type { NewBeliefSource } from "../beliefs/belief-source.ts";
import { shippedContent } from "../beliefs/shipped-content.ts";
import { summariseTemplates } from "../beliefs/templates-summary.ts";
import { openItemFile } from "../imports/open-item-file.ts";
import type { TextLine } from "../items/import-lines.ts";
import { openTable } from "../platform/tables/open-table.ts";
import type { OpenedItems } from "./opened-items.ts";

/** The seed of the authors' construction (section 3), used here for templates and sources. */
const seed = "42";

/**
 * Opens the data of paper 004. These are the authors' result files (one file or a folder), whose rows are items and a
 * model's answers; or tuples in the authors' fields, alone or in a folder with templates and sources. The authors'
 * repository has both in `data`; other tables in a folder are not read. If the folder contains no templates, the
 * templates of Parallax are used. Throws an UnusableLogError for a path that contains neither results nor tuples.
 */
export async function openBeliefItems(path: string): Promise<OpenedItems> {
  const files = await listFiles(path);
  const tables = await findResultFiles(files, path);
  const triples = await countTriples(files, path);
  if (tables.length > 0) return { lines: linesOfTables(tables), answers: await nameByModel(tables), triples };
  const documents = await Promise.all(
    files.filter((file) => /\.jsonl?$/iu.test(file)).map(async (file) => ({ file, values: await readValues(file) })),
  );
  const tuples = documents.filter(({ values }) => isObject(values[0]) && "object_ctx" in values[0]);
  if (tuples.length === 0)
    throw new UnusableLogError("it contains neither result files of the authors (CSV) nor tuples (JSON, JSON lines)");
  const values = tuples.flatMap((document) => document.values);
  return { ...openTuples(basename(path), values, documents), triples };
}

/**
 * The number of rows in the table from which the authors built their tuples; null if the table is missing. The tuples
 * are in "popqa_filtered_v2_enhanced.jsonl", the triples in "popqa_filtered_v2.csv" in another folder of the
 * repository.
 */
async function countTriples(files: readonly string[], path: string): Promise<number | null> {
  const names = files.flatMap((file) => /^(.+)_enhanced\.jsonl?$/iu.exec(basename(file))?.[1] ?? []);
  if (names.length === 0 || !(await stat(path)).isDirectory()) return null;
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const tripleEntry = entries.find((entry) => entry.isFile() && names.some((name) => entry.name === `${name}.csv`));
  if (!tripleEntry) return null;
  try {
    const { records } = await openTable(createReadStream(join(tripleEntry.parentPath, tripleEntry.name)), {});
    let count = 0;
    for await (const _record of records) count += 1;
    return count;
  } catch (error) {
    if (error instanceof TableError) return null;
    throw error;
  }
}

/**
 * The files of a folder. In the authors' repository, only the files of `data`, from which the results are computed, and
 * of `preprocessing`.
 */
async function listFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const isRepository = await stat(join(path, "data")).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.filter((file) => !isRepository || /^(data|preprocessing)[\\/]/u.test(relative(path, file))).sort();
}

/** The tables with the columns of a result file. Throws for a single table without them. */
async function findResultFiles(files: readonly string[], path: string): Promise<string[]> {
  const tables = files.filter((file) => /\.csv$/iu.test(file));
  const resultFiles: string[] = [];
  for (const file of tables) if (await isResultFile(file)) resultFiles.push(file);
  if (resultFiles.length === 0 && tables[0] === path)
    throw new UnusableLogError(
      `it does not have the columns of the authors' result files (${eobResultColumns.join(", ")})`,
    );
  return resultFiles;
}

async function isResultFile(file: string): Promise<boolean> {
  const { header, records } = await openTable(createReadStream(file), {}).catch((error: Error) => {
    throw error instanceof TableError ? new UnusableLogError(`${basename(file)} ${error.message}`) : error;
  });
  await records.return?.(undefined);
  return isEobResults(header);
}

const summarySchema = z.object({ model_name: z.string().min(1).max(200) });

/**
 * Each result file with the name of its model. For a file with one of the authors' fixed names, the model is that of
 * the summary in the same folder or, if there is no summary, the name of the folder. For any other file, it is the file
 * name without endings such as `_results`. Throws if two files of one model contain the same kind of answers.
 */
async function nameByModel(files: readonly string[]): Promise<{ path: string; model: string }[]> {
  const filesByModel = new Map<string, { path: string; model: string }>();
  for (const path of files) {
    const name = basename(path).replace(/\.csv$/iu, "");
    const modelName = name.replace(/_?(?:results)?_?(?:query_only)?$/u, "");
    const model = modelName === "" ? ((await readSummaryModel(dirname(path))) ?? basename(dirname(path))) : modelName;
    const key = JSON.stringify([model, name.endsWith("query_only")]);
    const otherFile = filesByModel.get(key);
    if (otherFile)
      throw new UnusableLogError(
        `${path} and ${otherFile.path} are results of the same model; pass only one of these folders`,
      );
    filesByModel.set(key, { path, model });
  }
  return [...filesByModel.values()];
}

/** The model in the authors' summary in a folder, without its organisation; null if there is no summary. */
async function readSummaryModel(folder: string): Promise<string | null> {
  for (const name of ["summary.json", "summary_query_only.json"]) {
    // The operator chooses this folder at run time, so the build must not add the project's files to its output.
    const path = join(/* turbopackIgnore: true */ folder, name);
    const text = await readFile(/* turbopackIgnore: true */ path, "utf8").catch(() => null);
    const [summary] = text === null ? [] : parseValues(text);
    const parsedSummary = summarySchema.safeParse(summary);
    if (parsedSummary.success) return parsedSummary.data.model_name.replace(/^.*\//u, "");
  }
  return null;
}

/** The items of several tables, each item once. */
async function* linesOfTables(files: readonly string[]): AsyncGenerator<TextLine> {
  const seenNames = new Set<string>();
  for (const file of files) {
    const settings = { fileName: basename(file), columns: {}, kind: null, language: "en" } as const;
    const { source } = await openItemFile(file, settings);
    for await (const line of source.lines) {
      if (typeof line === "string" && seenNames.has(line)) continue;
      if (typeof line === "string") seenNames.add(line);
      yield line;
    }
  }
}

/** A document as a list of values, or one value per line; empty for other text. */
async function readValues(file: string): Promise<unknown[]> {
  return parseValues((await readFile(file, "utf8")).replace(/^\uFEFF/u, ""));
}

function parseValues(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return text.split("\n").flatMap((line) => {
      try {
        return line.trim() === "" ? [] : [JSON.parse(line) as unknown];
      } catch {
        return [null];
      }
    });
  }
}

function openTuples(
  fileName: string,
  values: readonly unknown[],
  documents: readonly { file: string; values: readonly unknown[] }[],
): OpenedItems {
  const parsed = values.map(parseTuple);
  const tuples = new Map<string, BeliefTuple>();
  for (const one of parsed) if (one.ok) tuples.set(one.tuple.id, one.tuple);
  const others = documents.flatMap(({ file, values: own }) => (own.length === 1 ? [{ file, value: own[0] }] : []));
  const sourceFile = others.find(({ value }) => parseSources(value).ok)?.value ?? shippedContent.sources;
  const templateDocument = others.find(({ value }) => isTemplateFile(value));
  const templateFile = templateDocument?.value ?? shippedContent.templates;
  const templates = parseTemplates(templateFile);
  if (!templates.ok) {
    const [problem] = templates.problems;
    throw new UnusableLogError(`its templates cannot be used: ${problem?.place ?? ""} ${problem?.message ?? ""}`);
  }
  const sources = parseSources(sourceFile);
  if (!sources.ok) throw new UnusableLogError(`its sources cannot be used: ${sources.place} ${sources.message}`);
  const settings = { seed, allTemplates: false };
  async function* lines(): AsyncGenerator<TextLine> {
    for (const [index, one] of parsed.entries())
      if (!one.ok) yield { refused: `tuple-${index + 1}: ${one.field} ${one.message}` };
    if (!templates.ok || !sources.ok) return;
    for (const tuple of tuples.values())
      for (const item of expandItems(tuple, templates.templates, sources.sources, settings).items)
        yield JSON.stringify(item);
  }
  const rejectedCount = parsed.filter(({ ok }) => !ok).length;
  const beliefs: NewBeliefSource = {
    ...settings,
    tuples: [...tuples.values()],
    templateFile,
    sourceFile,
    importSummary: {
      fileName,
      format: "authors",
      seed: null,
      given: values.length,
      tuples: tuples.size,
      repeated: values.length - rejectedCount - tuples.size,
      refused: rejectedCount,
      removed: {},
      refusals: [],
      notes: [],
      templates: summariseTemplates(
        templateDocument ? basename(templateDocument.file) : null,
        templates.templates,
        templates.notes,
      ),
    },
  };
  return { lines: lines(), beliefs };
}

/** Whether the value consists of dimensions with categories, each with its templates. */
function isTemplateFile(value: unknown): boolean {
  const [dimension] = isObject(value) ? Object.values(value) : [];
  const [category] = isObject(dimension) ? Object.values(dimension) : [];
  return isObject(category) && Array.isArray(category.templates);
}
