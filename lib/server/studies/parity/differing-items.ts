import * as z from "zod";
import type { DifferingModel } from "@/lib/domain/results/preparation/parity-page.ts";
import type { Actor } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { studyWhere } from "../study-where.ts";
import { readStudyFrame, type StudyFrame } from "./study-frame.ts";

/** SQL: the items (`item`) of a study that a model was shown differently from people, for the current frame. */
function differingSql(studyId: string, frame: StudyFrame | null) {
  return fragment`FROM parity_stimulus AS found
    JOIN prediction_tally AS tally ON tally.study_id = found.study_id AND tally.run_id = found.run_id
    JOIN item_version AS item ON item.id = found.item_version_id
    JOIN run ON run.id = found.run_id JOIN model ON model.id = run.model_id
    WHERE found.study_id = ${studyId} AND tally.frame = ${frame?.tallyHash ?? ""}`;
}

const modelRow = z.strictObject({ model: z.string(), kind: z.string(), items: z.number() });

/** The models that were shown items of a study differently from people, with the number of these items by kind. */
export function countDifferingItems(studyId: string, frame: StudyFrame | null): Promise<DifferingModel[]> {
  return manyRows(
    pool(),
    modelRow,
    sql`SELECT model.name AS model, item.kind, count(DISTINCT item.id)::int AS items
      ${differingSql(studyId, frame)} GROUP BY 1, 2 ORDER BY 1, 2`,
  );
}

const nameRow = z.strictObject({ name: z.string() });

/** The names of the items of a kind that a model was shown differently from people; empty without access. */
export async function listDifferingItems(
  actor: Actor,
  address: string,
  { model, kind }: { model: string; kind: string },
): Promise<string[]> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true },
  });
  if (!study) return [];
  const rows = await manyRows(
    pool(),
    nameRow,
    sql`SELECT DISTINCT item.external_id AS name ${differingSql(study.id, await readStudyFrame(study.id))}
      AND model.name = ${model} AND item.kind = ${kind} ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}
