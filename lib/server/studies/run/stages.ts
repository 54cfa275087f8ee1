import { randomBytes } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import type { ResultState } from "@/lib/domain/result-state.ts";
import { type Design, designSchema } from "@/lib/domain/survey/design.ts";
import type { PilotItem } from "@/lib/domain/survey/live/prepare-pilot.ts";
import { protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { stages } from "@/lib/domain/survey/stages.ts";
import {
  findStageSizeProblem,
  nextStageDesign,
  type StageItems,
  withStageSize,
} from "@/lib/domain/survey/studies/stage-size.ts";
import type { StageLink } from "@/lib/domain/survey/studies/study-rows.ts";
import { studyStatuses } from "@/lib/domain/survey/studies/study-status.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, oneRow } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { loadFreshResult, loadStoredResult } from "../../stored-results/stored-result.ts";
import { copyLists, hasLists } from "../draft/copy-lists.ts";
import { copySettings } from "../draft/copy-settings.ts";
import { createStudy } from "../draft/create-study.ts";
import { withFreeSlug } from "../draft/with-free-slug.ts";
import { getStudy } from "../get-study.ts";
import { lockStudy } from "../study-where.ts";
import { readLeftOut } from "./left-out-items.ts";
import { listRewordedItems, pilotResult, type StoredPilotReport } from "./pilot-result.ts";

/** A study with the previous and the next studies in its line of stages. */
export interface StagesPage {
  /** The last computed results of its items. */
  report: ResultState<StoredPilotReport>;
  /**
   * The texts of the report's items, in the report's order; empty before the report is computed. `leftOut` is the
   * reason why the next stage does not ask the item, or null.
   */
  items: (PilotItem & ItemText & { reasons: string[]; leftOut: string | null })[];
  /** Items of this study that were reworded since the previous stage. */
  reworded: string[];
  /** The items that a next stage would ask, and how many of them have a newer version. */
  next: StageItems & { reworded: number };
  before: StageLink | null;
  after: StageLink[];
}

/** The report of a pilot, or of a study that continues a pilot; null for users who may not see it. */
export async function loadStages(actor: Actor, address: string): Promise<StagesPage | null> {
  const study = await getStudy(actor, address);
  const report = study && (await loadStoredResult(pilotResult, study.id));
  return report && { report, ...(await loadReportDetails(study.id, report.stored?.document ?? null)) };
}

/** Like `loadStages`, for a download: computed now if no stored result matches the data. */
export async function loadFreshStages(
  actor: Actor,
  address: string,
): Promise<(StoredPilotReport & Pick<StagesPage, "items">) | null> {
  const study = await getStudy(actor, address);
  const result = study && (await loadFreshResult(pilotResult, study.id));
  return result && { ...result.document, items: (await loadReportDetails(study.id, result.document)).items };
}

async function loadReportDetails(
  studyId: string,
  report: StoredPilotReport | null,
): Promise<Omit<StagesPage, "report">> {
  const [texts, reworded, linked, leftOut, reasons] = await Promise.all([
    readItemTexts(studyId),
    listRewordedItems(studyId),
    listLinkedStages(studyId),
    readLeftOut(studyId),
    readReasons(report?.items.flatMap(({ reasonIds }) => reasonIds) ?? []),
  ]);
  const remaining = [...texts].filter(([id]) => !leftOut.has(id));
  const remainingReworded = remaining.filter(([, { newest }]) => newest !== null).length;
  return {
    next: { all: texts.size, remaining: remaining.length, reworded: remainingReworded },
    items: (report?.items ?? []).flatMap((row) => {
      const item = texts.get(row.item);
      if (!item) return [];
      const itemReasons = row.reasonIds.flatMap((id) => reasons.get(id) ?? []);
      return [{ ...row, ...item, reasons: itemReasons, leftOut: leftOut.get(row.item) ?? null }];
    }),
    reworded: reworded.flatMap((id) => texts.get(id)?.name ?? []),
    ...linked,
  };
}

const itemTextRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  /** The text of a newer version; null if this version is the newest. */
  newest: z.string().nullable(),
});

type ItemText = Omit<z.infer<typeof itemTextRow>, "id">;

/** The text that `rewordItem` changes: the whole question of a task, whose `text` is only a summary. */
const wordingSql = (item: ReturnType<typeof fragment>) => fragment`
  CASE jsonb_typeof(${item}.task_fields -> 'question') WHEN 'string' THEN ${item}.task_fields ->> 'question'
  ELSE ${item}.text END`;

async function readItemTexts(studyId: string): Promise<Map<string, ItemText>> {
  const rows = await manyRows(
    pool(),
    itemTextRow,
    sql`
    SELECT item.id, item.external_id AS name, ${wordingSql(fragment`item`)} AS text,
      (SELECT ${wordingSql(fragment`newer`)} FROM item_version AS newer
       WHERE newer.benchmark_id = item.benchmark_id AND newer.external_id = item.external_id
       AND newer.version > item.version
       ORDER BY newer.version DESC LIMIT 1) AS newest
    FROM study_item JOIN item_version AS item ON item.id = study_item.item_version_id
    WHERE study_item.study_id = ${studyId}
  `,
  );
  return new Map(rows.map(({ id, ...item }) => [id, item]));
}

const reasonRow = z.strictObject({ id: z.string(), reason: z.string() });

/** The texts of people's current reasons by ID. Erased reasons are omitted. */
async function readReasons(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await manyRows(
    pool(),
    reasonRow,
    sql`SELECT id, given ->> 'explanation' AS reason FROM step_answer
        WHERE id = ANY (${ids}::uuid[]) AND given ->> 'explanation' IS NOT NULL`,
  );
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

const linkRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  stage: z.enum(stages),
  status: z.enum(studyStatuses),
  is_after: z.boolean().nullable(),
});

/** The previous and the next studies in a line of stages. The caller must check the right to see the study. */
export async function listLinkedStages(studyId: string): Promise<{ before: StageLink | null; after: StageLink[] }> {
  const rows = await manyRows(
    pool(),
    linkRow,
    sql`
    SELECT linked.id, linked.name, linked.stage::text, linked.status::text,
    linked.follows_study_id = ${studyId}::uuid AS is_after
    FROM study AS linked WHERE linked.follows_study_id = ${studyId}::uuid
      OR linked.id = (SELECT follows_study_id FROM study WHERE id = ${studyId}::uuid)
    ORDER BY linked.created_at
  `,
  );
  const link = ({ id, name, stage, status }: StageLink): StageLink => ({ id, name, stage, status });
  return {
    before: rows.filter((row) => row.is_after !== true).map(link)[0] ?? null,
    after: rows.filter((row) => row.is_after === true).map(link),
  };
}

const documentRow = z.strictObject({ document: json() });

/**
 * Creates the draft of the stage after a pilot. A `main` stage has the newest version of each item. Another `pilot` has
 * only the reworded items, or all items if the study has lists (copy-lists.ts). Neither has the items that were left out.
 * The draft is linked to the pilot and has a new seed. All linked stages, including siblings, exclude people who
 * took part in one of the others.
 *
 * @param size the size of a main stage, in the unit of the pilot's design (`stageSize`); null for the pilot's size
 */
export async function startNextStage(
  actor: Actor,
  studyId: string,
  stage: "pilot" | "main",
  size: number | null = null,
): Promise<{ id: string }> {
  return withFreeSlug(async (client, freeSlug) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    if (study.stage !== "pilot") throw new AppError("conflict", "Only a pilot can be followed by another stage.");
    const items = await readNewestVersions(client, studyId);
    const remainingItems = items.filter(({ isLeftOut }) => !isLeftOut);
    if (remainingItems.length === 0) throw new AppError("conflict", "All items were removed. Keep at least one.");
    if (stage === "pilot" && !remainingItems.some(({ isNew }) => isNew))
      throw new AppError("conflict", "No item has been reworded, so a second pilot is not needed.");
    if (stage === "pilot" && size !== null) throw new AppError("invalid", "A second pilot keeps its size.", "size");
    const includesAllItems = stage === "main" || (await hasLists(client, studyId));
    const chosenItems = remainingItems.filter(({ isNew }) => includesAllItems || isNew);
    const version = await oneRow(
      client,
      documentRow,
      sql`SELECT document FROM protocol_version WHERE id = ${study.protocol_version_id}`,
    );
    const design = designSchema.parse(study.design);
    const seed = randomBytes(9).toString("base64url");
    const nextDesign = { ...nextStageDesign(design, { all: items.length, remaining: chosenItems.length }), seed };
    const id = await createStudy(client, {
      projectId: study.project_id,
      createdById: actor.userId,
      name: `${study.name}, ${stage === "main" ? "main stage" : "second pilot"}`.slice(0, 200),
      slug: await freeSlug(`${study.slug}-${stage === "main" ? "main" : "again"}`),
      description: study.description,
      language: study.language,
      stage,
      benchmarkId: study.benchmark_id,
      itemIds: chosenItems.map(({ id: item }) => item),
      design: size === null ? nextDesign : resizeDesign(nextDesign, size, chosenItems.length),
      protocol: protocolSchema.parse(version.document),
      correspondence: { sameAs: studyId },
      isDemo: false,
    });
    await client.query(sql`UPDATE study SET follows_study_id = ${studyId} WHERE id = ${id}`);
    if (includesAllItems) await copyLists(client, studyId, id, seed);
    await client.query(
      sql`WITH RECURSIVE earlier (id) AS (
         SELECT follows_study_id FROM study WHERE id = ${id}
         UNION SELECT study.follows_study_id FROM study JOIN earlier ON study.id = earlier.id
       ), linked (id) AS (
         SELECT id FROM earlier WHERE id IS NOT NULL
         UNION SELECT study.id FROM study JOIN linked ON study.follows_study_id = linked.id
       ), other (id) AS (SELECT id FROM linked WHERE id <> ${id})
       INSERT INTO study_denial (study_id, denied_study_id, created_by_id)
       SELECT ${id}, id, ${actor.userId}::uuid FROM other UNION ALL SELECT id, ${id}, ${actor.userId}::uuid FROM other
       ON CONFLICT DO NOTHING`,
    );
    await copySettings(client, actor, studyId, id);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.next-stage",
      subjectType: "study",
      subjectId: id,
      after: { follows: studyId, stage },
    });
    return { id };
  });
}

/** A design with a size that gives whole sessions; any other size is refused, as it is when the design is saved. */
function resizeDesign(design: Design, size: number, items: number): Design {
  const { success, data: sized } = designSchema.safeParse(withStageSize(design, size));
  if (!success)
    throw new AppError("invalid", "The size is too large; the limits are those of the design form.", "size");
  const problem = findStageSizeProblem(sized, items);
  if (problem !== null) throw new AppError("invalid", problem, "size");
  return sized;
}

const newestItemRow = z.strictObject({ id: z.string(), isNew: z.boolean(), isLeftOut: z.boolean() });

async function readNewestVersions(client: PoolClient, studyId: string): Promise<z.infer<typeof newestItemRow>[]> {
  return manyRows(
    client,
    newestItemRow,
    sql`SELECT newest.id, newest.id <> item.id AS "isNew", EXISTS (SELECT FROM study_item_left_out AS gone
       WHERE gone.study_id = study_item.study_id AND gone.item_version_id = item.id) AS "isLeftOut"
     FROM study_item JOIN item_version AS item ON item.id = study_item.item_version_id,
     LATERAL (
       SELECT id FROM item_version AS version
       WHERE version.benchmark_id = item.benchmark_id AND version.external_id = item.external_id
       ORDER BY version.version DESC LIMIT 1
     ) AS newest
     WHERE study_item.study_id = ${studyId} ORDER BY study_item.ordinal`,
  );
}
