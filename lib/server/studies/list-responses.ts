import { z } from "zod";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { countedByDefault, whyNotCounted } from "@/lib/domain/survey/counted-response.ts";
import { answerInWords } from "@/lib/domain/survey/studies/answer-in-words.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { type JudgedAnswer, judgeChoices, verdictOf } from "@/lib/domain/survey/studies/correct-answers.ts";
import type { ResponseLine } from "@/lib/domain/survey/studies/study-rows.ts";
import { countedWhere } from "../counting/counted-where.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, oneRow } from "../platform/database/rows.ts";
import { getStudy } from "./get-study.ts";
import type { ResponseCursor, ResponseFilter } from "./response-filter.ts";
import { readStudyItems, type StudyItem } from "./study-items.ts";

export interface ResponsePage {
  lines: ResponseLine[];
  /** How many match in all; `mostCounted` means that many or more. */
  matching: number;
  /** Where the next older and the next newer page begin; null at the ends. */
  older: ResponseCursor | null;
  newer: ResponseCursor | null;
}

export const responsesPerPage = 25;
export const mostCounted = 10_000;

const countedRow = z.strictObject({ n: z.number() });

/**
 * A page of a study's responses, newest first. Pages begin after a given response instead of counting from the top, so
 * the hundredth page costs what the first does and new answers do not shift it. Null for those who may not see the study.
 */
export async function listResponses(
  actor: Actor,
  address: string,
  filter: ResponseFilter,
  from: { older?: ResponseCursor | null; newer?: ResponseCursor | null } = {},
): Promise<ResponsePage | null> {
  const study = await getStudy(actor, address);
  if (!study) return null;
  const items = await readStudyItems(study.id);
  const judged = await judgeItems(items);
  const where = whereOf(study.id, filter, judged);
  const [page, counted] = await Promise.all([
    readPage(where, from.newer ?? null, from.older ?? null),
    oneRow(
      pool(),
      countedRow,
      `SELECT count(*)::int AS n FROM (SELECT 1 ${where.from} LIMIT ${mostCounted}) AS matching`,
      where.values,
    ),
  ]);
  const kind = itemKinds[study.itemKind ?? ""] ?? { factors: [] };
  return {
    lines: page.rows.map((row) => toLine(row, items, judged, (levels) => conditionLabel(kind, levels))),
    matching: counted.n,
    older: page.hasOlder ? cursorOf(page.rows.at(-1)) : null,
    newer: page.hasNewer ? cursorOf(page.rows[0]) : null,
  };
}

const judgeItemRow = z.strictObject({ item_version_id: z.string(), gold: json() });

/** Right and wrong answers of the study's items by their newest keys. */
async function judgeItems(items: readonly StudyItem[]): Promise<JudgedAnswer[]> {
  const rows = await manyRows(
    pool(),
    judgeItemRow,
    `SELECT DISTINCT ON (item_version_id) item_version_id, gold FROM item_key
     WHERE item_version_id = ANY ($1) ORDER BY item_version_id, version DESC`,
    [items.map((item) => item.id)],
  );
  const golds = new Map<string, unknown>(rows.map((row) => [row.item_version_id, row.gold]));
  return items.flatMap(({ id, item }) => {
    const kind = itemKinds[item.kind];
    return kind ? judgeChoices(kind, [{ itemVersionId: id, item, gold: golds.get(id) }]) : [];
  });
}

interface Where {
  /** FROM and WHERE, with numbered parameters. */
  from: string;
  values: unknown[];
}

function whereOf(studyId: string, filter: ResponseFilter, judged: readonly JudgedAnswer[]): Where {
  const values: unknown[] = [studyId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = ["response.study_id = $1"];
  if (filter.condition) conditions.push(`response.condition_id = ${bind(filter.condition)}`);
  if (filter.item) conditions.push(`response.item_version_id = ${bind(filter.item)}`);
  if (filter.stage) conditions.push(`response.stage = ${bind(filter.stage)}::stage`);
  if (filter.outcome === "under-way") conditions.push("response.outcome IS NULL");
  else if (filter.outcome) conditions.push(`response.outcome = ${bind(filter.outcome)}::outcome`);
  if (filter.excluded) conditions.push(`${filter.excluded === "no" ? "NOT " : ""}response.is_excluded`);
  if (filter.counts) {
    // Of whichever stage the answer is.
    const counts = countedWhere(countedByDefault(""), "response");
    conditions.push(filter.counts === "yes" ? counts : `NOT (${counts})`);
  }
  if (filter.answered) conditions.push(answeredWhere(filter.answered, judged, bind));
  return {
    from: `FROM counted_response AS response WHERE ${conditions.join(" AND ")}`,
    values,
  };
}

/** Right and wrong as `verdictOf` tells them, in SQL. */
function answeredWhere(
  answered: "correct" | "wrong" | "undecided",
  judged: readonly JudgedAnswer[],
  bind: (value: unknown) => string,
): string {
  const isListed = (wanted: readonly JudgedAnswer[]) =>
    `(response.item_version_id, coalesce(response.answer_key, '')) IN (SELECT * FROM unnest(
      ${bind(wanted.map(({ itemVersionId }) => itemVersionId))}::uuid[],
      ${bind(wanted.map(({ answerKey }) => answerKey))}::text[]))`;
  const named = judged.filter(({ answerKey }) => answerKey !== null);
  if (answered === "correct") return isListed(named.filter(({ isCorrect }) => isCorrect));
  const inOwnWords = judged.flatMap(({ itemVersionId, answerKey }) => (answerKey === null ? [itemVersionId] : []));
  const isOther = `(response.answer_key IS NOT NULL AND response.item_version_id = ANY (${bind(inOwnWords)}::uuid[])
    AND NOT ${isListed(named)})`;
  if (answered === "wrong") return `(${isListed(named.filter(({ isCorrect }) => !isCorrect))} OR ${isOther})`;
  return `NOT (${isListed(named)} OR ${isOther})`;
}

async function readPage(where: Where, newer: ResponseCursor | null, older: ResponseCursor | null) {
  const isBackwards = newer !== null;
  const cursor = newer ?? older;
  const values = [...where.values];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const after = cursor
    ? `AND (response.saved_at, response.id) ${isBackwards ? ">" : "<"} (${bind(cursor.savedAt)}::timestamptz, ${bind(cursor.id)}::uuid)`
    : "";
  const order = isBackwards ? "ASC" : "DESC";
  const rows = await manyRows(
    pool(),
    responseRow,
    `WITH page AS (
       SELECT response.* ${where.from} ${after} ORDER BY response.saved_at ${order}, response.id ${order} LIMIT ${responsesPerPage + 1}
     )
     SELECT page.id, page.session_id, page.saved_at, page.item_version_id, page.stage::text AS stage, page.position,
            page.revision, page.answer, page.answer_key, page.elapsed_ms, page.visible_ms, page.focus_losses,
            page.outcome::text AS outcome, page.is_complete, page.is_surplus, page.is_open_stratum, page.is_excluded,
            page.is_newest, session.erased_at IS NOT NULL AS is_erased, condition.levels,
            stratum.label AS stratum, reason.given ->> 'explanation' AS explanation,
            to_char(page.saved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS exact_saved_at,
            mark.reason AS excluded_reason, mark.note AS excluded_note, mark.created_at AS excluded_at,
            app_user.name AS excluded_by
     FROM page
     JOIN session ON session.id = page.session_id
     JOIN condition ON condition.id = page.condition_id
     JOIN stratum ON stratum.id = page.stratum_id
     LEFT JOIN step_answer AS reason ON reason.session_id = page.session_id AND reason.screen IN (page.screen, page.screen + 1)
       AND reason.given ? 'explanation'
     LEFT JOIN exclusion AS mark ON mark.response_id = page.id AND mark.revoked_at IS NULL
     LEFT JOIN app_user ON app_user.id = mark.created_by_id
     ORDER BY page.saved_at DESC, page.id DESC`,
    values,
  );
  const isMore = rows.length > responsesPerPage;
  const shown = isBackwards ? rows.slice(isMore ? 1 : 0) : rows.slice(0, responsesPerPage);
  return {
    rows: shown,
    hasOlder: isBackwards ? shown.length > 0 : isMore,
    hasNewer: isBackwards ? isMore : older !== null && shown.length > 0,
  };
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
  excluded_by: z.string().nullable(),
});

type ResponseRow = z.infer<typeof responseRow>;

function cursorOf(row: ResponseRow | undefined): ResponseCursor | null {
  return row ? { savedAt: row.exact_saved_at, id: row.id } : null;
}

function toLine(
  row: ResponseRow,
  items: readonly StudyItem[],
  judged: readonly JudgedAnswer[],
  labelOf: (levels: Record<string, string>) => string,
): ResponseLine {
  const found = items.find((item) => item.id === row.item_version_id);
  const verdict = verdictOf(judged, { itemVersionId: row.item_version_id, answerKey: row.answer_key });
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
    notCounted: whyNotCounted(
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
            by: row.excluded_by ?? "somebody whose account is gone",
            at: row.excluded_at,
          },
  };
}

function inWords(item: StudyItem | undefined, row: ResponseRow): string | null {
  const kind = itemKinds[item?.item.kind ?? ""];
  return (item && kind && answerInWords(kind, item.item, row.answer)) ?? row.answer_key;
}
