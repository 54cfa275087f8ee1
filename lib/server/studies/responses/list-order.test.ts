import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { newestFirst, type ResponseOrder, responseSorts } from "@/lib/domain/survey/responses/response-order.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { installation } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { listResponses, type ScanLimits } from "./list-responses.ts";
import { formatCursor, parseCursor, type ResponseFilter } from "./response-filter.ts";

// Each list contains every answer that its filter finds exactly once, in its order, with ties, whichever way it is read.

withTestDatabase();

interface Answer {
  id: string;
  person: string;
  item: string;
  condition: string;
  itemRank: number;
  conditionRank: number;
  ms: number;
  time: number;
  /** To the microsecond. */
  exact: string;
  stage: string;
  words: string[];
  isExcluded: boolean;
}

const vocabulary = ["violin", "Box", "über", "letter"];
let study: MadeStudy;
let answers: Answer[];
const begin = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  study = await makeStudy({ items: 4, design: { perStratumItem: 8 } });
  // 80 people with three answers each: few times, durations and words, so that most values are equal to others.
  await pool().query(
    `WITH placed AS (
       SELECT row_number() OVER (ORDER BY placement.id) AS nth, placement.*, slot.stratum_id
       FROM placement JOIN slot ON slot.id = placement.slot_id WHERE slot.study_id = $1
     ), person AS (
       INSERT INTO session (id, token_hash, study_id, protocol_version_id, stage, stratum_id, outcome)
       SELECT gen_random_uuid(), 'order-' || nth, $1, $2, 'main', (SELECT stratum_id FROM placed WHERE placed.nth = 1), 'complete'
       FROM generate_series(1, 80) AS nth RETURNING id
     ), given AS (
       SELECT person.id AS session_id, position, (abs(hashtext(person.id::text || position)))::bigint AS chance
       FROM person CROSS JOIN generate_series(0, 2) AS position
     ), said AS (
       INSERT INTO step_answer (id, session_id, screen, key, given, sha256)
       SELECT gen_random_uuid(), session_id, position * 2 + 1, 'statement-explanation',
         jsonb_build_object('explanation', 'the ' || ($3::text[])[1 + chance % 4] || ', ' || ($3::text[])[1 + chance % 3]), ''
       FROM given WHERE chance % 5 > 0
     ), answered AS (
       INSERT INTO response (id, session_id, study_id, stage, placement_id, item_version_id, condition_id, stratum_id,
         position, screen, answer, answer_key, sha256, content_fingerprint, presentation_fingerprint, elapsed_ms, saved_at)
       SELECT gen_random_uuid(), session_id, $1, (CASE WHEN chance % 7 = 0 THEN 'pilot' ELSE 'main' END)::stage, placed.id,
         placed.item_version_id, placed.condition_id, placed.stratum_id, given.position, given.position * 2,
         '{"choice": "true"}', 'true', '', '', '', chance % 6,
         to_timestamp($4::float8 / 1000) + (chance % 9) * interval '1 day' + (chance % 2) * interval '1 microsecond'
       FROM given JOIN placed ON placed.nth = 1 + chance % (SELECT count(*) FROM placed) RETURNING id, elapsed_ms
     )
     INSERT INTO exclusion (id, response_id, reason) SELECT gen_random_uuid(), id, 'test' FROM answered WHERE elapsed_ms = 2`,
    [study.id, study.protocolVersionId, vocabulary, begin],
  );
  const { rows } = await pool().query(
    `SELECT response.id, response.session_id AS person, response.item_version_id AS item, response.condition_id AS condition,
       study_item.ordinal AS "itemRank", condition.ordinal AS "conditionRank", elapsed_ms AS ms, stage::text AS stage,
       extract(epoch FROM saved_at)::float8 * 1000 AS time, to_char(saved_at, 'YYYY-MM-DD HH24:MI:SS.US') AS exact,
       regexp_split_to_array(lower(coalesce((SELECT given ->> 'explanation' FROM step_answer
         WHERE session_id = response.session_id AND screen = response.screen + 1), '')), '\\W+') AS words,
       EXISTS (SELECT FROM exclusion WHERE response_id = response.id) AS "isExcluded"
     FROM response JOIN condition ON condition.id = response.condition_id
     JOIN study_item ON study_item.study_id = response.study_id AND study_item.item_version_id = response.item_version_id
     WHERE response.study_id = $1`,
    [study.id],
  );
  answers = rows;
  await pool().query("ANALYZE");
});

function compare(left: Answer, right: Answer, { sort, order }: ResponseOrder): number {
  const keys = (answer: Answer): (string | number)[] => {
    const first = {
      time: [],
      person: [answer.person],
      item: [answer.itemRank],
      condition: [answer.conditionRank],
      "response-time": [answer.ms],
    }[sort];
    return [...first, answer.exact, answer.id];
  };
  const [one, other] = [keys(left), keys(right)];
  const at = one.findIndex((key, index) => key !== other[index]);
  if (at < 0) return 0;
  return ((one[at] as string) < (other[at] as string) ? -1 : 1) * (order === "asc" ? 1 : -1);
}

function passes(answer: Answer, filter: ResponseFilter): boolean {
  return (
    (!filter.person || answer.person === filter.person) &&
    (!filter.item || answer.item === filter.item) &&
    (!filter.condition || answer.condition === filter.condition) &&
    (!filter.stage || answer.stage === filter.stage) &&
    (!filter.from || answer.time >= Date.parse(filter.from)) &&
    (!filter.until || answer.time < Date.parse(filter.until)) &&
    (!filter.excluded || answer.isExcluded === (filter.excluded === "yes")) &&
    (!filter.q || filter.q.split(" ").every((word) => answer.words.includes(word.toLowerCase())))
  );
}

async function readAll(filter: ResponseFilter, order: ResponseOrder, limits: ScanLimits) {
  const onward: string[] = [];
  let page = await listResponses(installation, study.id, filter, order, {}, limits);
  const matching = page?.countedAmong === null ? page.matching : null;
  let last = page;
  for (let pages = 0; page; pages += 1) {
    onward.push(...page.lines.map(({ id }) => id));
    if (page.lines.length > 0) last = page;
    if (!page.next || pages > 100) break;
    const after = parseCursor(formatCursor(page.next), order);
    page = await listResponses(installation, study.id, filter, order, { after }, limits);
  }
  page = last;
  const back = page?.lines.map(({ id }) => id) ?? [];
  for (let pages = 0; page?.previous && pages < 100; pages += 1) {
    page = await listResponses(installation, study.id, filter, order, { before: page.previous }, limits);
    back.unshift(...(page?.lines.map(({ id }) => id) ?? []));
  }
  return { onward, back, matching };
}

const day = fc
  .integer({ min: 0, max: 9 })
  .map((days) => new Date(begin + days * 86_400_000).toISOString().slice(0, 10));
const someFilter = () =>
  fc
    .record({
      part: fc.constantFrom("none", "person", "item", "condition", "stage", "time", "excluded", "q", "two"),
      from: fc.nat({ max: 239 }),
      day,
      excluded: fc.constantFrom("yes" as const, "no" as const),
      words: fc.constantFrom("violin", "box", "ÜBER letter", "the", "absent", "-"),
    })
    .map(({ part, from, day: from_, excluded, words }): ResponseFilter => {
      const { person, item, condition, stage } = answers[from] as Answer;
      if (part === "two") return { item, excluded };
      if (part === "time") return { from: from_ };
      const all = { person, item, condition, stage: stage as "main", excluded, q: words };
      return part in all ? { [part]: all[part as "item"] } : {};
    });

describe("the list of answers", () => {
  it("contains each answer exactly once, in order, forward and backward, sorted or scanned", async () => {
    expect(answers).toHaveLength(240);
    await fc.assert(
      fc.asyncProperty(
        someFilter(),
        fc.constantFrom(...responseSorts),
        fc.constantFrom("asc" as const, "desc" as const),
        fc.boolean(),
        fc.integer({ min: 20, max: 300 }),
        async (filter, sort, order, isSorted, most) => {
          const reads = { own: most, lookup: most, costly: most };
          const limits = { sorted: isSorted ? 10_000 : 0, page: reads, count: reads };
          const expected = answers
            .filter((answer) => passes(answer, filter))
            .sort((left, right) => compare(left, right, { sort, order }))
            .map(({ id }) => id);
          const found = await readAll(filter, { sort, order }, limits);
          expect(found.onward).toEqual(expected);
          expect(found.back).toEqual(expected);
          if (isSorted && found.matching !== null) expect(found.matching).toBe(expected.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("a search", () => {
  it("finds the label of a chosen option", async () => {
    const page = await listResponses(installation, study.id, { q: "TRUE" });
    expect(page?.matching).toBe(answers.length);
    expect((await listResponses(installation, study.id, { q: "false" }))?.lines).toEqual([]);
  });

  it("finds words of an answer's text, each answer once, and none of an erased one", async () => {
    const [first, second] = answers as [Answer, Answer];
    await pool().query(`UPDATE response SET answer = '{"text": "Behind the violin, he said."}' WHERE id = ANY ($1)`, [
      [first.id, second.id],
    ]);
    const expected = new Set([
      first.id,
      second.id,
      ...answers.filter((a) => a.words.includes("violin")).map((a) => a.id),
    ]);
    const page = await listResponses(installation, study.id, { q: "violin" }, newestFirst);
    expect(page?.matching).toBe(expected.size);
    expect((await listResponses(installation, study.id, { q: "behind violin" }))?.matching).toBe(2);
    await pool().query("UPDATE response SET answer = '{}' WHERE id = $1", [first.id]);
    expect((await listResponses(installation, study.id, { q: "behind violin" }))?.lines.map(({ id }) => id)).toEqual([
      second.id,
    ]);
  });
});
