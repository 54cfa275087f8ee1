import {
  documentLine,
  documentsFile,
  examplesFile,
  type TaskFormat,
  taskFiles,
} from "@/lib/domain/interchange/model-tasks/task-files.ts";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { splitExamples } from "@/lib/domain/models/evaluation/few-shot.ts";
import { taskDocument } from "@/lib/domain/models/task-document.ts";
import { slugify } from "@/lib/domain/slug.ts";
import { readBenchmarkRows } from "../../items/read-benchmark-rows.ts";
import type { ArchivePart } from "../../platform/http/open-archive.ts";
import { refuseUnmarked } from "../refuse-unmarked.ts";

/** What is asked of models elsewhere, and how. */
export interface TaskRequest {
  benchmark: { id: string; name: string };
  /** Leaves out items of other kinds; null for all. */
  kind: string | null;
  format: TaskFormat;
  condition: ConditionLevels;
  /** How many examples stand before each question; a level of the condition, so that results name it. */
  shots: number;
  /** Draws the examples. */
  seed: string;
}

/** Refuses a condition that marks what some of the benchmark's items do not have; before the first file is written. */
export async function refuseUnmarkedTasks({
  benchmark,
  kind,
  condition,
}: Pick<TaskRequest, "benchmark" | "kind" | "condition">): Promise<void> {
  await refuseUnmarked([condition], rowsOf(benchmark.id, kind), "level-ablation");
}

/**
 * Writes a benchmark under a condition as tasks for models, file by file. Items stream through; with examples they are
 * read twice, because what an example is about is not asked.
 */
export async function writeTasks(
  { benchmark, kind, format, condition, shots, seed }: TaskRequest,
  write: (file: ArchivePart) => Promise<unknown>,
): Promise<{ asked: number; examples: number }> {
  const levels: ConditionLevels = shots > 0 ? { ...condition, shots: String(shots) } : condition;
  const examples = shots > 0 ? await drawExamples({ benchmark, kind, shots, seed }) : [];
  const told = new Set(examples.map(({ story }) => story.id));
  const counted = { asked: 0, hasChoices: true };
  const documentOf = (row: ItemRow) => taskDocument(row, levels, row.canary ?? "");
  const shown = examples.map(documentOf);
  if (shots > 0) {
    const lines = shown.map((document) => `${documentLine(document, format, [])}\n`);
    await write({ name: examplesFile, chunks: inOrder(lines) });
  }
  const documents = async function* () {
    for await (const row of rowsOf(benchmark.id, kind)) {
      if (told.has(row.story.id)) continue;
      const document = documentOf(row);
      counted.asked += 1;
      counted.hasChoices &&= document.choices.length > 1;
      yield `${documentLine(document, format, shown)}\n`;
    }
  };
  await write({ name: documentsFile, chunks: documents() });
  const name = slugify(benchmark.name).replaceAll("-", "_") || "benchmark";
  const files = taskFiles(format, { name, shots, hasChoices: counted.hasChoices });
  for (const [file, text] of Object.entries(files)) await write({ name: file, chunks: inOrder([text]) });
  return { asked: counted.asked, examples: examples.length };
}

async function drawExamples({
  benchmark,
  kind,
  shots,
  seed,
}: Pick<TaskRequest, "benchmark" | "kind" | "shots" | "seed">): Promise<ItemRow[]> {
  const rows: ItemRow[] = [];
  for await (const row of rowsOf(benchmark.id, kind)) rows.push(row);
  return splitExamples(rows, { shots, seed }, ({ story }) => story.id).examples;
}

async function* rowsOf(benchmarkId: string, kind: string | null): AsyncGenerator<ItemRow> {
  for await (const row of readBenchmarkRows(benchmarkId)) if (kind === null || row.kind === kind) yield row;
}

async function* inOrder(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}
