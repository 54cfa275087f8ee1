import * as z from "zod";
import { newestFirst, type ResponseOrder, responseSorts } from "../../lib/domain/survey/responses/response-order.ts";
import { installation } from "../../lib/server/platform/access/access.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { oneRow } from "../../lib/server/platform/database/rows.ts";
import { sql } from "../../lib/server/platform/database/sql.ts";
import { listResponses } from "../../lib/server/studies/responses/list-responses.ts";
import type { ResponseCursor, ResponseFilter } from "../../lib/server/studies/responses/response-filter.ts";

export interface ListFigures {
  sort: string;
  filter: string;
  /** The count that the page shows, "10,000+" where it stops. */
  matching: string;
  medianMs: number;
  p95Ms: number;
  slowestMs: number;
}

const someRow = z.strictObject({
  item: z.string(),
  condition: z.string(),
  person: z.string(),
  early: z.date(),
  middle: z.date(),
  late: z.date(),
});

/** The duration of a page of the list of answers: each sort with each filter, from the start and then page by page. */
export async function measureLists(studyId: string, rounds: number): Promise<ListFigures[]> {
  const some = await oneRow(
    pool(),
    someRow,
    sql`WITH ends AS (SELECT min(saved_at) AS first, max(saved_at) AS last FROM response WHERE study_id = ${studyId})
    SELECT item_version_id AS item, condition_id AS condition, session_id AS person,
      first + 0.500 * (last - first) AS early, first + 0.505 * (last - first) AS middle,
      first + 0.800 * (last - first) AS late
    FROM response CROSS JOIN ends WHERE study_id = ${studyId} LIMIT 1`,
  );
  const filters: Record<string, ResponseFilter> = {
    none: {},
    person: { person: some.person },
    item: { item: some.item },
    condition: { condition: some.condition },
    "0.5% of the time": { from: local(some.early), until: local(some.middle) },
    "30% of the time": { from: local(some.early), until: local(some.late) },
    "a word of 10 answers": { q: "zanzibar" },
    "a word of 1,000 answers": { q: "violin" },
    "a word of 270,000 answers": { q: "knew" },
    "three words of 17,000 answers": { q: "knew sister letter" },
    "a word of an option": { q: "false" },
    correct: { answered: "correct" },
    excluded: { excluded: "yes" },
    "not excluded": { excluded: "no" },
    counts: { counts: "yes" },
    "does not count": { counts: "no" },
    pilot: { stage: "pilot" },
    complete: { outcome: "complete" },
  };
  const figures: ListFigures[] = [];
  for (const sort of responseSorts) {
    for (const [name, filter] of Object.entries(filters)) {
      const found = await measureList(studyId, filter, { ...newestFirst, sort }, rounds);
      figures.push({ sort, filter: name, ...found });
    }
  }
  return figures;
}

async function measureList(
  studyId: string,
  filter: ResponseFilter,
  order: ResponseOrder,
  rounds: number,
): Promise<Omit<ListFigures, "sort" | "filter">> {
  const times: number[] = [];
  let after: ResponseCursor | null = null;
  let matching = "";
  await listResponses(installation, studyId, filter, order);
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    const page = await listResponses(installation, studyId, filter, order, { after });
    times.push(performance.now() - start);
    after = page?.next ?? null;
    matching = `${page?.matching}${page?.isMore ? "+" : ""}${page?.countedAmong ? ` of ${page.countedAmong}` : ""}`;
  }
  times.sort((left, right) => left - right);
  const at = (share: number) => Math.round(times[Math.min(rounds - 1, Math.ceil(share * rounds) - 1)] ?? Number.NaN);
  return { matching, medianMs: at(0.5), p95Ms: at(0.95), slowestMs: at(1) };
}

/** A time as a form control sends it. */
function local(time: Date): string {
  return time.toISOString().replace("Z", "");
}
