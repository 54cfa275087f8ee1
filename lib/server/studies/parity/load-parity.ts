import * as z from "zod";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { levelsOfKey, renderPrompt } from "@/lib/domain/items/stimulus.ts";
import type { ParityDifference } from "@/lib/domain/models/decide-parity.ts";
import { diffCharacters } from "@/lib/domain/results/preparation/diff-characters.ts";
import {
  type ParityCounts,
  type ParityPage,
  type ParityStimulus,
  stimuliPerPage,
} from "@/lib/domain/results/preparation/parity-page.ts";
import { parityView } from "@/lib/domain/results/views/models/parity-view.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import type { Actor } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { readStudyItems, type StudyItem } from "../study-items.ts";
import { studyWhere } from "../study-where.ts";
import { countUnsigned } from "./count-unsigned.ts";
import { countDifferingItems } from "./differing-items.ts";
import type { StudyFrame } from "./study-frame.ts";
import { tallyForPage } from "./tally-predictions.ts";

/**
 * One page of the stimuli of a study that differ between models and people: first differences in content (unsigned
 * before signed), then differences in wording. Null for users who may not read research.
 */
export async function loadParity(actor: Actor, address: string, page: number): Promise<ParityPage | null> {
  const result = await readParity(actor, address, { limit: stimuliPerPage, offset: (page - 1) * stimuliPerPage });
  if (!result) return null;
  const { frame, studyId, ...pageData } = result;
  const pages = Math.max(1, Math.ceil(pageData.total / stimuliPerPage));
  const [unsigned, models] = await Promise.all([countUnsigned(frame), countDifferingItems(studyId, frame)]);
  return { ...pageData, unsigned, models, page, pages };
}

/** All stimuli that differ, for a file, without their texts. */
export async function loadParityView(actor: Actor, address: string): Promise<View | null> {
  const result = await readParity(actor, address, { limit: null, offset: 0 });
  return result && parityView(result.counts, result.stimuli);
}

/** A range of the stimuli that differ; with `limit` null, all of them without their prompts. */
interface StimulusRange {
  limit: number | null;
  offset: number;
}

async function readParity(actor: Actor, address: string, range: StimulusRange) {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true },
  });
  if (!study) return null;
  const { frame, uncounted } = await tallyForPage(study.id);
  const [counts, differingRows] = await Promise.all([
    readCounts(study.id, frame),
    listDifferingStimuli(study.id, frame, range),
  ]);
  const items = new Map(
    differingRows.length > 0 ? (await readStudyItems(study.id)).map((item) => [item.id, item]) : [],
  );
  return {
    studyId: study.id,
    frame,
    counts,
    uncounted,
    total: (differingRows[0]?.total ?? 0) as number,
    stimuli: differingRows.flatMap((row): ParityStimulus[] => {
      const item = items.get(row.item_version_id);
      return item && frame ? [toStimulus(row, item, frame)] : [];
    }),
  };
}

const parityRow = z.strictObject({ parity: json<ParityCounts>() });

async function readCounts(studyId: string, frame: StudyFrame | null): Promise<ParityCounts> {
  const rows = await manyRows(
    pool(),
    parityRow,
    sql`SELECT parity FROM prediction_tally WHERE study_id = ${studyId} AND frame = ${frame?.tallyHash ?? ""}`,
  );
  return rows.reduce((sum, { parity }) => addCounts(sum, parity), noParity);
}

const noParity: ParityCounts = {
  verified: 0,
  declared: 0,
  content: 0,
  presentation: 0,
  unproved: 0,
  otherVersion: 0,
  unmatched: 0,
};

function addCounts(one: ParityCounts, other: ParityCounts): ParityCounts {
  const names = Object.keys(noParity) as (keyof ParityCounts)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as unknown as ParityCounts;
}

const differingRow = z.strictObject({
  item_version_id: z.string(),
  ordinal: z.number(),
  condition_key: z.string(),
  shown_hash: z.string(),
  is_content: z.boolean(),
  differs: json<ParityDifference[]>(),
  models: z.array(z.string()),
  answers: z.number(),
  example: z.string(),
  total: z.number(),
  signed_id: z.string().nullable(),
  signed_name: z.string().nullable(),
  reason: z.string().nullable(),
  signed_at: z.date().nullable(),
  prompt: z.string().nullable(),
});

/** The stimuli that differ, from their counts; only the displayed prompts are read. */
async function listDifferingStimuli(studyId: string, frame: StudyFrame | null, { limit, offset }: StimulusRange) {
  const rows = await manyRows(
    pool(),
    differingRow,
    sql`SELECT grouped.*, shown.prompt
     FROM (
       SELECT differing.*, count(*) OVER ()::int AS total, signed.id AS signed_id, signed.name AS signed_name,
         signed.reason, signed.created_at AS signed_at
       FROM (
         SELECT found.item_version_id, min(study_item.ordinal) AS ordinal, found.condition_key, found.shown_hash,
           bool_or(found.is_content) AS is_content, min(found.differs::text)::jsonb AS differs,
           array_agg(DISTINCT model.name) AS models, sum(found.answers)::int AS answers,
           min(found.example_id::text)::uuid AS example
         FROM parity_stimulus AS found
         JOIN prediction_tally AS tally ON tally.study_id = found.study_id AND tally.run_id = found.run_id
         JOIN study_item ON study_item.study_id = found.study_id AND study_item.item_version_id = found.item_version_id
         JOIN run ON run.id = found.run_id JOIN model ON model.id = run.model_id
         WHERE found.study_id = ${studyId} AND tally.frame = ${frame?.tallyHash ?? ""}
         GROUP BY found.item_version_id, found.condition_key, found.shown_hash
       ) AS differing
       LEFT JOIN LATERAL (
         SELECT id, name, reason, created_at FROM parity_sign_off
         WHERE study_id = ${studyId} AND item_version_id = differing.item_version_id
           AND condition_key = differing.condition_key AND shown_hash = differing.shown_hash AND revoked_at IS NULL
         ORDER BY created_at DESC LIMIT 1
       ) AS signed ON true
       ORDER BY (differing.is_content AND signed.id IS NULL) DESC, differing.is_content DESC, differing.ordinal,
         differing.condition_key, differing.shown_hash
       LIMIT ${limit}::int OFFSET ${offset}
     ) AS grouped
     LEFT JOIN prediction AS shown ON ${limit}::int IS NOT NULL AND shown.id = grouped.example
     ORDER BY (grouped.is_content AND grouped.signed_id IS NULL) DESC, grouped.is_content DESC, grouped.ordinal,
       grouped.condition_key, grouped.shown_hash`,
  );
  return rows;
}

type DifferingRow = z.infer<typeof differingRow>;

function readSignOff({
  signed_id: id,
  signed_name: name,
  reason,
  signed_at: at,
}: DifferingRow): ParityStimulus["signed"] {
  return id === null || name === null || reason === null || at === null ? null : { id, name, reason, at };
}

function toStimulus(row: DifferingRow, { externalId, item }: StudyItem, frame: StudyFrame): ParityStimulus {
  const levels = levelsOfKey(row.condition_key);
  const kind = itemKinds[item.kind];
  const people = renderPrompt(item, levels, frame.presentationOf(item.kind));
  return {
    itemVersionId: row.item_version_id,
    item: externalId,
    kind: item.kind,
    conditionKey: row.condition_key,
    condition: kind ? conditionLabel(kind, levels) : row.condition_key,
    shownHash: row.shown_hash,
    isContent: row.is_content,
    differs: row.differs,
    models: row.models,
    answers: row.answers,
    pieces: row.prompt === null ? null : diffCharacters(people, row.prompt.slice(0, 20_000)),
    signed: readSignOff(row),
  };
}
