import { z } from "zod";
import { type Display, displayLabels } from "@/lib/domain/items/kinds/consistency/display.ts";
import {
  type ConsistencyScore,
  consistencyTable,
  scoreConsistency,
} from "@/lib/domain/items/kinds/consistency/score-consistency.ts";
import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { defaultAnalysisPlan } from "@/lib/domain/results/analysis-plan.ts";
import { chooseClusters } from "@/lib/domain/results/choose-clusters.ts";
import type { ErrorEvaluation } from "@/lib/domain/results/error-evaluation.ts";
import { evaluationRows, type ScoredErrorAnswer } from "@/lib/domain/results/error-evaluation.ts";
import type { ItemCluster } from "@/lib/domain/results/study-results.ts";
import { type ErrorSubject, errorView } from "@/lib/domain/results/views/error-views.ts";
import { countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import { worded } from "@/lib/domain/words/words.ts";
import { countedWhere } from "../counting/counted-where.ts";
import { readShownStage } from "../counting/read-counts.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { readDataHash } from "./views/read-data-hash.ts";

const span = z.tuple([z.number(), z.number()]);
const answeredRow = z.object({
  session_id: z.string(),
  story_id: z.string(),
  story: z.string(),
  levels: z.record(z.string(), z.string()),
  answer: z.object({ choice: z.enum(["consistent", "error"]), spans: z.array(span).default([]) }),
  gold: z.object({ consistent: z.boolean(), spans: z.array(span) }),
  key_version: z.number(),
  is_excluded: z.boolean(),
  item_id: z.string(),
  genre: z.string(),
  attributes: z.record(z.string(), z.unknown()),
});
type AnsweredRow = z.infer<typeof answeredRow>;

/**
 * The human evaluation of a `consistency` study: who found the errors, and where (Yang et al. 2026, Table 2). Reads
 * every answer that counts, because localisation needs its words; fifty answers a person, so thousands at
 * most.
 */
export async function getErrorEvaluation(actor: Actor, projectId: string, studyId: string): Promise<ErrorEvaluation> {
  requireRight(actor, "research.read", projectId);
  const choice = countedByDefault(await readShownStage(studyId));
  const { rows } = await pool().query(
    // Words are those of the story that the person read, a translation where one was shown; its cluster is the original.
    `SELECT counted.session_id, item_version.story_version_id AS story_id, story_version.text AS story, condition.levels,
       counted.item_version_id AS item_id, story_version.genre, item_version.attributes, counted.answer, item_key.gold, item_key.version AS key_version, counted.is_excluded
     FROM counted_response AS counted
     JOIN item_version ON item_version.id = counted.item_version_id AND item_version.kind = 'consistency'
     JOIN response ON response.id = counted.id
     JOIN item_version AS shown ON shown.id = coalesce(response.shown_item_version_id, counted.item_version_id)
     JOIN story_version ON story_version.id = shown.story_version_id
     JOIN condition ON condition.id = counted.condition_id
     JOIN study ON study.id = counted.study_id AND study.project_id = $2
     JOIN LATERAL (
       SELECT gold, version FROM item_key WHERE item_version_id = shown.id ORDER BY version DESC LIMIT 1
     ) AS item_key ON true
     WHERE counted.study_id = $1 AND counted.stage = $3::stage AND ${countedWhere({ ...choice, excluded: true })}
     ORDER BY counted.saved_at, counted.id`,
    [studyId, projectId, choice.stage],
  );
  const answered = rows.map((row) => answeredRow.parse(row));
  const counted = answered.filter((row) => !row.is_excluded);
  const scored = counted.map((row) => ({ row, score: scoreConsistency(worded(row.story), row.answer, row.gold) }));
  const clusterOfItem = clustersOf(answered);
  const people = scored.map(({ row, score }) => toScored(row, score, clusterOfItem));
  const models = await readModelAnswers(studyId, clusterOfItem);
  const subjects = [
    ...(people.length > 0 ? [{ label: "People", side: "person" as const, answers: people, unparsed: 0 }] : []),
    ...models,
  ];
  return {
    rows: evaluationRows(people),
    view: errorView(subjects, (ablation) => displayLabels[ablation as Display] ?? ablation),
    counted: choice,
    dataHash: await readDataHash(studyId, { ...choice, key: null }),
    table: consistencyTable(scored.map(({ score }) => score)),
    excluded: answered.length - counted.length,
    keyVersions: [...new Set(counted.map((row) => row.key_version))].sort((left, right) => left - right),
  };
}

type ClusterOfItem = (item: ClusteredItem) => ItemCluster;
type ClusteredItem = Pick<AnsweredRow, "item_id" | "story_id" | "attributes">;

/** What each item is alike within: its story, or the source group of an original and its erroneous versions. */
function clustersOf(rows: readonly ClusteredItem[]): ClusterOfItem {
  const items = [...new Map(rows.map((row) => [row.item_id, row])).values()].map(asItem);
  const clusters = chooseClusters(items, defaultAnalysisPlan().clusters);
  const known = new Map(items.map(({ id }, index) => [id, clusters[index]!]));
  return (row) => known.get(row.item_id) ?? { kind: "story", id: row.story_id };
}

function asItem({ item_id: id, story_id: storyId, attributes: { group } }: ClusteredItem) {
  return { id, storyId, attributes: { group: group === undefined || group === null ? null : String(group) } };
}

const predictedRow = answeredRow.omit({ session_id: true, is_excluded: true, levels: true }).extend({
  answer: answeredRow.shape.answer.nullable().catch(null),
  run_id: z.string(),
  model: z.string(),
  source: z.string(),
  condition: z.record(z.string(), z.string()),
});

/** Every series of a model that judged the stories of a study: a run under one way of asking but for the display. */
async function readModelAnswers(studyId: string, clusterOfItem: ClusterOfItem): Promise<ErrorSubject[]> {
  const { rows } = await pool().query(
    `SELECT run.id AS run_id, model.name AS model, run.source, prediction.condition, prediction.answer,
       item_version.id AS item_id, item_version.attributes, story_version.id AS story_id, story_version.text AS story,
       story_version.genre, item_key.gold, item_key.version AS key_version
     FROM study_item
     JOIN item_version ON item_version.id = study_item.item_version_id AND item_version.kind = 'consistency'
     JOIN story_version ON story_version.id = item_version.story_version_id
     JOIN prediction ON prediction.item_version_id = item_version.id
     JOIN run ON run.id = prediction.run_id
     JOIN model ON model.id = run.model_id
     JOIN LATERAL (
       SELECT gold, version FROM item_key WHERE item_version_id = item_version.id ORDER BY version DESC LIMIT 1
     ) AS item_key ON true
     WHERE study_item.study_id = $1
     ORDER BY model.name, run.source, run.id, study_item.ordinal, prediction.condition_key, prediction.repeat`,
    [studyId],
  );
  const subjects = new Map<string, ErrorSubject & { answers: ScoredErrorAnswer[] }>();
  for (const row of rows.map((one) => predictedRow.parse(one))) {
    const { ablation = "plain", ...rest } = row.condition;
    const way = conditionKey(rest);
    const key = `${row.run_id}/${way}`;
    const label = [row.model, row.source, way.replaceAll(";", ", ")].filter((part) => part !== "").join(" · ");
    const subject = subjects.get(key) ?? { label, side: "model" as const, answers: [], unparsed: 0 };
    subjects.set(key, subject);
    const gold = { ...row.gold };
    const score = row.answer ? scoreConsistency(worded(row.story), row.answer, gold) : null;
    if (!score) subject.unparsed += 1;
    subject.answers.push({
      sessionId: null,
      itemId: row.item_id,
      cluster: clusterOfItem(row),
      genre: row.genre,
      ablation: ablation === "none" ? "plain" : ablation,
      hasError: !gold.consistent,
      isRight: score?.isRight ?? false,
      localisation: score?.localisation ?? 0,
    });
  }
  return [...subjects.values()];
}

function toScored(row: AnsweredRow, score: ConsistencyScore, clusterOfItem: ClusterOfItem): ScoredErrorAnswer {
  return {
    sessionId: row.session_id,
    itemId: row.item_id,
    cluster: clusterOfItem(row),
    genre: row.genre,
    ablation: row.levels.ablation ?? "plain",
    hasError: score.hasError,
    isRight: score.isRight,
    localisation: score.localisation,
  };
}
