import { randomBytes } from "node:crypto";
import type { PoolClient } from "pg";
import { z } from "zod";
import { designSchema } from "@/lib/domain/survey/design.ts";
import {
  type AccuracyByRewording,
  accuracyByRewording,
  type PilotItem,
  preparePilot,
} from "@/lib/domain/survey/live/prepare-pilot.ts";
import { protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { stages } from "@/lib/domain/survey/stages.ts";
import type { StageLink } from "@/lib/domain/survey/studies/study-rows.ts";
import { studyStatuses } from "@/lib/domain/survey/studies/study-status.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { readItemVersion } from "../items/read-items.ts";
import { storeItems } from "../items/store-items.ts";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { finishInTurns } from "../platform/concurrency/finish-in-turns.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notThere } from "../platform/errors/app-error.ts";
import { createStudy } from "./create-study.ts";
import { getStudy, type StudyFacts } from "./get-study.ts";
import { readPilotAnswers } from "./read-pilot-answers.ts";
import { lockStudy } from "./study-where.ts";
import { withFreeSlug } from "./with-free-slug.ts";

/** A study beside the stages before and after it. */
export interface StagesPage {
  items: (PilotItem & { itemVersionId: string; name: string; text: string; newest: string | null })[];
  accuracy: AccuracyByRewording;
  /** Items of this study that were reworded since the stage it follows. */
  reworded: string[];
  /** How many answers the report reads at most, where there are more; null where it reads all of them. */
  cutAt: number | null;
  before: StageLink | null;
  after: StageLink[];
}

/**
 * The report of a pilot, or of a study that goes on from one; null for those who may not see it.
 *
 * @param mostAnswers how many answers are read, the first that came; a pilot has far fewer
 */
export async function getStages(actor: Actor, address: string, mostAnswers = 50_000): Promise<StagesPage | null> {
  const study = await getStudy(actor, address);
  if (!study) return null;
  const [items, { answers, isCut }, linked] = await Promise.all([
    readReportItems(study),
    readPilotAnswers(study, mostAnswers),
    readLinks(study.id),
  ]);
  const byId = new Map(items.map((item) => [item.id, item]));
  const reworded = new Set(items.filter(({ isReworded }) => isReworded).map(({ id }) => id));
  const accuracy = await finishInTurns(accuracyByRewording(answers, (item) => reworded.has(item)));
  return {
    items: preparePilot([...byId.keys()], answers).map((row) => {
      const item = byId.get(row.item);
      return {
        ...row,
        itemVersionId: row.item,
        name: item?.name ?? "",
        text: item?.text ?? "",
        newest: item?.newest ?? null,
      };
    }),
    accuracy,
    reworded: [...reworded].map((id) => byId.get(id)?.name ?? ""),
    cutAt: isCut ? mostAnswers : null,
    ...linked,
  };
}

interface ReportItem {
  id: string;
  name: string;
  text: string;
  /** The text of a newer version; null where there is none. */
  newest: string | null;
  isReworded: boolean;
}

const reportItemRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  newest: z.string().nullable(),
  isReworded: z.boolean(),
});

async function readReportItems(study: StudyFacts): Promise<ReportItem[]> {
  const rows = await manyRows(
    pool(),
    reportItemRow,
    sql`
    SELECT item.id, item.external_id AS name, item.text,
      (SELECT newer.text FROM item_version AS newer
       WHERE newer.benchmark_id = item.benchmark_id AND newer.external_id = item.external_id AND newer.version > item.version
       ORDER BY newer.version DESC LIMIT 1) AS newest,
      EXISTS (
        SELECT FROM study AS own JOIN study_item AS theirs ON theirs.study_id = own.follows_study_id
        JOIN item_version AS before ON before.id = theirs.item_version_id
        WHERE own.id = ${study.id} AND before.external_id = item.external_id AND before.benchmark_id = item.benchmark_id
          AND before.id <> item.id) AS "isReworded"
    FROM study_item JOIN item_version AS item ON item.id = study_item.item_version_id
    WHERE study_item.study_id = ${study.id} ORDER BY study_item.ordinal
  `,
  );
  return rows;
}

const linkRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  stage: z.enum(stages),
  status: z.enum(studyStatuses),
  is_after: z.boolean().nullable(),
});

async function readLinks(studyId: string): Promise<{ before: StageLink | null; after: StageLink[] }> {
  const rows = await manyRows(
    pool(),
    linkRow,
    sql`
    SELECT linked.id, linked.name, linked.stage::text, linked.status::text, linked.follows_study_id = ${studyId}::uuid AS is_after
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

/**
 * Rewords an item of a study that is or was being piloted: a new version of it in its benchmark, with the same story, key
 * and attributes. What people answered stays with the version that they read.
 */
export async function rewordItem(actor: Actor, studyId: string, itemVersionId: string, wording: string): Promise<void> {
  const text = boundedText(5_000).safeParse(wording.trim());
  if (!text.success || text.data === "") {
    throw new AppError("invalid", "Please write the new wording, of up to 5,000 characters.", "text");
  }
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const item = await readItemVersion(client, studyId, itemVersionId);
    if (!item) throw notThere();
    if (item.row.text === text.data) throw new AppError("invalid", "This is the wording that it has now.", "text");
    const target = { benchmarkId: study.benchmark_id, actorId: actor.userId, firstOrdinal: 0 };
    await storeItems(client, target, [{ line: 1, row: { ...item.row, text: text.data } }]);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "item.reword",
      subjectType: "study",
      subjectId: studyId,
      before: { item: item.row.id, text: item.row.text },
      after: { item: item.row.id, text: text.data },
    });
  });
}

const documentRow = z.strictObject({ document: json() });

/**
 * Makes the draft of the stage after a pilot: `main` with the newest version of each of its items, or another `pilot` of
 * those alone that were reworded. It is linked to the pilot and has a seed of its own. It and every stage linked to it, those
 * beside it too, let nobody in who took part in the other.
 */
export async function startNextStage(actor: Actor, studyId: string, stage: "pilot" | "main"): Promise<{ id: string }> {
  return withFreeSlug(async (client, freeSlug) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    if (study.stage !== "pilot") throw new AppError("conflict", "Only a pilot is followed by another stage.");
    const items = await newestItems(client, studyId);
    const chosen = stage === "main" ? items : items.filter(({ isNew }) => isNew);
    if (chosen.length === 0) {
      throw new AppError("conflict", "No item has been reworded, so there is nothing to pilot again.");
    }
    const version = await oneRow(client, documentRow, "SELECT document FROM protocol_version WHERE id = $1", [
      study.protocol_version_id,
    ]);
    const design = designSchema.parse(study.design);
    const itemsPerSession = Math.min(design.itemsPerSession, chosen.length);
    const id = await createStudy(client, {
      projectId: study.project_id,
      createdById: actor.userId,
      name: `${study.name}, ${stage === "main" ? "main stage" : "second pilot"}`.slice(0, 200),
      slug: await freeSlug(`${study.slug}-${stage === "main" ? "main" : "again"}`),
      description: study.description,
      language: study.language,
      stage,
      benchmarkId: study.benchmark_id,
      itemIds: chosen.map(({ id: item }) => item),
      design: {
        ...design,
        seed: randomBytes(9).toString("base64url"),
        itemsPerSession,
        // Numbers that were exact for all items need not be for some of them.
        ...(stage === "pilot" && design.composition
          ? { composition: { ...design.composition, draw: null, sessions: null } }
          : {}),
      },
      protocol: protocolSchema.parse(version.document),
      isDemo: false,
    });
    await client.query("UPDATE study SET follows_study_id = $2 WHERE id = $1", [id, studyId]);
    await client.query(
      "INSERT INTO study_plan (study_id, document, updated_by_id) SELECT $2, document, $3 FROM study_plan WHERE study_id = $1",
      [studyId, id, actor.userId],
    );
    await client.query(
      `WITH RECURSIVE earlier (id) AS (
         SELECT follows_study_id FROM study WHERE id = $1
         UNION SELECT study.follows_study_id FROM study JOIN earlier ON study.id = earlier.id
       ), linked (id) AS (
         SELECT id FROM earlier WHERE id IS NOT NULL
         UNION SELECT study.id FROM study JOIN linked ON study.follows_study_id = linked.id
       ), other (id) AS (SELECT id FROM linked WHERE id <> $1)
       INSERT INTO study_denial (study_id, denied_study_id, created_by_id)
       SELECT $1, id, $2::uuid FROM other UNION ALL SELECT id, $1, $2::uuid FROM other ON CONFLICT DO NOTHING`,
      [id, actor.userId],
    );
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

const newestItemRow = z.strictObject({ id: z.string(), isNew: z.boolean() });

async function newestItems(client: PoolClient, studyId: string): Promise<{ id: string; isNew: boolean }[]> {
  const rows = await manyRows(
    client,
    newestItemRow,
    `SELECT newest.id, newest.id <> item.id AS "isNew"
     FROM study_item JOIN item_version AS item ON item.id = study_item.item_version_id,
     LATERAL (
       SELECT id FROM item_version AS version
       WHERE version.benchmark_id = item.benchmark_id AND version.external_id = item.external_id
       ORDER BY version.version DESC LIMIT 1
     ) AS newest
     WHERE study_item.study_id = $1 ORDER BY study_item.ordinal`,
    [studyId],
  );
  return rows;
}
