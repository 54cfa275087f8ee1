import {
  createTaskFiles,
  documentsFile,
  examplesFile,
  formatDocumentLine,
  type TaskFormat,
} from "@/lib/domain/interchange/model-tasks/task-files.ts";
import { isOnlyExample } from "@/lib/domain/items/example-split.ts";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import {
  type ItemSelection,
  isSelectedBy,
  type SelectableItem,
  selectItems,
  textOfSelection,
} from "@/lib/domain/items/item-selection.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { splitExamples } from "@/lib/domain/models/evaluation/few-shot.ts";
import { createTaskDocument } from "@/lib/domain/models/task-document.ts";
import { slugify } from "@/lib/domain/slug.ts";
import { readBenchmarkRows } from "../../items/read-benchmark-rows.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import type { ArchivePart } from "../../platform/http/open-archive.ts";
import { findExcludedItems } from "../find-excluded-items.ts";
import { refuseUnknownNames } from "../read-selection.ts";

/** The questions for models that are run outside Parallax, and their form. */
export interface TaskRequest {
  benchmark: { id: string; name: string };
  /** The kind of the items; null for items of all kinds. */
  kind: string | null;
  format: TaskFormat;
  condition: ConditionLevels;
  /** The number of examples before each question; a level of the condition, so that results name it. */
  shots: number;
  /** The seed for drawing the examples. */
  seed: string;
  /** The items to write; null for all. */
  items: ItemSelection | null;
}

/**
 * The names of the items that are not written because they lack a mark that the condition highlights.
 *
 * @throws AppError if no item would be written or the selection names unknown items; thrown before the first file is
 * written
 */
export async function findExcludedTasks(
  request: Pick<TaskRequest, "benchmark" | "kind" | "condition" | "items">,
): Promise<string[]> {
  const { items, condition } = request;
  if (items) {
    const rows: SelectableItem[] = [];
    for await (const { id, attributes = {} } of rowsOf({ ...request, items: null }))
      rows.push({ name: id, attributes });
    refuseUnknownNames(items, rows);
    if (selectItems(rows, items).length === 0)
      throw new AppError("invalid", `selects none of the items (${textOfSelection(items)})`, "items");
  }
  const [excludedItems] = await findExcludedItems([condition], rowsOf(request));
  return excludedItems?.items ?? [];
}

/**
 * Writes a benchmark under a condition as tasks for models, file by file. Items are streamed. With examples they are
 * read twice, because items with the story of an example are not asked.
 */
export async function writeTasks(
  request: TaskRequest,
  write: (file: ArchivePart) => Promise<unknown>,
): Promise<{ asked: number; examples: number; leftOut: string[] }> {
  const { benchmark, format, condition, shots } = request;
  const leftOut = await findExcludedTasks(request);
  const excludedNames = new Set(leftOut);
  const levels: ConditionLevels = shots > 0 ? { ...condition, shots: String(shots) } : condition;
  const examples = shots > 0 ? await drawExamples(request, excludedNames) : [];
  if (leftOut.length > 0) await write({ name: "left-out.txt", chunks: inOrder(leftOut.map((name) => `${name}\n`)) });
  const exampleStories = new Set(examples.map(({ story }) => story.id));
  const counts = { asked: 0, hasChoices: true };
  const documentOf = (row: ItemRow) => createTaskDocument(row, levels, row.canary ?? "");
  const exampleDocuments = examples.map(documentOf);
  if (shots > 0) {
    const lines = exampleDocuments.map((document) => `${formatDocumentLine(document, format, [])}\n`);
    await write({ name: examplesFile, chunks: inOrder(lines) });
  }
  const documents = async function* () {
    for await (const row of rowsOf(request)) {
      if (exampleStories.has(row.story.id) || excludedNames.has(row.id) || isOnlyExample(row)) continue;
      const document = documentOf(row);
      counts.asked += 1;
      counts.hasChoices &&= document.choices.length > 1;
      yield `${formatDocumentLine(document, format, exampleDocuments)}\n`;
    }
  };
  await write({ name: documentsFile, chunks: documents() });
  const name = slugify(benchmark.name).replaceAll("-", "_") || "benchmark";
  const files = createTaskFiles(format, { name, shots, hasChoices: counts.hasChoices });
  for (const [file, text] of Object.entries(files)) await write({ name: file, chunks: inOrder([text]) });
  return { asked: counts.asked, examples: examples.length, leftOut };
}

async function drawExamples(request: TaskRequest, excludedNames: ReadonlySet<string>): Promise<ItemRow[]> {
  const rows: ItemRow[] = [];
  for await (const row of rowsOf(request)) if (!excludedNames.has(row.id)) rows.push(row);
  const { shots, seed } = request;
  return splitExamples(rows, { shots, seed }, ({ story }) => story.id, isOnlyExample).examples;
}

async function* rowsOf({
  benchmark,
  kind,
  items,
}: Pick<TaskRequest, "benchmark" | "kind" | "items">): AsyncGenerator<ItemRow> {
  const select = items && isSelectedBy(items);
  for await (const row of readBenchmarkRows(benchmark.id))
    if ((kind === null || row.kind === kind) && (!select || select({ name: row.id, attributes: row.attributes ?? {} })))
      yield row;
}

async function* inOrder(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}
