import type { PoolClient } from "pg";
import * as z from "zod";
import { type ItemSelection, isSelectedBy } from "@/lib/domain/items/item-selection.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { findRightKeys } from "@/lib/domain/items/right-keys.ts";
import type {
  MissingPart,
  Observations,
  ReplicatedAnswer,
  ReplicatedItem,
  ReplicatedSubject,
} from "@/lib/domain/replicate/observation.ts";
import { dataStatus, exploratory, type ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { countedRowsView, countedWhere } from "../counting/counted-where.ts";
import { chooseCounted } from "../counting/read-counts.ts";
import { itemOfRow, itemRowColumns } from "../items/item-of-row.ts";
import { studyReading } from "../models/study-reading.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { json, maybeRow } from "../platform/database/rows.ts";
import { fragment, sql } from "../platform/database/sql.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { listDataLocks } from "../studies/lock/read-data-collection-state.ts";
import type { ReplicationStudy } from "./replication-studies.ts";

/**
 * The newest items of a benchmark, the answers of runs to them, and the answers of people in the studies. Models'
 * answers to a text other than the item's are excluded and listed.
 *
 * @param selection the items to read; null for all
 */
export function readObservations(
  benchmarkId: string,
  runIds: readonly string[],
  studies: readonly ReplicationStudy[],
  selection: ItemSelection | null = null,
): Promise<{ observations: Observations; missing: MissingPart[] }> {
  return withSnapshot(async (client) => {
    const items = await readItems(client, benchmarkId, selection);
    const models = await readModels(client, runIds, studies);
    const people: ReplicatedAnswer[] = [];
    let peopleStatus = exploratory;
    for (const { id } of studies) {
      const studyPeople = await readPeople(client, id);
      people.push(...studyPeople.answers);
      if (studyPeople.answers.length > 0 && studyPeople.status.kind === "interim") peopleStatus = studyPeople.status;
    }
    const subjects: ReplicatedSubject[] = [...models.answers].map(([name, answers]) => ({
      name,
      isPeople: false,
      answers,
    }));
    if (people.length > 0) subjects.push({ name: "People", isPeople: true, answers: people });
    const missingParts = [...models.mismatched].map(([name, count]) => ({
      what: `${count} answers of ${name}`,
      why: "given to another text than the item's",
    }));
    return { observations: { items, subjects, peopleStatus }, missing: missingParts };
  });
}

const itemRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  ...itemRowColumns,
  story_id: z.string(),
  gold: json().nullable(),
  version: z.number().nullable(),
});

async function readItems(
  client: PoolClient,
  benchmarkId: string,
  selection: ItemSelection | null,
): Promise<ReplicatedItem[]> {
  const items: ReplicatedItem[] = [];
  const isSelected = selection === null ? () => true : isSelectedBy(selection);
  const rows = readCursor(
    client,
    itemRow,
    sql`SELECT item.id, item.external_id AS name, item.kind, item.text, item.options, item.attributes,
       item_task(item.task_schema_version_id, item.task_fields) AS task, story.external_id AS story_id,
       story.title, story.genre, story.text AS story, key.gold, key.version
     FROM (SELECT DISTINCT ON (external_id) * FROM item_version WHERE benchmark_id = ${benchmarkId}
       ORDER BY external_id, version DESC) AS item
     JOIN story_version AS story ON story.id = item.story_version_id
     LEFT JOIN LATERAL (
       SELECT gold, version FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1
     ) AS key ON true ORDER BY item.ordinal, item.external_id`,
  );
  for await (const row of rows) {
    if (!isSelected({ name: row.name, attributes: row.attributes })) continue;
    const item = itemOfRow(row);
    const attributes = item.attributes ?? {};
    items.push({
      ...item,
      id: row.id,
      attributes,
      story: { ...item.story, id: row.story_id },
      gold: row.gold,
      rightKeys: row.version === null ? null : findRightKeys(item, row.gold),
      cluster: String(attributes.group ?? row.story_id),
    });
  }
  return items;
}

const predictionRow = z.strictObject({
  model: z.string(),
  item: z.string(),
  condition: z.record(z.string(), z.string()),
  key: z.string().nullable(),
  answer: z.object({ spans: z.array(z.tuple([z.number(), z.number()])).optional() }).nullable(),
  output: z.string().nullable(),
  logprobs: z.record(z.string(), z.number().nullable()).nullable(),
  isMismatch: z.boolean(),
});

/** The answers of runs, as parsed for the studies with these items. */
async function readModels(client: PoolClient, runIds: readonly string[], studies: readonly ReplicationStudy[]) {
  const answers = new Map<string, ReplicatedAnswer[]>();
  const mismatchCounts = new Map<string, number>();
  const studyIds = studies.map(({ id }) => id);
  const rows = readCursor(
    client,
    predictionRow,
    sql`SELECT model.name AS model, prediction.item_version_id AS item, prediction.condition, reading.answer_key AS key,
       reading.answer, prediction.output, prediction.logprobs, prediction.parity = 'mismatch' AS "isMismatch"
     FROM prediction JOIN run ON run.id = prediction.run_id JOIN model ON model.id = run.model_id
     LEFT JOIN LATERAL (
       SELECT study_id AS id FROM study_item
       WHERE item_version_id = prediction.item_version_id
         AND study_id = ANY(${studyIds}::uuid[])
       ORDER BY array_position(${studyIds}::uuid[], study_id) LIMIT 1
     ) AS asking ON true
     ${studyReading(fragment`asking.id`)}
     WHERE prediction.run_id = ANY(${runIds}::uuid[])
     ORDER BY model.name, prediction.item_version_id, prediction.condition_key, prediction.repeat`,
  );
  for await (const { model, item, condition, key, answer, output, logprobs, isMismatch } of rows) {
    if (isMismatch) {
      mismatchCounts.set(model, (mismatchCounts.get(model) ?? 0) + 1);
      continue;
    }
    const modelAnswers = answers.get(model) ?? [];
    answers.set(model, modelAnswers);
    modelAnswers.push({ item, condition, key, person: null, output, logprobs, spans: answer?.spans ?? [] });
  }
  return { answers, mismatched: mismatchCounts };
}

const stageRow = z.strictObject({ stage: z.string() });

const responseRow = z.strictObject({
  session: z.string(),
  item: z.string(),
  kind: z.string(),
  condition: z.record(z.string(), z.string()),
  answer: z.looseObject({ spans: z.array(z.tuple([z.number(), z.number()])).optional() }),
});

/**
 * People's answers that count by the rules of results pages, of the locked data if there are any, with the status of the data; empty for a simulation, which
 * has no people.
 */
async function readPeople(
  client: PoolClient,
  studyId: string,
): Promise<{ answers: ReplicatedAnswer[]; status: ResultStatus }> {
  const study = await maybeRow(client, stageRow, sql`SELECT stage::text FROM study WHERE id = ${studyId}`);
  if (!study || study.stage === "simulation" || study.stage === "preview") return { answers: [], status: exploratory };
  const choice = await chooseCounted(studyId, study.stage);
  const answers: ReplicatedAnswer[] = [];
  const rows = readCursor(
    client,
    responseRow,
    sql`SELECT counted.session_id AS session, counted.item_version_id AS item, item.kind, condition.levels AS condition, counted.answer
     FROM ${countedRowsView(choice)} AS counted
     JOIN condition ON condition.id = counted.condition_id
     JOIN item_version AS item ON item.id = counted.item_version_id
     WHERE counted.study_id = ${studyId} AND counted.stage = ${study.stage}::stage
       AND ${countedWhere(choice)}
     ORDER BY counted.saved_at, counted.id`,
  );
  for await (const { session, item, kind, condition, answer } of rows)
    answers.push({
      item,
      condition,
      key: itemKinds[kind]?.answerKey(answer) ?? null,
      person: session,
      output: null,
      logprobs: null,
      spans: answer.spans ?? [],
    });
  const locks = study.stage === "main" ? await listDataLocks(studyId, client) : [];
  return { answers, status: dataStatus(study.stage, { locks }) };
}
