import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { toBenchmarkRows } from "@/lib/domain/annotation/documents/benchmark-rows.ts";
import { documentFromItem } from "@/lib/domain/annotation/documents/item-document.ts";
import { groupBySource } from "@/lib/domain/annotation/group-items.ts";
import { formatItemRow } from "@/lib/domain/interchange/format-item-row.ts";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import { renderPrompt } from "@/lib/domain/items/stimulus.ts";
import type { KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import { nextActionsDraft, storyErrorsDraft } from "@/lib/domain/survey/presets/kste-evaluation.ts";
import { buildPresentation } from "@/lib/domain/survey/step-presentation.ts";
import { createCollection } from "../annotation/collections/create-collection.ts";
import { importCollection } from "../annotation/import/import-collection.ts";
import type { expertSchema } from "../annotation/training/training.ts";
import type { KsteSource } from "../interchange/kste/collector.ts";
import { readKsteStream } from "../interchange/kste/source.ts";
import { importItems } from "../items/import-items.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";
import { seedKsteStudies } from "./seed-kste-studies.ts";

const folder = fileURLToPath(new URL("../../../content/kste/", import.meta.url));

/** The data of an item in `content/kste/annotations.jsonl` in addition to its text. */
const noteSchema = z.object({
  id: z.string(),
  knowledgeType: z.string(),
  expert: z.object({
    verdict: z.enum(["accept", "refine"]),
    whatTheExpertSaw: z.string(),
    suggestedRepair: z.string().nullable(),
  }),
});
type Note = z.infer<typeof noteSchema>;

const trainingSchema = z.object({
  title: z.string(),
  introduction: z.array(z.string()),
  rules: z.array(z.object({ title: z.string(), text: z.string() })),
  steps: z.array(z.object({ item: z.string(), title: z.string(), task: z.string(), lesson: z.string() })),
  closing: z.array(z.string()),
});
type Training = z.infer<typeof trainingSchema>;

/**
 * Adds the demo of the annotators' workspace to a project: twelve pairs of stories and twelve questions to check, and
 * the training. The same items are also added as a benchmark with the answers of three synthetic models. Every step is
 * idempotent.
 */
export async function seedAnnotation(projectId: string): Promise<{ collectionId: string; trainingId: string }> {
  const items = [...(await readItems("ikd.jsonl")).items, ...(await readItems("knp.jsonl")).items];
  const notes = await readNotes();
  const benchmarkId = await seedBenchmark(projectId, items, notes);
  await seedKsteStudies(projectId, benchmarkId);
  const collection = await createCollection(installation, {
    projectId,
    name: "Who can know what? (demo)",
    isDemo: true,
    settings: {
      reviewShareUntouched: 0.25,
      payPerHour: 1_200,
      instructions: "Thirty-six stories and questions, six of them flawed on purpose. Decide, repair, submit.",
    },
  });
  for (const name of ["ikd.jsonl", "knp.jsonl"]) {
    await importCollection(installation, {
      collectionId: collection.id,
      fileName: name,
      source: await readItems(name),
      notes: new Map([...notes].map(([id, { knowledgeType }]) => [id, { knowledgeType }])),
    });
  }
  await pool().query(
    sql`UPDATE annotation_collection SET benchmark_id = ${benchmarkId} WHERE id = ${collection.id}
      AND benchmark_id IS NULL`,
  );
  return { collectionId: collection.id, trainingId: await seedTraining(projectId, items, notes) };
}

async function seedBenchmark(
  projectId: string,
  items: readonly KsteItem[],
  notes: ReadonlyMap<string, Note>,
): Promise<string> {
  const groups = groupBySource(items);
  const rows = toBenchmarkRows(
    items.map((item) => ({
      document: documentFromItem(item),
      origin: {
        externalId: item.id,
        groupKey: groups.get(item.id) ?? item.id,
        knowledgeType: notes.get(item.id)?.knowledgeType ?? null,
      },
    })),
  );
  const { benchmarkId } = await importItems({
    projectId,
    benchmarkName: "Who can know what? (demo)",
    description: "Twelve pairs of stories and twelve questions about what a character can know. Written for Parallax.",
    ...makeImportSource("who-can-know-what.jsonl", Readable.from([Buffer.from(rows.map(formatItemRow).join("\n"))])),
    actorId: null,
    isDemo: true,
  });
  await importPredictions({
    projectId,
    benchmarkId,
    source: "demo",
    ...makeImportSource("predictions.jsonl", Readable.from([Buffer.from(await addPromptsToPredictions(rows))])),
    actorId: null,
    isDemo: true,
  });
  return benchmarkId;
}

/** The synthetic models' answers with the prompts of the paper, in the study's wording. */
async function addPromptsToPredictions(rows: readonly ItemRow[]): Promise<string> {
  const items = new Map(rows.map((row) => [row.id, row]));
  const protocols = { consistency: storyErrorsDraft().protocol, "two-choice": nextActionsDraft().protocol };
  const lines = (await readFile(`${folder}predictions.jsonl`, "utf8")).trimEnd().split("\n");
  return lines
    .map((line) => {
      const prediction = predictionSchema.parse(JSON.parse(line));
      const item = items.get(prediction.item);
      if (!item) throw new Error(`the demo has an answer to ${prediction.item}, which it does not ask`);
      const protocol = item.kind === "consistency" ? protocols.consistency : protocols["two-choice"];
      const prompt = renderPrompt(item, prediction.condition, buildPresentation(protocol, item.kind, "en"));
      return JSON.stringify({ ...prediction, prompt });
    })
    .join("\n");
}

const predictionSchema = z.looseObject({ item: z.string(), condition: z.record(z.string(), z.string()) });

/**
 * Creates the training. Its steps come first, in order. The originals after them are shown with their pairs and are not
 * asked.
 */
async function seedTraining(
  projectId: string,
  items: readonly KsteItem[],
  notes: ReadonlyMap<string, Note>,
): Promise<string> {
  const training = trainingSchema.parse(JSON.parse(await readFile(`${folder}practice/training.json`, "utf8")));
  const { id } = await createCollection(installation, {
    projectId,
    name: training.title,
    isTraining: true,
    isDemo: true,
    settings: { instructions: formatInstructions(training) },
  });
  const byId = new Map(items.map((item) => [item.id, item]));
  const steps = training.steps.flatMap((step) => byId.get(step.item) ?? []);
  const originals = items.filter((item) => item.kind === "original" && !steps.includes(item));
  const orderedItems = [...steps, ...originals];
  const expertNotes = new Map(training.steps.map((step) => [step.item, createExpertNote(step, notes.get(step.item))]));
  await importCollection(installation, {
    collectionId: id,
    fileName: "training.json",
    source: {
      items: orderedItems,
      findings: [],
      ignored: [],
      rows: orderedItems.length,
      refused: 0,
      rawOf: new Map(),
      rowOf: new Map(orderedItems.map((item, index) => [item.id, index + 1])),
    },
    notes: new Map(
      orderedItems.map((item) => [
        item.id,
        { knowledgeType: notes.get(item.id)?.knowledgeType ?? null, expert: expertNotes.get(item.id) ?? null },
      ]),
    ),
  });
  return id;
}

function createExpertNote(
  step: Training["steps"][number],
  note: Note | undefined,
): z.infer<typeof expertSchema> | null {
  if (!note) return null;
  const { verdict, whatTheExpertSaw, suggestedRepair } = note.expert;
  return {
    title: step.title,
    task: step.task,
    verdict: verdict === "accept" ? "sound" : "refined",
    whatTheExpertSaw,
    suggestedRepair,
    lesson: step.lesson,
  };
}

function formatInstructions(training: Training): string {
  const rules = training.rules.map(({ title, text }) => `${title}. ${text}`);
  return [...training.introduction, ...rules, ...training.closing].join("\n\n");
}

async function readItems(name: string): Promise<KsteSource> {
  return readKsteStream(createReadStream(folder + name));
}

async function readNotes(): Promise<Map<string, Note>> {
  const text = await readFile(`${folder}annotations.jsonl`, "utf8");
  const notes = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => noteSchema.parse(JSON.parse(line)));
  return new Map(notes.map((note) => [note.id, note]));
}
