import * as z from "zod";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { countedByDefault, notCountedReasons } from "@/lib/domain/survey/counted-response.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { answerVerdict, type CorrectAnswer, judgeChoices } from "@/lib/domain/survey/studies/correct-answers.ts";
import { describeStoredAnswer } from "@/lib/domain/survey/studies/describe-stored-answer.ts";
import type { ResponseLine } from "@/lib/domain/survey/studies/study-rows.ts";
import { reasonOfAnswer } from "../../counting/reason-of-answer.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, oneRow } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql, unprepared } from "../../platform/database/sql.ts";
import { getStudy } from "../get-study.ts";
import { readStudyItems, type StudyItem } from "../study-items.ts";
import type { ResponseCursor, ResponseFilter } from "./response-filter.ts";
import {
  countedAnswerSql,
  type ListPosition,
  mostScanned,
  type ResponseSearch,
  responseSearch,
  type ScanLimits,
} from "./response-search.ts";

export interface ResponsePage {
  lines: ResponseLine[];
  /** The number of matches, of all answers or of the newest `countedAmong`. */
  matching: number;
  /** The number of newest answers in which `matching` was counted; null if it is all of them. */
  countedAmong: number | null;
  /** The cursors of the next older and the next newer page; null at the ends. */
  older: ResponseCursor | null;
  newer: ResponseCursor | null;
  /** The position at which this page ends early, because the maximum number of answers was read; otherwise null. */
  stopped: { lookedAt: number; at: Date } | null;
}

export const responsesPerPage = 25;

/**
 * A page of a study's responses, newest first. Pages begin after a given response instead of counting from the top, so
 * each page costs the same and new answers do not shift it. A page reads a limited number of answers, and the next
 * continues from there: a filter with few matches costs the same as any other. Null for users who may not see the
 * study.
 *
 * @param looksAt the maximum number of answers read for a page
 */
export async function listResponses(
  actor: Actor,
  address: string,
  filter: ResponseFilter,
  from: { older?: ResponseCursor | null; newer?: ResponseCursor | null } = {},
  looksAt: ScanLimits = mostScanned,
): Promise<ResponsePage | null> {
  const study = await getStudy(actor, address);
  if (!study) return null;
  const items = await readStudyItems(study.id);
  const judged = await judgeItems(items);
  const cursor = from.newer ?? from.older ?? null;
  const place = cursor && { cursor, isBackwards: Boolean(from.newer) };
  const [{ rows, ...ends }, counted] = await Promise.all([
    readPage(responseSearch(study.id, filter, judged, looksAt, place), place),
    countMatching(responseSearch(study.id, filter, judged, looksAt)),
  ]);
  const kind = itemKinds[study.itemKind ?? ""] ?? { factors: [] };
  return {
    lines: rows.map((row) => toLine(row, items, judged, (levels) => conditionLabel(kind, levels))),
    ...counted,
    ...ends,
  };
}

const judgeItemRow = z.strictObject({ item_version_id: z.string(), gold: json() });

/** Right and wrong answers of the study's items by their newest keys. */
async function judgeItems(items: readonly StudyItem[]): Promise<CorrectAnswer[]> {
  const rows = await manyRows(
    pool(),
    judgeItemRow,
    sql`SELECT DISTINCT ON (item_version_id) item_version_id, gold FROM item_key
     WHERE item_version_id = ANY (${items.map((item) => item.id)}) ORDER BY item_version_id, version DESC`,
  );
  const golds = new Map<string, unknown>(rows.map((row) => [row.item_version_id, row.gold]));
  return items.flatMap(({ id, item }) => {
    const kind = itemKinds[item.kind];
    return kind ? judgeChoices(kind, [{ itemVersionId: id, item, gold: golds.get(id) }]) : [];
  });
}

const countedRow = z.strictObject({ matching: z.number(), isCut: z.boolean() });

/** The number of matches among the newest answers, within the limit of one search. */
async function countMatching(search: ResponseSearch): Promise<Pick<ResponsePage, "matching" | "countedAmong">> {
  const { window, own, standing, looksAt } = search;
  const { matching, isCut } = await oneRow(
    pool(),
    countedRow,
    unprepared(sql`SELECT (SELECT count(*)::int FROM ${window(looksAt)} AS given
       ${standing ? fragment`CROSS JOIN ${countedAnswerSql}` : fragment``}
       WHERE ${own} AND ${standing ?? fragment`true`}) AS matching,
     EXISTS ${window(1, looksAt)} AS "isCut"`),
  );
  return { matching, countedAmong: isCut ? looksAt : null };
}

const placeRow = z.strictObject({ savedAt: z.string(), id: z.string(), at: z.date() });

async function readPage(search: ResponseSearch, place: ListPosition | null) {
  const { window, own, standing, looksAt, order } = search;
  const isBackwards = place?.isBackwards ?? false;
  const rows = await manyRows(
    pool(),
    responseRow,
    unprepared(sql`WITH page AS (
       SELECT response.* FROM ${window(looksAt)} AS given CROSS JOIN ${countedAnswerSql}
       WHERE ${own} AND ${standing ?? fragment`true`} ORDER BY given.saved_at ${order}, given.id ${order}
       LIMIT ${responsesPerPage + 1}
     )
     SELECT page.id, page.session_id, page.saved_at, page.item_version_id, page.stage::text AS stage, page.position,
            page.revision, page.answer, page.answer_key, page.elapsed_ms, page.visible_ms, page.focus_losses,
            page.outcome::text AS outcome, page.is_complete, page.is_surplus, page.is_open_stratum, page.is_excluded,
            page.is_newest, session.erased_at IS NOT NULL AS is_erased, condition.levels,
            stratum.label AS stratum, reason.words AS explanation,
            ${exactly(fragment`page.saved_at`)} AS exact_saved_at,
            mark.reason AS excluded_reason, mark.note AS excluded_note, mark.created_at AS excluded_at,
            mark.rule AS excluded_rule, app_user.name AS excluded_by
     FROM page
     JOIN session ON session.id = page.session_id
     JOIN condition ON condition.id = page.condition_id
     JOIN stratum ON stratum.id = page.stratum_id
     ${reasonOfAnswer("page")}
     LEFT JOIN exclusion AS mark ON mark.response_id = page.id AND mark.revoked_at IS NULL
     LEFT JOIN app_user ON app_user.id = mark.created_by_id
     ORDER BY page.saved_at DESC, page.id DESC`),
  );
  const isMore = rows.length > responsesPerPage;
  const shown = isBackwards ? rows.slice(isMore ? 1 : 0) : rows.slice(0, responsesPerPage);
  const stop = isMore ? null : await findStop(search);
  const next = isMore ? cursorOf(isBackwards ? shown[0] : shown.at(-1)) : (stop?.cursor ?? null);
  const back = place && shown.length > 0 ? cursorOf(isBackwards ? shown.at(-1) : shown[0]) : null;
  return {
    rows: shown,
    older: isBackwards ? back : next,
    newer: isBackwards ? next : back,
    stopped: stop && { lookedAt: looksAt, at: stop.at },
  };
}

/** The last answer that a search reads, if there are more after it; null if the list ends before. */
async function findStop({ window, looksAt }: ResponseSearch) {
  const [last, behind] = await manyRows(
    pool(),
    placeRow,
    unprepared(sql`SELECT ${exactly(fragment`given.saved_at`)} AS "savedAt", given.id, given.saved_at AS at
     FROM ${window(2, looksAt - 1)} AS given`),
  );
  return last && behind ? { cursor: { savedAt: last.savedAt, id: last.id }, at: last.at } : null;
}

/** SQL: a time to the microsecond, in the format of a cursor. */
function exactly(time: SqlFragment): SqlFragment {
  return fragment`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

const responseRow = z.strictObject({
  id: z.string(),
  session_id: z.string(),
  saved_at: z.date(),
  exact_saved_at: z.string(),
  item_version_id: z.string(),
  levels: json<Record<string, string>>(),
  stratum: z.string(),
  stage: z.string(),
  position: z.number(),
  revision: z.number(),
  answer: json<Record<string, unknown>>(),
  answer_key: z.string().nullable(),
  explanation: z.string().nullable(),
  elapsed_ms: z.number(),
  visible_ms: z.number().nullable(),
  focus_losses: z.number().nullable(),
  outcome: z.string().nullable(),
  is_complete: z.boolean(),
  is_surplus: z.boolean(),
  is_open_stratum: z.boolean(),
  is_excluded: z.boolean(),
  is_newest: z.boolean(),
  is_erased: z.boolean(),
  excluded_reason: z.string().nullable(),
  excluded_note: z.string().nullable(),
  excluded_at: z.date().nullable(),
  excluded_rule: z.string().nullable(),
  excluded_by: z.string().nullable(),
});

type ResponseRow = z.infer<typeof responseRow>;

function cursorOf(row: ResponseRow | undefined): ResponseCursor | null {
  return row ? { savedAt: row.exact_saved_at, id: row.id } : null;
}

function toLine(
  row: ResponseRow,
  items: readonly StudyItem[],
  judged: readonly CorrectAnswer[],
  labelOf: (levels: Record<string, string>) => string,
): ResponseLine {
  const found = items.find((item) => item.id === row.item_version_id);
  const verdict = answerVerdict(judged, { itemVersionId: row.item_version_id, answerKey: row.answer_key });
  return {
    id: row.id,
    sessionId: row.session_id,
    savedAt: row.saved_at,
    item: {
      id: row.item_version_id,
      label: found?.externalId ?? "",
      story: found?.attributes.story ?? "",
      text: found?.item.text ?? "",
    },
    condition: labelOf(row.levels),
    stratum: row.stratum,
    stage: row.stage,
    position: row.position,
    revision: row.revision,
    answer: row.is_erased ? null : inWords(found, row),
    isCorrect: row.is_erased ? null : verdict,
    explanation: row.explanation,
    elapsedMs: row.elapsed_ms,
    visibleMs: row.visible_ms,
    focusLosses: row.focus_losses,
    outcome: row.outcome,
    isSurplus: row.is_surplus,
    isErased: row.is_erased,
    notCounted: notCountedReasons(
      {
        stage: row.stage,
        isComplete: row.is_complete,
        isSurplus: row.is_surplus,
        isOpenStratum: row.is_open_stratum,
        isExcluded: row.is_excluded,
        isNewest: row.is_newest,
      },
      countedByDefault(row.stage),
    ),
    exclusion:
      row.excluded_reason === null || row.excluded_at === null
        ? null
        : {
            reason: row.excluded_reason,
            note: row.excluded_note ?? "",
            rule: row.excluded_rule ?? "",
            by: row.excluded_rule ? "the analysis plan" : (row.excluded_by ?? "a person whose account was deleted"),
            at: row.excluded_at,
          },
  };
}

function inWords(item: StudyItem | undefined, row: ResponseRow): string | null {
  const kind = itemKinds[item?.item.kind ?? ""];
  return (item && kind && describeStoredAnswer(kind, item.item, row.answer)) ?? row.answer_key;
}
