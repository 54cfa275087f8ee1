import { beforeAll, describe, expect, it } from "vitest";
import { newestFirst } from "@/lib/domain/survey/responses/response-order.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { rowsRead } from "@/prisma/factories/rows-read.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { installation } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { getLiveFigures } from "../run/get-live-figures.ts";
import { listResponses } from "./list-responses.ts";
import type { ResponseFilter } from "./response-filter.ts";

withTestDatabase();

const answers = 6_000;
const reads = { own: 200, lookup: 200, costly: 200 };
const looksAt = { sorted: 200, page: reads, count: reads };
/** What one statement may take from a table: the window, and each of its answers looked up again twice. */
const maxRowsRead = 3 * reads.costly + 10;

let study: MadeStudy;
let rareItem: string;

/**
 * Six thousand people with one answer each, saved a second apart. Only the oldest hundred hold what filters look for: two
 * excluded answers, three flagged ones, an unfinished session, one that ended for its quality, an answer in the pilot, one that no key knows,
 * and three answers to the rare item.
 */
beforeAll(async () => {
  study = await makeStudy({ items: 2, design: { perStratumItem: 8 } });
  await pool().query(
    `WITH placed AS (
       SELECT row_number() OVER (ORDER BY placement.item_version_id, placement.id) AS nth, placement.*, slot.stratum_id
       FROM placement JOIN slot ON slot.id = placement.slot_id JOIN stratum ON stratum.id = slot.stratum_id
       WHERE slot.study_id = $1 AND NOT stratum.is_open
     ), person AS (
       SELECT gen_random_uuid() AS id, nth, (SELECT count(*) FROM placed) AS placements FROM generate_series(1, $3) AS nth
     ), made AS (
       INSERT INTO session (id, token_hash, study_id, protocol_version_id, stage, stratum_id, outcome)
       SELECT person.id, person.id, $1, $2, CASE WHEN nth = 4 THEN 'pilot' ELSE 'main' END::stage,
         (SELECT stratum_id FROM placed WHERE placed.nth = 1),
         CASE nth WHEN 1 THEN NULL WHEN 2 THEN 'quality' ELSE 'complete' END::outcome
       FROM person
     )
     INSERT INTO response (id, session_id, study_id, stage, placement_id, item_version_id, condition_id, stratum_id,
       position, screen, answer, answer_key, sha256, content_fingerprint, presentation_fingerprint, elapsed_ms, saved_at)
     SELECT gen_random_uuid(), person.id, $1, CASE WHEN person.nth = 4 THEN 'pilot' ELSE 'main' END::stage, placed.id,
       placed.item_version_id, placed.condition_id, placed.stratum_id, 0, 4, '{"choice": "true"}',
       CASE WHEN person.nth = 5 THEN 'perhaps' ELSE 'true' END, '', '', '', 1,
       now() - interval '1 day' + person.nth * interval '1 second'
     FROM person JOIN placed ON placed.nth = CASE WHEN person.nth BETWEEN 10 AND 12 THEN 1 ELSE placements END`,
    [study.id, study.protocolVersionId, answers],
  );
  await pool().query(
    `INSERT INTO exclusion (id, response_id, reason, created_by_id)
     SELECT gen_random_uuid(), id, 'test', gen_random_uuid() FROM response WHERE study_id = $1 ORDER BY saved_at OFFSET 20 LIMIT 2`,
    [study.id],
  );
  await pool().query(
    `INSERT INTO response_flag (response_id, study_id, rule, value, answered_at)
     SELECT id, study_id, rule, 1, saved_at FROM (SELECT * FROM response WHERE study_id = $1 ORDER BY saved_at OFFSET 30 LIMIT 3)
       AS flagged, unnest(ARRAY['dwell', 'gibberish']) AS rule`,
    [study.id],
  );
  const { rows } = await pool().query(
    "SELECT item_version_id FROM response WHERE study_id = $1 GROUP BY 1 HAVING count(*) = 3",
    [study.id],
  );
  rareItem = rows[0].item_version_id;
  await pool().query("ANALYZE");
});

const list = async (filter: ResponseFilter, from = {}) => {
  const page = await listResponses(installation, study.id, filter, newestFirst, from, looksAt);
  if (!page) throw new Error("no page");
  return page;
};

describe("the list of responses", () => {
  const rare: [string, ResponseFilter, number][] = [
    ["of an outcome", { outcome: "quality" }, 1],
    ["of people under way", { outcome: "under-way" }, 1],
    ["of what does not count", { counts: "no" }, 4],
    ["that no key decides", { answered: "undecided" }, 1],
  ];

  it.each(rare)("looks for answers %s a part of the study at a time, and finds all of them", async (_, filter, n) => {
    const read = await rowsRead(() => list(filter));
    expect(read.response).toBeLessThanOrEqual(maxRowsRead);
    expect(read.session ?? 0).toBeLessThanOrEqual(maxRowsRead);
    const first = await list(filter);
    expect(first).toMatchObject({ lines: [], matching: 0, countedAmong: 200, stoppedAfter: 200, previous: null });
    let page = first;
    let looks = 1;
    for (; page.lines.length === 0 && page.next; looks += 1) page = await list(filter, { after: page.next });
    expect(page.lines).toHaveLength(n);
    expect(page).toMatchObject({ stoppedAfter: null, next: null });
    expect(looks).toBe(answers / 200);
    // Back up from there in as many steps, and no answer is met twice.
    const back = await list(filter, { before: page.previous });
    expect(back).toMatchObject({ lines: [], stoppedAfter: 200, next: null });
    expect(back.previous).not.toBeNull();
  });

  it("has the answers to one item, of a stage, the excluded and the flagged ones by index, at once", async () => {
    for (const [filter, n] of [
      [{ item: rareItem }, 3],
      [{ stage: "pilot" }, 1],
      [{ excluded: "yes" }, 2],
      [{ excluded: "yes", counts: "no" }, 2],
      [{ flag: "dwell" }, 3],
      [{ flag: "any" }, 3],
      [{ flag: "pasted" }, 0],
    ] as const) {
      const page = await list(filter);
      expect(page).toMatchObject({ matching: n, countedAmong: null, stoppedAfter: null, next: null });
      expect(page.lines).toHaveLength(n);
      const read = await rowsRead(() => list(filter));
      expect(read.response).toBeLessThanOrEqual(30);
      expect(read.exclusion ?? 0).toBeLessThanOrEqual(30);
    }
    expect((await list({ excluded: "yes" })).lines.map(({ exclusion }) => exclusion?.reason)).toEqual(["test", "test"]);
    expect((await list({ excluded: "yes", item: rareItem })).lines).toEqual([]);
  });

  it("reads no more of a study than it looks through where most answers pass", async () => {
    for (const filter of [
      {},
      { counts: "yes" },
      { answered: "correct" },
      { excluded: "no" },
      { flag: "none" },
    ] as const) {
      const read = await rowsRead(() => list(filter));
      expect(read.response).toBeLessThanOrEqual(maxRowsRead);
      expect((await list(filter)).countedAmong).toBe(200);
    }
  });
});

describe("the live page", () => {
  it("looks at the answers of slots that make up for others, not at all excluded ones", async () => {
    await pool().query(
      `INSERT INTO exclusion (id, response_id, reason, created_by_id)
       SELECT gen_random_uuid(), id, 'test', gen_random_uuid() FROM response WHERE study_id = $1 ORDER BY saved_at DESC LIMIT 2000`,
      [study.id],
    );
    await pool().query(
      `INSERT INTO slot (study_id, stratum_id, ordinal, replaces_slot_id)
       SELECT study_id, stratum_id, 100000, id FROM slot WHERE study_id = $1 LIMIT 1`,
      [study.id],
    );
    await pool().query("ANALYZE");
    const read = await rowsRead(() => getLiveFigures(installation, study.id));
    expect(read.exclusion ?? 0).toBeLessThanOrEqual(10);
    expect(read.response ?? 0).toBeLessThanOrEqual(10);
  });
});
