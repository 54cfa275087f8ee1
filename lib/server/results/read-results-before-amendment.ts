import * as z from "zod";
import { findRightKeys } from "@/lib/domain/items/right-keys.ts";
import { withClusters } from "@/lib/domain/results/model/choose-clusters.ts";
import type { AnswerCount, ResultItem, StudyResults } from "@/lib/domain/results/model/study-results.ts";
import type { FrozenProtocol } from "@/lib/domain/results/plan/frozen-protocol.ts";
import { chooseData, readCounts } from "../counting/read-counts.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { type ChangedAnswer, readChangedAnswers } from "../studies/lock/read-changed-answers.ts";
import type { StudyResultItem } from "./read-result-items.ts";

// The results of a study before its plan, keys or exclusions were changed after results could be seen.

/**
 * The results of a main stage under the plan that was frozen before the first answer, with the keys and the
 * correspondence of that time. The locked data are used, if there are any. Exclusions and restorations that were
 * decided after results had been seen are ignored.
 *
 * @param now the results as currently shown
 * @param modelsOf returns the models' answers by the correspondence and the plan of that time
 */
export async function readResultsBeforeAmendment(
  studyId: string,
  { first, stage, items, now }: { first: FrozenProtocol; stage: string; items: StudyResultItem[]; now: StudyResults },
  modelsOf: (first: FrozenProtocol) => Promise<Pick<StudyResults, "series" | "answers">>,
): Promise<StudyResults> {
  const { surplus, excluded, openStratum } = first.plan.exclusions;
  const choice = { stage, surplus, excluded, openStratum, data: await chooseData(studyId, stage, "locked") };
  const [counts, changed, formerItems, matched] = await Promise.all([
    readCounts(studyId, choice),
    readChangedAnswers(studyId, choice),
    applyFrozenKeys(items, first),
    modelsOf(first),
  ]);
  return withClusters(
    { ...now, items: formerItems, counts: undoChanges(counts, changed), ...matched },
    first.plan.clusters,
  );
}

/** The counts of answers before these changes. */
function undoChanges(counts: readonly AnswerCount[], changed: readonly ChangedAnswer[]): AnswerCount[] {
  const keyOf = ({ itemId, conditionId, answerKey }: Omit<AnswerCount, "count">) =>
    JSON.stringify([itemId, conditionId, answerKey]);
  const countsByKey = new Map(counts.map((one) => [keyOf(one), { ...one }]));
  for (const { itemId, conditionId, answerKey, isExcluded } of changed) {
    const cellCount = countsByKey.get(keyOf({ itemId, conditionId, answerKey })) ?? {
      itemId,
      conditionId,
      answerKey,
      count: 0,
    };
    countsByKey.set(keyOf(cellCount), { ...cellCount, count: cellCount.count + (isExcluded ? 1 : -1) });
  }
  return [...countsByKey.values()].filter(({ count }) => count > 0);
}

const keyRow = z.strictObject({ id: z.string(), gold: json() });

/** The items of a study with the keys that were frozen before the first answer. */
async function applyFrozenKeys(
  items: readonly StudyResultItem[],
  first: Pick<FrozenProtocol, "items">,
): Promise<ResultItem[]> {
  const frozenKeys = new Map(first.items.map(({ id, key }) => [id, key]));
  const changedItems = items.flatMap(({ result }) => {
    const key = frozenKeys.get(result.name) ?? null;
    return key === null || key === result.keyVersion ? [] : [{ id: result.id, key }];
  });
  const golds = await manyRows(
    pool(),
    keyRow,
    sql`SELECT item_version_id AS id, gold FROM item_key
        JOIN unnest(${changedItems.map(({ id }) => id)}::uuid[], ${changedItems.map(({ key }) => key)}::int[]) AS former (id, version)
          ON former.id = item_version_id AND former.version = item_key.version`,
  );
  const goldById = new Map(golds.map(({ id, gold }) => [id, gold]));
  return items.map(({ result, item }) =>
    goldById.has(result.id)
      ? {
          ...result,
          keyVersion: frozenKeys.get(result.name) ?? null,
          rightAnswers: findRightKeys(item, goldById.get(result.id)),
        }
      : result,
  );
}
