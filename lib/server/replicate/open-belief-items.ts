import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { expandItems } from "@/lib/domain/beliefs/expand-items.ts";
import { parseSources } from "@/lib/domain/beliefs/sources.ts";
import { parseTemplates } from "@/lib/domain/beliefs/templates.ts";
import { type BeliefTuple, parseTuple } from "@/lib/domain/beliefs/tuple.ts";
import { isObject, UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import type { NewBeliefSource } from "../beliefs/belief-source.ts";
import { shippedContent } from "../beliefs/shipped-content.ts";
import { templatesSummary } from "../beliefs/templates-summary.ts";
import { openItemFile } from "../imports/open-item-file.ts";
import type { TextLine } from "../items/import-lines.ts";
import type { OpenedItems } from "./opened-items.ts";

/** The authors' construction draws with this seed (section 3); it draws templates and sources here. */
const seed = "42";

/**
 * Opens the data of paper 004: the authors' result files, one or a folder of them, whose rows are items and answers of the
 * model that their folder names; or tuples in the authors' fields, alone or in a folder with templates and sources. Without
 * templates of its own it takes those that come with Parallax. Throws an UnusableLogError for a path that holds neither.
 */
export async function openBeliefItems(path: string): Promise<OpenedItems> {
  const files = await listFiles(path);
  const tables = files.filter((file) => /\.csv$/iu.test(file));
  if (tables.length > 0)
    return { lines: linesOfTables(tables), answers: tables.map((file) => ({ path: file, model: modelOf(file) })) };
  const documents = await Promise.all(
    files.filter((file) => /\.jsonl?$/iu.test(file)).map(async (file) => ({ file, values: await readValues(file) })),
  );
  const tuples = documents.filter(({ values }) => isObject(values[0]) && "object_ctx" in values[0]);
  if (tuples.length === 0)
    throw new UnusableLogError("it holds neither result files of the authors (CSV) nor tuples (JSON, JSON lines)");
  return openTuples(
    basename(path),
    tuples.flatMap(({ values }) => values),
    documents,
  );
}

async function listFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** A result file's model: its folder where the file has one of the authors' fixed names, else the file's own name. */
function modelOf(file: string): string {
  const name = basename(file).replace(/\.csv$/iu, "");
  const own = name.replace(/_?(?:results)?_?(?:query_only)?$/u, "");
  return own === "" ? basename(dirname(file)) : own;
}

/** The items of several tables, each once. */
async function* linesOfTables(files: readonly string[]): AsyncGenerator<TextLine> {
  const given = new Set<string>();
  for (const file of files) {
    const settings = { fileName: basename(file), columns: {}, kind: null, language: "en" } as const;
    const { format, source } = await openItemFile(file, settings);
    if (format !== "eob-csv") throw new UnusableLogError(`${basename(file)} is no result file of the authors`);
    for await (const line of source.lines) {
      if (typeof line === "string" && given.has(line)) continue;
      if (typeof line === "string") given.add(line);
      yield line;
    }
  }
}

/** A document as a list of values, or one value a line; empty for text that is neither. */
async function readValues(file: string): Promise<unknown[]> {
  const text = (await readFile(file, "utf8")).replace(/^\uFEFF/u, "");
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
  const refused = parsed.filter(({ ok }) => !ok).length;
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
      repeated: values.length - refused - tuples.size,
      refused,
      removed: {},
      refusals: [],
      notes: [],
      templates: templatesSummary(
        templateDocument ? basename(templateDocument.file) : null,
        templates.templates,
        templates.notes,
      ),
    },
  };
  return { lines: lines(), beliefs };
}

/** Dimensions of categories, each with its templates. */
function isTemplateFile(value: unknown): boolean {
  const [dimension] = isObject(value) ? Object.values(value) : [];
  const [category] = isObject(dimension) ? Object.values(dimension) : [];
  return isObject(category) && Array.isArray(category.templates);
}
