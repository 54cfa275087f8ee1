import * as z from "zod";
import { setups } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { trueFalse } from "@/lib/domain/items/kinds/true-false/true-false.ts";
import { pool } from "../platform/database/pool.ts";
import { oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

const asksRow = z.strictObject({ asks: z.boolean() });

/** Whether any item of a study is a MindGames problem. The caller must check the right to see the study. */
export async function asksMindgames(studyId: string): Promise<boolean> {
  const { asks } = await oneRow(
    pool(),
    asksRow,
    sql`SELECT EXISTS (
      SELECT FROM study_item JOIN item_version AS item ON item.id = study_item.item_version_id
      WHERE study_item.study_id = ${studyId}::uuid AND item.kind = ${trueFalse.name}
        AND item.attributes ->> 'setup' = ANY (${[...setups]}::text[])) AS asks`,
  );
  return asks;
}
