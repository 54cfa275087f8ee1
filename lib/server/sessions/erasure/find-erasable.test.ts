import { beforeAll, describe, expect, it } from "vitest";
import type { Entry } from "@/lib/domain/survey/entry.ts";
import { outcomes } from "@/lib/domain/survey/protocol.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { excludeResponse } from "../../studies/responses/exclude-response.ts";
import { restoreResponse } from "../../studies/responses/restore-response.ts";
import { createSession } from "../create-session.ts";
import { recordRefusedArrival } from "../refused-arrivals.ts";
import { hashToken, mintToken } from "../session-token.ts";
import { eraseFoundSessions } from "./erase-found.ts";
import { findErasable } from "./find-erasable.ts";

withTestDatabase();

let study: MadeStudy;
let second: MadeStudy;
let elsewhere: MadeStudy;
let admin: Actor;
let researcher: Actor;

beforeAll(async () => {
  study = await makeStudy();
  second = await makeStudy();
  elsewhere = await makeStudy();
  await pool().query("UPDATE study SET project_id = $2 WHERE id = $1", [second.id, study.projectId]);
  admin = (await makePerson({ projectId: study.projectId, role: "admin" })).actor;
  researcher = (await makePerson({ projectId: study.projectId })).actor;
});

const prolific = (externalId: string, submission: string): Entry => ({
  source: "prolific",
  externalId,
  parameters: { SESSION_ID: submission },
  toSign: "",
  signature: null,
});

async function arrive(of: MadeStudy, entry: Entry): Promise<string> {
  const token = mintToken();
  expect(await createSession(of.id, of.protocolVersionId, hashToken(token), entry)).toEqual({ ok: true });
  return sessionOf(token);
}

async function sessionOf(token: string): Promise<string> {
  const { rows } = await pool().query("SELECT id FROM session WHERE token_hash = $1", [hashToken(token)]);
  return rows[0].id;
}

const idsOf = async (actor: Actor, written: string) => (await findErasable(actor, written, null)).map(({ id }) => id);

describe("the search for a participant to erase", () => {
  it("finds a session by code, by private link and by a replaced link", async () => {
    const walker = await startWalker(study);
    await walkTo(walker, 5);
    const id = await sessionOf(walker.token);
    const earlier = mintToken();
    await pool().query("INSERT INTO earlier_token (token_hash, session_id) VALUES ($1, $2)", [hashToken(earlier), id]);
    const { rows } = await pool().query("SELECT completion_code AS code FROM session WHERE id = $1", [id]);
    for (const written of [
      rows[0].code.toLowerCase(),
      `https://lab.example/s/${study.slug}/${walker.token}/data`,
      `/s/${study.slug}/${earlier}/data`,
    ])
      expect(await idsOf(admin, written)).toEqual([id]);
    expect(await idsOf(admin, `/s/${study.slug}/${mintToken()}`)).toEqual([]);
  });

  it("finds the sessions of a recruiter's ID in every study of the user's projects, and in no other", async () => {
    const first = await arrive(study, prolific("5F0C1", "sub-1"));
    const other = await arrive(second, prolific("5f0c1", "sub-2"));
    const foreign = await arrive(elsewhere, prolific("5f0c1", "sub-3"));
    for (const written of ["5f0c1", " 5F0C1 "]) expect(await idsOf(admin, written)).toEqual([other, first]);
    expect(await idsOf(admin, "https://lab.example/s/x?PROLIFIC_PID=none&SESSION_ID=sub-1")).toEqual([first]);
    expect(await idsOf(admin, "sub-3")).toEqual([]);
    await expect(eraseFoundSessions(admin, [foreign], "", null)).rejects.toMatchObject({ code: "not-found" });
    await expect(findErasable(admin, "5f0c1", elsewhere.projectId)).rejects.toMatchObject({ code: "not-found" });
    await expect(findErasable(researcher, "5f0c1", null)).rejects.toMatchObject({ code: "not-found" });
    await expect(eraseFoundSessions(researcher, [first], "", null)).rejects.toMatchObject({ code: "not-found" });
    // Who found whom is on record, once an hour.
    const { rows } = await pool().query(
      `SELECT subject_id, actor_id FROM audit_event WHERE action = 'study.view-identities'
       AND after ->> 'view' = 'erasure-search' AND after ->> 'session' = $1`,
      [first],
    );
    expect(rows).toEqual([{ subject_id: study.id, actor_id: admin.userId }]);
  });
});

describe("the erasure of what was found", () => {
  it("removes exactly the values of the preview, and keeps the totals", async () => {
    const walker = await startWalker(study);
    await walkTo(walker, 5);
    const id = await sessionOf(walker.token);
    await pool().query(
      `INSERT INTO entry_identity (session_id, study_id, source, external_id, parameters)
       VALUES ($1, $2, 'prolific', 'ada-7', '{"SESSION_ID": "sub-7"}')`,
      [id, study.id],
    );
    await pool().query(
      `INSERT INTO recruiter_event (id, project_id, source, event_id, submission, person, status, origin, happened_at)
       VALUES (gen_random_uuid(), $1, 'prolific', 'e-7', 'sub-7', 'ada-7', 'APPROVED', 'webhook', now())`,
      [study.projectId],
    );
    await recordRefusedArrival(study.id, "no-id", prolific("ada-7", "sub-8"));
    const { rows: responses } = await pool().query("SELECT id FROM response WHERE session_id = $1", [id]);
    const response = responses[0].id;
    await excludeResponse(researcher, response, { reason: "other", note: "Ada wrote to us." });
    await restoreResponse(researcher, response, "Ada asked for it.");

    expect(await findErasable(admin, "ada-7", null)).toMatchObject([
      {
        id,
        study: { id: study.id },
        outcome: "complete",
        erasedAt: null,
        values: { responses: 1, forms: 3, ids: 1, reports: 1, refusals: 1, notes: 2 },
      },
    ]);
    const before = await totalsOf(study.id);
    expect(await eraseFoundSessions(admin, [id, id], "", null)).toEqual({ erased: 1, requested: 0 });
    expect(await totalsOf(study.id)).toEqual(before);
    expect(await findErasable(admin, "ada-7", null)).toEqual([]);
    const kept = await findErasable(admin, `/s/x/${walker.token}`, null);
    expect(kept).toMatchObject([
      {
        outcome: "withdrawn",
        erasedAt: expect.any(Date),
        values: { responses: 0, forms: 0, ids: 0, reports: 0, refusals: 0 },
      },
    ]);
    const { rows: texts } = await pool().query(
      `SELECT row_to_json(one)::text AS text FROM (
         SELECT note, revoke_reason AS reason, NULL AS id FROM exclusion WHERE response_id = $1
         UNION ALL SELECT NULL, reason, NULL FROM audit_event WHERE subject_id IN ($1::text, $2::text)
         UNION ALL SELECT NULL, NULL, external_id FROM refused_arrival WHERE study_id = $3
         UNION ALL SELECT person, submission, NULL FROM recruiter_event) AS one`,
      [response, id, study.id],
    );
    expect(texts.map(({ text }) => text).join("\n")).not.toMatch(/ada|sub-7/i);
    const { rows: audit } = await pool().query(
      "SELECT actor_id FROM audit_event WHERE action = 'session.erase' AND subject_id = $1",
      [id],
    );
    expect(audit).toEqual([{ actor_id: admin.userId }]);
  });
});

/** The number of sessions, and of those that ended in any way. */
async function totalsOf(studyId: string): Promise<unknown> {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM session WHERE study_id = $1) AS sessions,
      (SELECT sum(count)::int FROM session_count WHERE study_id = $1 AND event = ANY ($2)) AS ended`,
    [studyId, outcomes],
  );
  return rows[0];
}
