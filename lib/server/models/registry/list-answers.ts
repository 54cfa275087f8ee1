import type { Answer, Item } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { rightKeys } from "@/lib/domain/items/right-keys.ts";
import { optionsOf } from "@/lib/domain/items/stimulus.ts";
import { readByPerson } from "@/lib/domain/models/read-model-answer.ts";
import {
  type AnsweredRun,
  type AnswerFilter,
  type AnswerQuery,
  type AnswerSort,
  answersPerPage,
  type ListedAnswer,
} from "@/lib/domain/models/registry-view.ts";
import { type Actor, can, inProjectsWith } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { pool } from "../../platform/database/pool.ts";

const orders: Readonly<Record<AnswerSort, string>> = {
  item: "item.ordinal, item.external_id",
  answer: "prediction.answer_key NULLS FIRST, item.external_id",
  rule: "prediction.reading_rule NULLS LAST, item.external_id",
  parity: "prediction.parity, item.external_id",
};
const filters: Readonly<Record<AnswerFilter, string>> = {
  all: "true",
  unparsed: "prediction.answer_key IS NULL",
  "by-hand": `prediction.read_from = '${readByPerson}'`,
};
const shownOfOutput = 1_500;

interface AnswerRow {
  id: string;
  item: string;
  kind: string;
  text: string;
  options: string[];
  title: string;
  genre: string;
  story: string;
  condition: ConditionLevels;
  condition_key: string;
  repeat: number;
  answer: Answer | null;
  answer_key: string | null;
  read_from: string | null;
  reading_rule: string | null;
  parity: ListedAnswer["parity"];
  output: string | null;
  gold: unknown;
}

/** A page of a run's answers; null for those who may not see it. */
export async function listAnswers(
  actor: Actor,
  runId: string,
  { search, sort, show, page }: AnswerQuery,
): Promise<AnsweredRun | null> {
  const run = await db().run.findFirst({
    where: { id: runId, model: inProjectsWith(actor, "research.read") },
    select: {
      id: true,
      source: true,
      model: { select: { id: true, name: true, projectId: true } },
      benchmark: { select: { id: true, name: true } },
    },
  });
  if (!run) return null;
  const chosen = `prediction.run_id = $1 AND ${filters[show]} AND ($2 = '' OR position(lower($2) IN lower(concat_ws(' ',
    item.external_id, prediction.condition_key, prediction.output))) > 0)`;
  const { rows } = await pool().query<AnswerRow>(
    `SELECT prediction.id, item.external_id AS item, item.kind, item.text, item.options, story.title, story.genre,
       story.text AS story, prediction.condition, prediction.condition_key, prediction.repeat, prediction.answer,
       prediction.answer_key, prediction.read_from, prediction.reading_rule, prediction.parity,
       left(prediction.output, ${shownOfOutput}) AS output, key.gold
     FROM prediction
     JOIN item_version AS item ON item.id = prediction.item_version_id
     JOIN story_version AS story ON story.id = item.story_version_id
     LEFT JOIN LATERAL (
       SELECT gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1
     ) AS key ON true
     WHERE ${chosen}
     ORDER BY ${orders[sort]}, prediction.condition_key, prediction.repeat, prediction.id
     LIMIT ${answersPerPage} OFFSET $3`,
    [runId, search, (page - 1) * answersPerPage],
  );
  const { projectId, ...model } = run.model;
  return {
    id: run.id,
    source: run.source,
    model,
    benchmark: run.benchmark,
    canWrite: can(actor, "research.write", projectId),
    total: await countAnswers(runId, search, show, chosen),
    answers: rows.map(toAnswer),
  };
}

/** How many answers there are: what the counters know is not counted again. */
async function countAnswers(runId: string, search: string, show: AnswerFilter, chosen: string): Promise<number> {
  const isCounted = search === "" && show === "all";
  const { rows } = isCounted
    ? await pool().query<{ total: number }>(
        "SELECT coalesce(sum(answers), 0)::float8 AS total FROM prediction_change WHERE run_id = $1",
        [runId],
      )
    : await pool().query<{ total: number }>(
        `SELECT count(*)::float8 AS total FROM prediction JOIN item_version AS item ON item.id = prediction.item_version_id
         WHERE ${chosen}`,
        [runId, search],
      );
  return rows[0]?.total ?? 0;
}

function toAnswer(row: AnswerRow): ListedAnswer {
  const { kind, text, options: given, title, genre, story } = row;
  const item: Item = { kind, text, options: given, story: { title, genre, text: story } };
  const options = optionsOf(item, row.condition).map(({ value, label }) => ({ value, label }));
  const right = rightKeys(item, row.gold);
  const chosen = row.answer?.choice ?? row.answer?.text ?? "";
  return {
    id: row.id,
    item: row.item,
    condition: row.condition_key,
    repeat: row.repeat,
    answer: options.find(({ value }) => value === chosen)?.label ?? row.answer?.text ?? row.answer_key,
    isRight: row.answer_key === null || right.length === 0 ? null : right.includes(row.answer_key),
    from: row.read_from,
    rule: row.reading_rule,
    parity: row.parity,
    output: row.output,
    options,
    chosen,
  };
}
