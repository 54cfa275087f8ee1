import { fingerprint } from "@/lib/domain/fingerprint.ts";
import type { Item } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { compareShown, findingOf, isContentMismatch, type ParityFinding } from "@/lib/domain/models/decide-parity.ts";
import { counterpartsOf } from "@/lib/domain/results/match-predictions.ts";
import { pool } from "../../platform/database/pool.ts";
import { readStudyItems } from "../study-items.ts";
import { uncompared } from "./count-unsigned.ts";
import { readStudyFrame, type StudyFrame } from "./study-frame.ts";

/** Stands for the condition of a prediction that no condition of the study corresponds to. */
const unmatchedKey = "";

const batchSize = 500;

interface Found {
  predictionId: string;
  conditionKey: string;
  finding: ParityFinding | null;
  shownHash: string;
}

/**
 * Holds every model's stimulus that has not been yet against what the study's people see, in their wording, with marks and
 * titles, and keeps what is found. One decision for every page: results, the page of an item, parity, and the gate. Does
 * nothing where nothing has changed.
 *
 * @param only where given, looks at nothing but the answers to that item
 */
export async function refreshParity(studyId: string, only: { itemVersionId?: string } = {}): Promise<void> {
  const frame = await readStudyFrame(studyId);
  if (!frame) return;
  let items: Map<string, Item> | null = null;
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await pool().query(
      `SELECT prediction.id, prediction.item_version_id, prediction.condition, prediction.prompt,
         prediction.content_fingerprint, prediction.presentation_fingerprint
       ${uncompared} AND prediction.id > $3 AND ($4::uuid IS NULL OR prediction.item_version_id = $4)
       ORDER BY prediction.id LIMIT ${batchSize}`,
      [studyId, frame.hash, last, only.itemVersionId ?? null],
    );
    if (rows.length === 0) return;
    items ??= new Map((await readStudyItems(studyId)).map(({ id, item }) => [id, item]));
    const found = rows.flatMap((row) => {
      const item = items?.get(row.item_version_id);
      return item ? holdAgainst(frame, item, row) : [];
    });
    await keep(
      frame,
      rows.map(({ id }) => id),
      found,
    );
    last = rows.at(-1).id;
  }
}

interface PredictionRow {
  id: string;
  condition: ConditionLevels;
  prompt: string | null;
  content_fingerprint: string | null;
  presentation_fingerprint: string | null;
}

function holdAgainst(frame: StudyFrame, item: Item, row: PredictionRow): Found[] {
  const evidence = {
    prompt: row.prompt,
    contentFingerprint: row.content_fingerprint,
    presentationFingerprint: row.presentation_fingerprint,
  };
  const shownHash = fingerprint(row.prompt ?? row.content_fingerprint ?? "");
  const { matches } = counterpartsOf(row.condition, frame.conditions, frame.correspondence);
  const found = matches.flatMap(({ conditionId, isDeclared }): (Found & { finding: ParityFinding })[] => {
    const levels = frame.conditions.find(({ id }) => id === conditionId)?.levels;
    if (!levels) return [];
    const compared = compareShown(item, { ...row.condition, ...levels }, evidence, frame.presentation);
    return [{ predictionId: row.id, conditionKey: conditionId, finding: findingOf(compared, isDeclared), shownHash }];
  });
  if (found.length === 0) return [{ predictionId: row.id, conditionKey: unmatchedKey, finding: null, shownHash }];
  // A prediction that names no level stands beside several conditions; what it was shown says beside which of them.
  const verified = found.filter(({ finding }) => finding.parity === "verified");
  return found.length > 1 && verified.length > 0 ? verified : found;
}

async function keep(frame: StudyFrame, predictionIds: readonly string[], found: readonly Found[]): Promise<void> {
  const column = <Value>(of: (one: Found) => Value) => found.map(of);
  await pool().query(
    `INSERT INTO parity_finding
       (study_id, prediction_id, condition_key, frame, parity, is_content, differs, is_other_version, shown_hash)
     SELECT $1, prediction_id, condition_key, $2, parity, is_content, differs, is_other_version, shown_hash
     FROM unnest($3::uuid[], $4::text[], $5::text[], $6::boolean[], $7::jsonb[], $8::boolean[], $9::text[])
       AS found (prediction_id, condition_key, parity, is_content, differs, is_other_version, shown_hash)
     ON CONFLICT (study_id, prediction_id, condition_key) DO UPDATE SET
       frame = excluded.frame, parity = excluded.parity, is_content = excluded.is_content, differs = excluded.differs,
       is_other_version = excluded.is_other_version, shown_hash = excluded.shown_hash`,
    [
      frame.studyId,
      frame.hash,
      column(({ predictionId }) => predictionId),
      column(({ conditionKey }) => conditionKey),
      column(({ finding }) => finding?.parity ?? "unmatched"),
      column(({ finding }) => finding !== null && isContentMismatch(finding)),
      column(({ finding }) => JSON.stringify(finding?.differs ?? [])),
      column(({ finding }) => finding?.isOtherVersion ?? false),
      column(({ shownHash }) => shownHash),
    ],
  );
  await pool().query(
    "DELETE FROM parity_finding WHERE study_id = $1 AND prediction_id = ANY ($3::uuid[]) AND frame <> $2",
    [frame.studyId, frame.hash, predictionIds],
  );
}
