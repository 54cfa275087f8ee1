import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { levelsOfKey, renderPrompt } from "@/lib/domain/items/stimulus.ts";
import { diffCharacters } from "@/lib/domain/results/diff-characters.ts";
import {
  type ParityCounts,
  type ParityPage,
  type ParityStimulus,
  stimuliPerPage,
} from "@/lib/domain/results/parity-page.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import type { Actor } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { pool } from "../../platform/database/pool.ts";
import { readStudyItems, type StudyItem } from "../study-items.ts";
import { studyWhere } from "../study-where.ts";
import { countUnsignedMismatches } from "./count-unsigned.ts";
import { refreshParity } from "./refresh-parity.ts";
import { readStudyFrame, type StudyFrame } from "./study-frame.ts";

/**
 * Every stimulus of a study that models and people saw differently, a page at a time, content before wording, what nobody
 * has signed for first; null for those who may not read research.
 */
export async function getParity(actor: Actor, address: string, page: number): Promise<ParityPage | null> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true },
  });
  if (!study) return null;
  await refreshParity(study.id);
  const [frame, counts, unsigned, listed] = await Promise.all([
    readStudyFrame(study.id),
    readCounts(study.id),
    countUnsignedMismatches(study.id),
    listDiffering(study.id, page),
  ]);
  const total: number = listed[0]?.total ?? 0;
  const items = new Map(listed.length > 0 ? (await readStudyItems(study.id)).map((item) => [item.id, item]) : []);
  return {
    counts,
    unsigned,
    total,
    page,
    pages: Math.max(1, Math.ceil(total / stimuliPerPage)),
    stimuli: listed.flatMap((row): ParityStimulus[] => {
      const item = items.get(row.item_version_id);
      return item && frame ? [toStimulus(row, item, frame)] : [];
    }),
  };
}

async function readCounts(studyId: string): Promise<ParityCounts> {
  const { rows } = await pool().query(
    `SELECT (count(*) FILTER (WHERE found.parity = 'verified'))::int AS verified,
       (count(*) FILTER (WHERE found.parity = 'verified' AND jsonb_array_length(found.differs) > 0))::int AS declared,
       (count(*) FILTER (WHERE found.parity = 'mismatch' AND found.is_content))::int AS content,
       (count(*) FILTER (WHERE found.parity = 'mismatch' AND NOT found.is_content))::int AS presentation,
       (count(*) FILTER (WHERE found.parity = 'unverified' AND NOT found.is_other_version))::int AS unproved,
       (count(*) FILTER (WHERE found.parity = 'unverified' AND found.is_other_version))::int AS "otherVersion",
       (count(*) FILTER (WHERE found.parity = 'unmatched'))::int AS unmatched
     FROM parity_finding AS found
     JOIN prediction ON prediction.id = found.prediction_id
     JOIN study_item ON study_item.study_id = found.study_id AND study_item.item_version_id = prediction.item_version_id
     WHERE found.study_id = $1`,
    [studyId],
  );
  return rows[0];
}

async function listDiffering(studyId: string, page: number) {
  const { rows } = await pool().query(
    `SELECT grouped.*, count(*) OVER ()::int AS total, shown.prompt,
       signed.id AS signed_id, signed.name AS signed_name, signed.reason, signed.created_at AS signed_at
     FROM (
       SELECT prediction.item_version_id, min(study_item.ordinal) AS ordinal, found.condition_key, found.shown_hash,
         bool_or(found.is_content) AS is_content, min(found.differs::text)::jsonb AS differs,
         array_agg(DISTINCT model.name) AS models, count(*)::int AS answers, min(prediction.id::text)::uuid AS example
       FROM parity_finding AS found
       JOIN prediction ON prediction.id = found.prediction_id
       JOIN study_item ON study_item.study_id = found.study_id AND study_item.item_version_id = prediction.item_version_id
       JOIN run ON run.id = prediction.run_id JOIN model ON model.id = run.model_id
       WHERE found.study_id = $1 AND found.parity = 'mismatch'
       GROUP BY prediction.item_version_id, found.condition_key, found.shown_hash
     ) AS grouped
     JOIN prediction AS shown ON shown.id = grouped.example
     LEFT JOIN LATERAL (
       SELECT id, name, reason, created_at FROM parity_sign_off
       WHERE study_id = $1 AND item_version_id = grouped.item_version_id AND condition_key = grouped.condition_key
         AND shown_hash = grouped.shown_hash AND revoked_at IS NULL ORDER BY created_at DESC LIMIT 1
     ) AS signed ON true
     ORDER BY (grouped.is_content AND signed.id IS NULL) DESC, grouped.is_content DESC, grouped.ordinal,
       grouped.condition_key, grouped.shown_hash
     LIMIT $2 OFFSET $3`,
    [studyId, stimuliPerPage, (page - 1) * stimuliPerPage],
  );
  return rows;
}

type DifferingRow = Awaited<ReturnType<typeof listDiffering>>[number];

function toStimulus(row: DifferingRow, { externalId, item }: StudyItem, frame: StudyFrame): ParityStimulus {
  const levels = levelsOfKey(row.condition_key);
  const kind = itemKinds[item.kind];
  const people = renderPrompt(item, levels, frame.presentation);
  return {
    itemVersionId: row.item_version_id,
    item: externalId,
    conditionKey: row.condition_key,
    condition: kind ? conditionLabel(kind, levels) : row.condition_key,
    shownHash: row.shown_hash,
    isContent: row.is_content,
    differs: row.differs,
    models: row.models,
    answers: row.answers,
    pieces: row.prompt === null ? null : diffCharacters(people, row.prompt.slice(0, 20_000)),
    signed: row.signed_id ? { id: row.signed_id, name: row.signed_name, reason: row.reason, at: row.signed_at } : null,
  };
}
