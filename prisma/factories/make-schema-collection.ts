import { randomUUID } from "node:crypto";
import type { CollectionSettings } from "../../lib/domain/annotation/collection-settings.ts";
import type { AnswerDocument } from "../../lib/domain/annotation/documents/copy-document.ts";
import { documentHash } from "../../lib/domain/annotation/documents/copy-document.ts";
import { readSchemaItem } from "../../lib/domain/annotation/schema-items/schema-item.ts";
import type { TaskPayload } from "../../lib/domain/annotation/task.ts";
import type { TaskAnswer } from "../../lib/domain/tasks/answers/task-answer.ts";
import { type TaskSchema, taskSchemaSchema } from "../../lib/domain/tasks/schema/task-schema.ts";
import type { Playback } from "../../lib/domain/tasks/screens/playback.ts";
import type { TaskTemplate } from "../../lib/domain/tasks/templates/template.ts";
import { createCollection } from "../../lib/server/annotation/collections/create-collection.ts";
import { importSchemaItems } from "../../lib/server/annotation/schema/import-schema-items.ts";
import { claimNextTask } from "../../lib/server/annotation/work/next-task.ts";
import { saveRevision } from "../../lib/server/annotation/work/save-revision.ts";
import { submitVerdict, type VerdictAnswer } from "../../lib/server/annotation/work/submit-verdict.ts";
import { type Actor, installation } from "../../lib/server/platform/access/access.ts";
import type { MadeCollection } from "./make-collection.ts";
import { makePerson, makeProject } from "./make-person.ts";

/** A collection of a task schema in a separate project, with items given as rows of a file. */
export async function makeSchemaCollection(
  document: TaskTemplate["document"],
  rows: readonly object[],
  settings: Partial<CollectionSettings> = {},
  suggestionShare = 1,
): Promise<MadeCollection & { schema: TaskSchema }> {
  const { id: projectId } = await makeProject();
  const schema = taskSchemaSchema.parse(document);
  const { id } = await createCollection(installation, {
    projectId,
    name: `Collection ${randomUUID()}`,
    settings: { reviewShareUntouched: 0, ...settings },
    schema,
  });
  await importSchemaItems(installation, {
    collectionId: id,
    fileName: "made.jsonl",
    fileSha256: () => "",
    rows: readAll(schema, rows),
    suggestionShare,
    files: new Map(),
  });
  const person = async (role: "annotator" | "reviewer" | "researcher") => (await makePerson({ projectId, role })).actor;
  return {
    ...{ id, projectId, schema },
    annotator: () => person("annotator"),
    reviewer: () => person("reviewer"),
    researcher: await person("researcher"),
  };
}

async function* readAll(schema: TaskSchema, rows: readonly object[]) {
  for (const [index, row] of rows.entries()) yield { line: index + 1, read: readSchemaItem(schema, row) };
}

/** The task on which a person currently works. */
export async function schemaTaskOf(actor: Actor, collection: { id: string }): Promise<TaskPayload<AnswerDocument>> {
  const { task } = await claimNextTask(actor, { collectionId: collection.id });
  if (!task?.schema) throw new Error("there is no task of a task schema");
  return task as unknown as TaskPayload<AnswerDocument>;
}

/** Saves answers and submits them. */
export async function giveAnswers(
  actor: Actor,
  payload: TaskPayload<AnswerDocument>,
  answer: TaskAnswer,
  playback?: Playback,
): Promise<VerdictAnswer> {
  const revisionId = randomUUID();
  const document: AnswerDocument = { kind: "schema", version: payload.schema?.version ?? 1, answer };
  const fence = payload.task.fence as number;
  await saveRevision(actor, payload.task.id, revisionId, {
    ...{ base: payload.revisionId, fence, document, undo: null, sha256: documentHash(document) },
  });
  return submitVerdict(actor, payload.task.id, {
    ...{
      revisionId,
      fence,
      verdict: "answered",
      checklist: {},
      dismissals: [],
      reason: "",
      activeMs: 1_000,
      codes: [],
      ...(playback ? { playback } : {}),
    },
  });
}
