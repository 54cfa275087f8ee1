import * as z from "zod";
import { fingerprint } from "@/lib/domain/fingerprint.ts";
import type { Item } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { conditionKey, renderStimulus } from "@/lib/domain/items/stimulus.ts";
import {
  compareShownStimuli,
  findingOf,
  isContentMismatch,
  type ParityFinding,
} from "@/lib/domain/models/decide-parity.ts";
import { findCounterparts } from "@/lib/domain/results/model/match-predictions.ts";
import { conditionsOfItem } from "@/lib/domain/survey/kinds/design-variants.ts";
import { pool } from "../../platform/database/pool.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { readStudyItems } from "../study-items.ts";
import { readStudyFrame, type StudyFrame } from "./study-frame.ts";

/** The condition key of a prediction that corresponds to no condition of the study. */
const unmatchedKey = "";

/** Number of predictions per batch; a batch blocks the process for a few milliseconds. */
const batchSize = 250;

interface PredictionFinding {
  predictionId: string;
  conditionKey: string;
  finding: ParityFinding | null;
  shownHash: string;
}

/** Restricts the comparison to the answers of one run, or to one item. */
interface ComparisonScope {
  runId?: string;
  itemVersionId?: string;
}

/**
 * Compares stimuli of models that have not yet been compared with the stimuli of the study's people (wording, marks and
 * titles) and stores the result. Used by all pages and checks: results, the page of an item, parity, and the opening of
 * the study. Reads in batches, and does nothing if nothing has changed.
 */
export async function comparePredictions(
  frame: StudyFrame,
  only: ComparisonScope,
  progress: (done: number) => Promise<void> = async () => undefined,
): Promise<void> {
  await withSnapshot(async (client) => {
    let items: Map<string, Item> | null = null;
    let batch: PredictionRow[] = [];
    let doneCount = 0;
    const compare = async () => {
      if (batch.length === 0) return;
      items ??= new Map((await readStudyItems(frame.studyId)).map(({ id, item }) => [id, item]));
      const itemsById = items;
      await storeFindings(
        frame,
        batch.map(({ id }) => id),
        batch.flatMap((row) => {
          const item = itemsById.get(row.item_version_id);
          return item ? findParity(frame, item, row) : [];
        }),
      );
      doneCount += batch.length;
      batch = [];
      await progress(doneCount);
    };
    for await (const row of readCursor(client, predictionRow, selectUncompared(frame, only), batchSize)) {
      batch.push(row);
      if (batch.length === batchSize) await compare();
    }
    await compare();
  });
}

/** Compares the answers to one item of a study, for its page. */
export async function refreshItemParity(studyId: string, itemVersionId: string): Promise<void> {
  const frame = await readStudyFrame(studyId);
  if (frame) await comparePredictions(frame, { itemVersionId });
}

/**
 * SQL: answers that have not been compared. Findings are looked up by key, even if the planner's statistics do not yet
 * contain any rows.
 */
const selectUncompared = (frame: StudyFrame, { runId, itemVersionId }: ComparisonScope) => sql`
  SELECT prediction.id, prediction.item_version_id, prediction.condition, prediction.prompt,
    prediction.content_fingerprint, prediction.presentation_fingerprint
  FROM study_item JOIN study ON study.id = study_item.study_id
  JOIN run ON run.benchmark_id = study.benchmark_id
  JOIN prediction ON prediction.run_id = run.id AND prediction.item_version_id = study_item.item_version_id
  WHERE study_item.study_id = ${frame.studyId} AND (${runId ?? null}::uuid IS NULL OR run.id = ${runId ?? null})
    AND (${itemVersionId ?? null}::uuid IS NULL OR study_item.item_version_id = ${itemVersionId ?? null})
    AND NOT EXISTS (SELECT FROM parity_finding AS known
      WHERE known.study_id = ${frame.studyId} AND known.prediction_id = prediction.id AND known.frame = ${frame.hash}
      OFFSET 0)`;

const predictionRow = z.strictObject({
  id: z.string(),
  item_version_id: z.string(),
  condition: json<ConditionLevels>(),
  prompt: z.string().nullable(),
  content_fingerprint: z.string().nullable(),
  presentation_fingerprint: z.string().nullable(),
});

type PredictionRow = z.infer<typeof predictionRow>;

function findParity(frame: StudyFrame, item: Item, row: PredictionRow): PredictionFinding[] {
  const evidence = {
    prompt: row.prompt,
    contentFingerprint: row.content_fingerprint,
    presentationFingerprint: row.presentation_fingerprint,
  };
  const shownHash = fingerprint(row.prompt ?? row.content_fingerprint ?? "");
  const { matches } = findCounterparts(row.condition, frame.conditions, frame.correspondence);
  const itemConditions = new Set(conditionsOfItem(frame.design, item).map(conditionKey));
  const presentation = frame.presentationOf(item.kind);
  const findings = matches.flatMap(
    ({ conditionId, isDeclared }): (PredictionFinding & { finding: ParityFinding })[] => {
      const levels = frame.conditions.find(({ id }) => id === conditionId)?.levels;
      if (!levels || !itemConditions.has(conditionId)) return [];
      const comparison = compareShownStimuli(item, { ...row.condition, ...levels }, evidence, presentation);
      const finding = findingOf(comparison, isDeclared);
      const comparedHash = isContentMismatch(finding) ? hashBothStimuli(shownHash, item, levels, frame) : shownHash;
      return [{ predictionId: row.id, conditionKey: conditionId, finding, shownHash: comparedHash }];
    },
  );
  if (findings.length === 0) return [{ predictionId: row.id, conditionKey: unmatchedKey, finding: null, shownHash }];
  if (findings.length === 1) return findings;
  // A prediction that names no level of a factor may correspond to several conditions. Only if its prompt proves the
  // same stimulus, it is used for several conditions. Without proof it is used for no condition, and only the smallest
  // mismatch is reported.
  const verifiedFindings = findings.filter(({ finding }) => finding.parity === "verified");
  if (verifiedFindings.length > 0) return verifiedFindings;
  const mismatches = findings.filter(({ finding }) => finding.parity === "mismatch");
  if (mismatches.length === 0) return [{ predictionId: row.id, conditionKey: unmatchedKey, finding: null, shownHash }];
  return [mismatches.reduce((one, other) => (other.finding.differs.length < one.finding.differs.length ? other : one))];
}

/**
 * The hash that a sign-off refers to: of the model's stimulus and the stimulus of the study's people. If either
 * stimulus changes, the new pair is not signed off.
 */
function hashBothStimuli(shownHash: string, item: Item, levels: ConditionLevels, frame: StudyFrame): string {
  const { contentFingerprint } = renderStimulus(item, levels, frame.presentationOf(item.kind));
  return fingerprint(`${shownHash}/${contentFingerprint}`);
}

async function storeFindings(
  frame: StudyFrame,
  predictionIds: readonly string[],
  found: readonly PredictionFinding[],
): Promise<void> {
  const column = <Value>(of: (one: PredictionFinding) => Value) => found.map(of);
  await pool().query(
    sql`INSERT INTO parity_finding
       (study_id, prediction_id, condition_key, frame, parity, is_content, differs, is_other_version, shown_hash)
     SELECT ${frame.studyId}, prediction_id, condition_key, ${frame.hash}, parity, is_content, differs,
     is_other_version, shown_hash
     FROM unnest(${column(({ predictionId }) => predictionId)}::uuid[],
     ${column(({ conditionKey }) => conditionKey)}::text[],
     ${column(({ finding }) => finding?.parity ?? "unmatched")}::text[],
     ${column(({ finding }) => finding !== null && isContentMismatch(finding))}::boolean[],
     ${column(({ finding }) => JSON.stringify(finding?.differs ?? []))}::jsonb[],
     ${column(({ finding }) => finding?.isOtherVersion ?? false)}::boolean[],
     ${column(({ shownHash }) => shownHash)}::text[])
       AS found (prediction_id, condition_key, parity, is_content, differs, is_other_version, shown_hash)
     -- Rows are always locked in the same order, so that transactions cannot deadlock.
     ORDER BY prediction_id, condition_key
     ON CONFLICT (study_id, prediction_id, condition_key) DO UPDATE SET
       frame = excluded.frame, parity = excluded.parity, is_content = excluded.is_content, differs = excluded.differs,
       is_other_version = excluded.is_other_version, shown_hash = excluded.shown_hash`,
  );
  await pool().query(
    sql`DELETE FROM parity_finding AS outdated USING (
       SELECT prediction_id, condition_key FROM parity_finding
       WHERE study_id = ${frame.studyId} AND prediction_id = ANY (${predictionIds}::uuid[]) AND frame <> ${frame.hash}
       ORDER BY 1, 2 FOR UPDATE
     ) AS found
     WHERE outdated.study_id = ${frame.studyId} AND outdated.prediction_id = found.prediction_id
       AND outdated.condition_key = found.condition_key`,
  );
}
