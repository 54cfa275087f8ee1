import * as z from "zod";
import type { AnswerCount, SwitchCounts } from "@/lib/domain/results/model/study-results.ts";
import type { DataVersion } from "@/lib/domain/results/plan/data-collection-state.ts";
import { chooseStage } from "@/lib/domain/survey/choose-stage.ts";
import { type CountChoice, countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, maybeRow, rowCountOf } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { countedCellsView } from "./counted-where.ts";

const stageRow = z.strictObject({ stage: z.string() });

/**
 * The stages with answers of complete sessions, in the order of the enumeration. Read from the counters with one key
 * look-up per stage, independent of the number of answers.
 */
export async function readStages(studyId: string): Promise<string[]> {
  const rows = await manyRows(
    pool(),
    stageRow,
    sql`SELECT possible.stage FROM unnest(enum_range(NULL::stage)) AS possible (stage)
     WHERE EXISTS (SELECT FROM cell_count AS cell
       WHERE cell.study_id = ${studyId} AND cell.stage = possible.stage AND cell.count > 0)`,
  );
  return rows.map((row) => row.stage);
}

/** The stage that a page shows if it offers no choice of stage (`chooseStage`). */
export async function readShownStage(studyId: string): Promise<string> {
  const [stages, row] = await Promise.all([
    readStages(studyId),
    maybeRow(pool(), stageRow, sql`SELECT stage FROM study WHERE id = ${studyId}`),
  ]);
  return chooseStage(stages, null, row?.stage ?? "main");
}

/**
 * The version of a study's data that is used for the version requested by an address or a plan. Locked data exist only
 * for a main stage that has ended.
 */
export async function chooseData(studyId: string, stage: string, requestedData: DataVersion): Promise<DataVersion> {
  if (requestedData === "current" || stage !== "main") return "current";
  const lockCount = await rowCountOf(pool(), sql`SELECT FROM data_lock WHERE study_id = ${studyId} AND number = 1`);
  return lockCount > 0 ? "locked" : "current";
}

/**
 * The default selection of a stage's answers (`countedByDefault`): of the locked data if there are any, so that answers
 * and exclusions after the lock change no result.
 */
export async function chooseCounted(studyId: string, stage: string): Promise<CountChoice> {
  return { ...countedByDefault(stage), data: await chooseData(studyId, stage, "locked") };
}

const countRow = z.strictObject({
  itemId: z.string(),
  conditionId: z.string(),
  answerKey: z.string(),
  count: z.number(),
}) satisfies z.ZodType<AnswerCount>;

/**
 * The number of times each answer was given to each item under each condition, counted as in `isCounted`. Reads only
 * counters, so the time does not depend on the number of answers.
 */
export async function readCounts(studyId: string, choice: CountChoice): Promise<AnswerCount[]> {
  const rows = await manyRows(
    pool(),
    countRow,
    sql`SELECT cell.item_version_id AS "itemId", condition.key AS "conditionId", cell.answer_key AS "answerKey",
       sum(cell.count)::float8 AS count
     FROM ${countedCellsView(choice)} AS cell
     JOIN condition ON condition.id = cell.condition_id
     JOIN stratum ON stratum.id = cell.stratum_id
     WHERE cell.study_id = ${studyId} AND cell.stage = ${choice.stage}::stage
       AND (${choice.surplus} OR NOT cell.is_surplus) AND (${choice.excluded} OR NOT cell.is_excluded)
       AND (${choice.openStratum} OR NOT stratum.is_open)
     GROUP BY 1, 2, 3 HAVING sum(cell.count) > 0 ORDER BY 1, 2, 3`,
  );
  return rows;
}

const switchCountsRow = z.strictObject({
  surplus: z.number(),
  excluded: z.number(),
  openStratum: z.number(),
}) satisfies z.ZodType<Omit<SwitchCounts, "surplusSessions">>;

/** The number of answers of a stage that each switch affects, shown next to the switch. */
export async function readSwitchCounts(
  study: { id: string; itemsPerSession: number },
  { stage, data }: Pick<CountChoice, "stage" | "data">,
): Promise<SwitchCounts> {
  const row = await maybeRow(
    pool(),
    switchCountsRow,
    sql`SELECT coalesce(sum(cell.count) FILTER (WHERE cell.is_surplus), 0)::float8 AS surplus,
       coalesce(sum(cell.count) FILTER (WHERE cell.is_excluded), 0)::float8 AS excluded,
       coalesce(sum(cell.count) FILTER (WHERE stratum.is_open), 0)::float8 AS "openStratum"
     FROM ${countedCellsView({ data })} AS cell JOIN stratum ON stratum.id = cell.stratum_id
     WHERE cell.study_id = ${study.id} AND cell.stage = ${stage}::stage`,
  );
  const { surplus, excluded, openStratum } = row ?? { surplus: 0, excluded: 0, openStratum: 0 };
  return { surplus, surplusSessions: Math.round(surplus / study.itemsPerSession), excluded, openStratum };
}
