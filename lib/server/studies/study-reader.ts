import * as z from "zod";
import { parserVersion } from "@/lib/domain/models/read-output/reading.ts";
import type { StudyParser } from "@/lib/domain/results/model/study-parser.ts";
import { lockedReading } from "../models/study-reading.ts";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, oneRow } from "../platform/database/rows.ts";
import { fragment, sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { amendProtocol } from "./draft/freeze-protocol.ts";
import { lockStudy, studyWhere } from "./study-where.ts";

/** Maximum number of changed answers that are listed; all of them are counted. */
const maxListedChanges = 50;

const changedRow = z.strictObject({
  model: z.string(),
  item: z.string(),
  condition: z.string(),
  locked: z.string().nullable(),
  newest: z.string().nullable(),
  output: z.string(),
  total: z.number(),
});

/**
 * Compares how two parser versions parse models' texts: the version of a locked study and the newest version. Null if
 * the study uses the newest version, and for users who may not see the study.
 */
export async function getStudyParser(actor: Actor, address: string): Promise<StudyParser | null> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true, readerVersion: true },
  });
  if (!study || study.readerVersion === null || study.readerVersion >= parserVersion) return null;
  const rows = await manyRows(
    pool(),
    changedRow,
    sql`SELECT model.name AS model, item.external_id AS item, prediction.condition_key AS condition,
       kept.answer_key AS locked, prediction.answer_key AS newest, left(prediction.output, 300) AS output,
       count(*) OVER ()::int AS total
     FROM study_item
     JOIN prediction ON prediction.item_version_id = study_item.item_version_id
     JOIN LATERAL (${lockedReading(fragment`study_item.study_id`)}) AS kept ON true
     JOIN item_version AS item ON item.id = prediction.item_version_id
     JOIN run ON run.id = prediction.run_id JOIN model ON model.id = run.model_id
     WHERE study_item.study_id = ${study.id} AND kept.answer_key IS DISTINCT FROM prediction.answer_key
     ORDER BY model.name, study_item.ordinal, prediction.condition_key, prediction.repeat LIMIT ${maxListedChanges}`,
  );
  return {
    locked: study.readerVersion,
    newest: parserVersion,
    changed: rows[0]?.total ?? 0,
    examples: rows.map(({ total: _, ...row }) => row),
  };
}

const readerRow = z.strictObject({ reader: z.number().nullable() });

/**
 * Makes a locked study use the newest parser of models' texts from now on, as an amendment of its frozen protocol.
 *
 * @param reason why; if it is missing, throws an error at the field `reason`
 */
export async function adoptParser(actor: Actor, input: { studyId: string; reason: string }): Promise<void> {
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", input.studyId);
    const { reader } = await oneRow(
      client,
      readerRow,
      sql`SELECT reader_version AS reader FROM study WHERE id = ${study.id}`,
    );
    if (reader === null || reader >= parserVersion)
      throw new AppError("conflict", "The study already uses the newest parser.");
    await client.query(sql`UPDATE study SET reader_version = ${parserVersion} WHERE id = ${study.id}`);
    await amendProtocol(client, study.id, actor.userId, input.reason);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.adopt-reader",
      subjectType: "study",
      subjectId: study.id,
      before: { reader },
      after: { reader: parserVersion, reason: input.reason },
    });
  });
}
