import fc from "fast-check";
import { expect, it } from "vitest";
import { responseStatuses, type StoredResponse } from "@/lib/domain/survey/counted-response.ts";
import { outcomes } from "@/lib/domain/survey/protocol.ts";
import { stages } from "@/lib/domain/survey/stages.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";

withTestDatabase();

/** A session with what its answers' standing depends on; positions may be answered in several revisions. */
const drawnSession = fc.record({
  outcome: fc.option(fc.constantFrom(...outcomes)),
  stage: fc.constantFrom(...stages),
  isSurplus: fc.boolean(),
  isErased: fc.boolean(),
  isOpenStratum: fc.boolean(),
  answers: fc.uniqueArray(
    fc.record({
      position: fc.nat(1),
      revision: fc.integer({ min: 1, max: 3 }),
      exclusions: fc.array(fc.record({ isRevoked: fc.boolean() }), { maxLength: 2 }),
    }),
    { selector: ({ position, revision }) => `${position} ${revision}`, maxLength: 4 },
  ),
});

it("the view of counted answers and the domain say the same of every answer of random sessions", async () => {
  const study = await makeStudy();
  const { rows } = await pool().query("SELECT id, is_open FROM stratum WHERE study_id = $1 ORDER BY is_open", [
    study.id,
  ]);
  const strata = new Map(rows.map((row) => [row.is_open, row.id]));
  await fc.assert(
    fc.asyncProperty(fc.array(drawnSession, { minLength: 1, maxLength: 5 }), async (sessions) => {
      await pool().query("DELETE FROM session WHERE study_id = $1", [study.id]);
      const stored: StoredResponse[] = [];
      for (const session of sessions) stored.push(...(await insertSession(study, strata, session)));
      const seen = await pool().query(
        `SELECT id, stage, is_complete, is_surplus, is_open_stratum, is_excluded, is_newest
         FROM counted_response WHERE study_id = $1`,
        [study.id],
      );
      const standings = new Map(
        seen.rows.map((row) => [
          row.id,
          {
            stage: row.stage,
            isComplete: row.is_complete,
            isSurplus: row.is_surplus,
            isOpenStratum: row.is_open_stratum,
            isExcluded: row.is_excluded,
            isNewest: row.is_newest,
          },
        ]),
      );
      expect(standings).toEqual(responseStatuses(stored));
    }),
    { numRuns: 40 },
  );
});

type DrawnSession = typeof drawnSession extends fc.Arbitrary<infer Session> ? Session : never;

async function insertSession(
  study: { id: string; protocolVersionId: string },
  strata: ReadonlyMap<boolean, string>,
  session: DrawnSession,
): Promise<StoredResponse[]> {
  const { outcome, stage, isSurplus, isErased, isOpenStratum, answers } = session;
  const stratumId = strata.get(isOpenStratum);
  const made = await pool().query(
    `INSERT INTO session (id, token_hash, study_id, protocol_version_id, stage, stratum_id, outcome, is_surplus, erased_at)
     VALUES (gen_random_uuid(), gen_random_uuid(), $1, $2, $3, $4, $5, $6, CASE WHEN $7 THEN now() END) RETURNING id`,
    [study.id, study.protocolVersionId, stage, stratumId, outcome, isSurplus, isErased],
  );
  const sessionId: string = made.rows[0].id;
  const stored: StoredResponse[] = [];
  for (const { position, revision, exclusions } of answers) {
    const { rows } = await pool().query(
      `INSERT INTO response (id, session_id, study_id, stage, placement_id, item_version_id, condition_id, stratum_id,
         position, screen, revision, answer, sha256, content_fingerprint, presentation_fingerprint, elapsed_ms)
       SELECT gen_random_uuid(), $1, $2, $3, placement.id, placement.item_version_id, placement.condition_id, $4,
         $5, 0, $6, '{}', '', '', '', 1
       FROM placement JOIN slot ON slot.id = placement.slot_id WHERE slot.study_id = $2 LIMIT 1 RETURNING id`,
      [sessionId, study.id, stage, stratumId, position, revision],
    );
    const id: string = rows[0].id;
    for (const { isRevoked } of exclusions) {
      await pool().query(
        `INSERT INTO exclusion (id, response_id, reason, created_by_id, revoked_at)
         VALUES (gen_random_uuid(), $1, 'other', gen_random_uuid(), CASE WHEN $2 THEN now() END)`,
        [id, isRevoked],
      );
    }
    const kept = { outcome, isSurplus, isErased };
    stored.push({ id, sessionId, stage, position, revision, session: kept, isOpenStratum, exclusions });
  }
  return stored;
}
