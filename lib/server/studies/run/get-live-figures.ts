import * as z from "zod";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { sessionsByStratum } from "@/lib/domain/survey/composition/study-layout.ts";
import { findMargin } from "@/lib/domain/survey/design.ts";
import { labelledFactors } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { conditionsOfItem } from "@/lib/domain/survey/kinds/design-variants.ts";
import type {
  CellTally,
  LiveStudy,
  SessionTally,
  StratumTally,
  TimeTally,
} from "@/lib/domain/survey/live/live-study.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, oneRow } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";
import { getStudy } from "../get-study.ts";
import { readStudyItems } from "../study-items.ts";
import { sessionInProgressSql } from "./session-in-progress.ts";
import { surplusAnswersSql } from "./top-up-study.ts";

/** All data of a study's live page. */
export interface LiveFigures {
  study: LiveStudy;
  cells: CellTally[];
  strata: StratumTally[];
  sessions: SessionTally[];
  times: TimeTally[];
  /** Sessions with a heartbeat in the last five minutes; `maxCountedActive` means that number or more. */
  active: number;
  /** Running sessions with a valid slot lease; null if there are too many to count. */
  underWay: number | null;
  /** The database clock at the time of reading. */
  readAt: Date;
}

/** The maximum number of sessions that are counted, to limit the cost. */
export const maxCountedActive = 1_000;

const strataRow = z.strictObject({ id: z.string(), key: z.string(), label: z.string(), is_open: z.boolean() });

const conditionRow = z.strictObject({ id: z.string(), levels: json() });

const cellRow = z.strictObject({
  item_version_id: z.string(),
  condition_id: z.string(),
  filled: z.number(),
  open: z.number(),
});

const perStratumRow = z.strictObject({ stratum_id: z.string(), answers: z.number() });

const sessionRow = z.strictObject({ key: z.string(), event: z.string(), count: z.number() });

const timeRow = z.strictObject({ key: z.string(), bucket: z.number(), count: z.number() });

const activeRow = z.strictObject({ now: z.date(), active: z.number(), under_way: z.number() });

/**
 * The counters of a study. They are updated in the transactions of the answers, so reading them costs the same after
 * ten answers and after ten million. "Active now" reads the latest sessions. If slots were added to replace excluded
 * answers, the answers in the replaced slots are also read, because an excluded answer no longer fills its cell. Null
 * for users who may not see the study.
 */
export async function getLiveFigures(actor: Actor, address: string): Promise<LiveFigures | null> {
  const study = await getStudy(actor, address);
  if (!study) return null;
  const { id } = study;
  const counterScope = { studyId: id, stage: study.stage, hasMadeUp: await hasReplacementSlots(id) };
  const [items, strata, conditions, cells, perStratum, sessions, waiting, times, active] = await Promise.all([
    readStudyItems(id),
    manyRows(
      pool(),
      strataRow,
      sql`SELECT id, key, label, is_open FROM stratum WHERE study_id = ${id} ORDER BY ordinal`,
    ),
    manyRows(pool(), conditionRow, sql`SELECT id, levels FROM condition WHERE study_id = ${id} ORDER BY ordinal`),
    readCells(counterScope),
    readAnswersByStratum(counterScope),
    manyRows(
      pool(),
      sessionRow,
      sql`
      SELECT key, event, sum(count)::float8 AS count FROM session_count
      WHERE study_id = ${id} AND stage = ${study.stage}::stage GROUP BY key, event
    `,
    ),
    manyRows(
      pool(),
      sessionRow,
      sql`
      SELECT screen.key, 'waiting' AS event, count(*)::float8 AS count
      FROM session JOIN session_screen AS screen ON screen.session_id = session.id AND screen.screen = session.screen
      WHERE session.study_id = ${study.id} AND session.stage = ${study.stage}::stage AND session.waiting_since IS NOT NULL
        AND ${sessionInProgressSql(study.protocol.leaseMinutes)}
      GROUP BY screen.key
    `,
    ),
    manyRows(
      pool(),
      timeRow,
      sql`
      SELECT key, bucket, sum(count)::float8 AS count FROM time_count
      WHERE study_id = ${id} AND stage = ${study.stage}::stage GROUP BY key, bucket
    `,
    ),
    oneRow(
      pool(),
      activeRow,
      sql`
      SELECT clock_timestamp() AS now,
        (SELECT count(*)::int FROM (${selectActiveSessions(counterScope, 5)}) AS seen) AS active,
        (SELECT count(*)::int FROM (${selectActiveSessions(counterScope, study.protocol.leaseMinutes)}) AS held) AS under_way
    `,
    ),
  ]);
  const kind = labelledFactors(study);
  const idByKey = new Map(conditions.map((row) => [conditionKey(levels.parse(row.levels)), row.id]));
  const findConditionIds = (own: readonly ConditionLevels[]) =>
    own.flatMap((one) => idByKey.get(conditionKey(one)) ?? []);
  const targets = sessionsByStratum(study.design, findMargin(study.margins, "sessions").high);
  const underWay: number = active.under_way;
  return {
    study: {
      items: items.map(({ id: itemId, externalId, attributes, item }) => ({
        id: itemId,
        label: externalId,
        text: item.text,
        story: attributes.story ?? "",
        ...(study.design.variants ? { conditions: findConditionIds(conditionsOfItem(study.design, item)) } : {}),
      })),
      conditions: conditions.map((row) => ({ id: row.id, label: conditionLabel(kind, levels.parse(row.levels)) })),
      strata: strata.map(({ id: stratumId, key, label, is_open: isOpen }) => {
        const target = targets.get(key);
        return { id: stratumId, label, isOpen, ...(target === undefined ? {} : { target }) };
      }),
      margins: study.margins,
      itemsPerSession: study.design.itemsPerSession,
    },
    cells: cells.map(({ item_version_id, condition_id, filled, open }) => ({
      itemVersionId: item_version_id,
      conditionId: condition_id,
      filled,
      open,
    })),
    strata: perStratum.map(({ stratum_id, answers }) => ({ stratumId: stratum_id, answers })),
    sessions: [...sessions, ...waiting],
    times,
    active: active.active,
    underWay: underWay < maxCountedActive ? underWay : null,
    readAt: active.now,
  };
}

/** The study and stage whose counters are read. */
interface CounterScope {
  studyId: string;
  stage: string;
  /** Whether slots were added to replace excluded answers, which then do not fill a cell. */
  hasMadeUp: boolean;
}

/** Answers by item and condition, separately for the open group. */
function readCells({ studyId, stage, hasMadeUp }: CounterScope): Promise<z.infer<typeof cellRow>[]> {
  const replacementRows = fragment`UNION ALL
        SELECT answer.item_version_id, answer.condition_id, answer.stratum_id, -1
        FROM ${surplusAnswersSql(studyId, stage)}`;
  return manyRows(
    pool(),
    cellRow,
    sql`
      SELECT item_version_id, condition_id,
             coalesce(sum(count) FILTER (WHERE NOT is_open), 0)::float8 AS filled,
             coalesce(sum(count) FILTER (WHERE is_open), 0)::float8 AS open
      FROM (
        SELECT item_version_id, condition_id, stratum_id, count FROM cell_count
        WHERE study_id = ${studyId} AND stage = ${stage}::stage AND NOT is_surplus
        ${hasMadeUp ? replacementRows : emptySql}
      ) AS counted JOIN stratum ON stratum.id = counted.stratum_id
      GROUP BY item_version_id, condition_id
    `,
  );
}

/** Answers by group. */
function readAnswersByStratum({ studyId, stage, hasMadeUp }: CounterScope): Promise<z.infer<typeof perStratumRow>[]> {
  const replacementRows = fragment`UNION ALL
        SELECT answer.stratum_id, -1
        FROM ${surplusAnswersSql(studyId, stage)}`;
  return manyRows(
    pool(),
    perStratumRow,
    sql`
      SELECT stratum_id, sum(count)::float8 AS answers FROM (
        SELECT stratum_id, count FROM cell_count
        WHERE study_id = ${studyId} AND stage = ${stage}::stage AND NOT is_surplus
        ${hasMadeUp ? replacementRows : emptySql}
      ) AS counted GROUP BY stratum_id
    `,
  );
}

const emptySql = fragment``;

/** SQL: one row for each unfinished session with a heartbeat within this many minutes, up to `maxCountedActive`. */
function selectActiveSessions({ studyId, stage }: CounterScope, minutes: number): SqlFragment {
  return fragment`SELECT FROM session
    WHERE study_id = ${studyId} AND stage = ${stage}::stage AND ${sessionInProgressSql(minutes)} LIMIT ${maxCountedActive}`;
}

const hasReplacementsRow = z.strictObject({ is_so: z.boolean() });

/** Whether any slot of a study replaces a slot with excluded answers. */
async function hasReplacementSlots(studyId: string): Promise<boolean> {
  const row = await oneRow(
    pool(),
    hasReplacementsRow,
    sql`SELECT EXISTS (SELECT FROM slot WHERE study_id = ${studyId} AND replaces_slot_id IS NOT NULL) AS is_so`,
  );
  return row.is_so;
}

const levels = z.record(z.string(), z.string());
