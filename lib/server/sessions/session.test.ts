import { beforeAll, describe, expect, it } from "vitest";
import type { Protocol } from "@/lib/domain/survey/protocol.ts";
import { timeBucket } from "@/lib/domain/survey/time-bucket.ts";
import { type MadeStudy, makeStudy, withDwell, withoutDwell } from "@/prisma/factories/make-study.ts";
import { speaksEnglish, startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { createSession } from "./create-session.ts";
import { withdraw } from "./erasure/withdraw.ts";
import { findSession } from "./find-session.ts";
import { resumeSession } from "./resume-session.ts";
import { hashToken, mintToken } from "./session-token.ts";
import { retryWaiting } from "./submit-screen.ts";
import { viewStoredSession } from "./view-session.ts";

withTestDatabase();

async function one<Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row> {
  return (await pool().query(text, values)).rows[0];
}

describe("a session", () => {
  let study: MadeStudy;
  beforeAll(async () => {
    study = await makeStudy();
  });

  it("goes from consent to a completion code and fills exactly one slot", async () => {
    const walker = await startWalker(study);
    const end = await walkTo(walker, 5);
    expect(end).toMatchObject({ status: "advanced", stepped: { outcome: "complete", isSurplus: false } });
    const session = await findSession(hashToken(walker.token), "only-look");
    expect(session?.completionCode).toMatch(/^[A-HJ-NP-Z2-9]{12}$/);
    const slots = await one("SELECT count(*)::int AS n FROM slot WHERE session_id = $1 AND is_done", [
      session?.sessionId,
    ]);
    expect(slots.n).toBe(1);
    const response = await one("SELECT * FROM response WHERE session_id = $1", [session?.sessionId]);
    expect(response).toMatchObject({ answer: { choice: "true" }, answer_key: "true", position: 0, screen: 4 });
    const explanation = await one("SELECT given FROM step_answer WHERE session_id = $1 AND screen = 5", [
      session?.sessionId,
    ]);
    expect(explanation.given).toEqual({ explanation: "Because the story says so." });
  });

  it("takes the same post twice with one effect and keeps the first of two different ones", async () => {
    const walker = await startWalker(study);
    await walkTo(walker, 4);
    const again = await walker.post(4, { choice: "true" });
    const other = await walker.post(4, { choice: "false" });
    expect(again).toMatchObject({ status: "repeated", same: true });
    expect(other).toMatchObject({ status: "repeated", same: false, receipt: null });
    const session = await findSession(hashToken(walker.token), "only-look");
    const stored = await pool().query("SELECT answer_key FROM response WHERE session_id = $1", [session?.sessionId]);
    expect(stored.rows).toEqual([{ answer_key: "true" }]);
  });

  it("takes one of many simultaneous copies of a post", async () => {
    const walker = await startWalker(study);
    await walkTo(walker, 1);
    const copies = await Promise.all(Array.from({ length: 8 }, () => walker.post(2, { age: "40-49", gender: "male" })));
    expect(copies.filter((copy) => copy.status === "advanced")).toHaveLength(1);
    expect(copies.every((copy) => copy.status === "advanced" || (copy.status === "repeated" && copy.same))).toBe(true);
    const session = await findSession(hashToken(walker.token), "only-look");
    const held = await one("SELECT count(*)::int AS n FROM slot WHERE session_id = $1", [session?.sessionId]);
    expect(held.n).toBe(1);
  });

  it("keeps nobody waiting for a story that is never shown", async () => {
    const alone = await makeStudy({
      protocol: (protocol) => withDwell(protocol, 60),
      design: { factors: [{ name: "story", levels: ["context-free"] }] },
    });
    const walker = await startWalker(alone);
    await walkTo(walker, 2);
    const session = await findSession(hashToken(walker.token), "only-look");
    if (!session) throw new Error("there is no session");
    const view = await viewStoredSession(walker.running, session, { token: walker.token });
    expect(view.dwell).toEqual({ totalMs: 0, remainingMs: 0, isPlayback: false });
    expect(JSON.stringify(view)).not.toMatch(/Ana told Ben|Story \d|context-free/);
    expect(await walker.post(3, {})).toMatchObject({ status: "advanced" });
    expect(await walker.post(4, { choice: "true" })).toMatchObject({ status: "advanced" });
  });

  it("refuses a forged post for a later screen and stores nothing", async () => {
    const walker = await startWalker(study);
    await walkTo(walker, 2);
    expect(await walker.post(5, { explanation: "early" })).toMatchObject({
      status: "refused",
      refusal: { reason: "not-reached" },
    });
    const session = await findSession(hashToken(walker.token), "only-look");
    expect(session?.screen).toBe(3);
  });

  it("names the field of a wrong answer and stores nothing", async () => {
    const walker = await startWalker(study);
    await walkTo(walker, 1);
    for (const fields of [
      { age: "seven", gender: "female" },
      { age: "18-29" },
      { age: "18-29", gender: "female", extra: "1" },
      { age: "18-29", gender: "fem\u0000ale" },
    ]) {
      const result = await walker.post(2, fields as Record<string, string>);
      expect(result.status).toBe("invalid");
    }
    await walker.post(2, { age: "18-29", gender: "female" });
    await walker.post(3, {});
    await walker.post(4, { choice: "true" });
    for (const explanation of ["", "   ", "x".repeat(4001), "half \ud800 pair", "nul \u0000"]) {
      expect(await walker.post(5, { explanation })).toMatchObject({
        status: "invalid",
        problems: [{ field: "explanation" }],
      });
    }
    const session = await findSession(hashToken(walker.token), "only-look");
    expect(session?.screen).toBe(5);
  });

  it("ends where the screener says so, before any slot is touched", async () => {
    const walker = await startWalker(study);
    await walker.post(0, { consent: "yes" });
    const end = await walker.post(1, { ...speaksEnglish, "most-used-language": "other" });
    expect(end).toMatchObject({ stepped: { outcome: "screened-out" } });
    expect(await walker.post(2, { age: "18-29", gender: "female" })).toMatchObject({
      refusal: { reason: "ended", outcome: "screened-out" },
    });
  });

  it("lets people without a quota into the open stratum and gives them a statement", async () => {
    const walker = await startWalker(study);
    expect(await walkTo(walker, 5, { gender: "undisclosed" })).toMatchObject({ stepped: { outcome: "complete" } });
    const session = await findSession(hashToken(walker.token), "only-look");
    const stratum = await one(
      "SELECT is_open FROM stratum JOIN session ON session.stratum_id = stratum.id WHERE session.id = $1",
      [session?.sessionId],
    );
    expect(stratum.is_open).toBe(true);
  });

  it("gives one external id one session, also when two tokens arrive at once", async () => {
    const entry = { source: "pid" as const, externalId: "p-1", parameters: {}, toSign: "", signature: null };
    const results = await Promise.all(
      Array.from({ length: 6 }, () => createSession(study.id, study.protocolVersionId, hashToken(mintToken()), entry)),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.reason === "known-person")).toHaveLength(5);
  });
});

describe("the dwell", () => {
  it("is counted by the server: an early post is refused with what is left, and reloading does not shorten it", async () => {
    const study = await makeStudy({ protocol: (protocol) => withDwell(protocol, 60) });
    const walker = await startWalker(study);
    await walkTo(walker, 2);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const early = await walker.post(3, {});
      expect(early).toMatchObject({ status: "refused", refusal: { reason: "too-early" } });
      const session = await findSession(hashToken(walker.token), "renew");
      expect(session?.screen).toBe(3);
    }
    await pool().query(
      "UPDATE session SET screen_shown_at = screen_shown_at - interval '60 seconds' WHERE token_hash = $1",
      [hashToken(walker.token)],
    );
    expect(await walker.post(3, {})).toMatchObject({ status: "advanced" });
  });
});

describe("a lease", () => {
  it("goes to the next person when it has run out, and the late finisher is kept as surplus", async () => {
    const study = await makeStudy({
      items: 1,
      design: { strata: [{ key: "all", label: "All", criteria: {} }], factors: [], perStratumItem: 1 },
    });
    const first = await startWalker(study);
    await walkTo(first, 3);
    const second = await startWalker(study);
    const full = await walkTo(second, 2);
    expect(full).toEqual({ status: "waiting", reason: "slots", until: expect.any(Date) });
    await pool().query("UPDATE slot SET available_at = clock_timestamp() - interval '1 second' WHERE study_id = $1", [
      study.id,
    ]);
    const third = await startWalker(study);
    expect(await walkTo(third, 5)).toMatchObject({ stepped: { outcome: "complete", isSurplus: false } });
    const away = await findSession(hashToken(first.token), "renew");
    expect(away).toMatchObject({ lostSlot: true, keptUntil: null });
    await first.post(4, { choice: "false" });
    expect(await first.post(5, { explanation: "late" })).toMatchObject({
      stepped: { outcome: "complete", isSurplus: true },
    });
    const cells = await one("SELECT sum(count)::int AS n FROM cell_count WHERE study_id = $1 AND NOT is_surplus", [
      study.id,
    ]);
    expect(cells.n).toBe(1);
    const log = await pool().query("SELECT event FROM assignment_event WHERE study_id = $1 ORDER BY id", [study.id]);
    expect(log.rows.map((row) => row.event)).toEqual(["claimed", "requeued", "reclaimed", "completed", "surplus"]);
  });

  it("is renewed by an open page three times on one screen, and from then on by an answer only", async () => {
    const study = await makeStudy({ items: 1, design: { perStratumItem: 1, factors: [] } });
    const walker = await startWalker(study);
    await walkTo(walker, 2);
    const looksAfter = async (minutes: number) => {
      await pool().query(
        `UPDATE slot SET available_at = available_at - $2 * interval '1 minute'
         WHERE session_id = (SELECT id FROM session WHERE token_hash = $1)`,
        [hashToken(walker.token), minutes],
      );
      const session = await findSession(hashToken(walker.token), "renew");
      return Math.round(((session?.keptUntil?.getTime() ?? 0) - (session?.now.getTime() ?? 0)) / 60_000);
    };
    // Street keeps a slot for 30 minutes; in the first half of them nothing is spent on a renewal.
    expect(await looksAfter(5)).toBe(25);
    for (let renewal = 1; renewal <= 3; renewal++) expect(await looksAfter(20)).toBe(30);
    expect(await looksAfter(20)).toBe(10);
    expect(await looksAfter(20)).toBe(-10);
    expect(await walker.post(3, {})).toMatchObject({ status: "advanced" });
    expect(await looksAfter(20)).toBe(30);
  });

  it("is renewed once by requests that come at the same moment", async () => {
    const study = await makeStudy({ items: 1, design: { perStratumItem: 1, factors: [] } });
    const walker = await startWalker(study);
    await walkTo(walker, 2);
    await pool().query("UPDATE slot SET available_at = clock_timestamp() + interval '1 minute' WHERE study_id = $1", [
      study.id,
    ]);
    await Promise.all(Array.from({ length: 8 }, () => findSession(hashToken(walker.token), "renew")));
    const { rows } = await pool().query("SELECT lease_renewals FROM session WHERE study_id = $1", [study.id]);
    expect(rows).toEqual([{ lease_renewals: 1 }]);
  });

  it("is renewed as often as the protocol says", async () => {
    const protocol = (made: Protocol): Protocol => ({ ...withoutDwell(made), leaseRenewals: 0 });
    const study = await makeStudy({ items: 1, design: { perStratumItem: 1, factors: [] }, protocol });
    const walker = await startWalker(study);
    await walkTo(walker, 2);
    await pool().query("UPDATE slot SET available_at = clock_timestamp() + interval '1 minute' WHERE study_id = $1", [
      study.id,
    ]);
    const session = await findSession(hashToken(walker.token), "renew");
    expect((session?.keptUntil?.getTime() ?? 0) - (session?.now.getTime() ?? 0)).toBeLessThan(61_000);
  });

  it("that others hold sends nobody away for good: whoever comes meanwhile waits, and gets in when it is given back", async () => {
    const study = await makeStudy({
      items: 1,
      design: { strata: [{ key: "all", label: "All", criteria: {} }], factors: [], perStratumItem: 1 },
    });
    await walkTo(await startWalker(study), 3);
    const waits = await startWalker(study);
    const full = await walkTo(waits, 2);
    if (full.status !== "waiting") throw new Error(`expected to wait, not ${full.status}`);
    // Someone who submits no screen for 20 minutes loses the slot to a person who waits.
    expect(full.until.getTime()).toBeGreaterThan(Date.now() + 15 * 60_000);
    expect(full.until.getTime()).toBeLessThanOrEqual(Date.now() + 20 * 60_000);
    const stayed = await findSession(hashToken(waits.token), "only-look");
    expect(stayed).toMatchObject({ screen: 2, outcome: null });
    const again = async () => {
      const session = await findSession(hashToken(waits.token), "renew");
      return session && retryWaiting(waits.running, waits.token, session);
    };
    expect(await again()).toMatchObject({ status: "waiting" });
    await pool().query("UPDATE slot SET available_at = clock_timestamp() WHERE study_id = $1", [study.id]);
    // The stored post is resent automatically.
    expect(await again()).toMatchObject({ status: "advanced" });
    expect(await again()).toBeNull();
    const kept = await one("SELECT waiting_since, waiting_post FROM session WHERE token_hash = $1", [
      hashToken(waits.token),
    ]);
    expect(kept).toEqual({ waiting_since: null, waiting_post: null });
  });

  it("that has run out is renewed silently while nobody else has taken the slot", async () => {
    const study = await makeStudy({ items: 1, design: { perStratumItem: 1, factors: [] } });
    const walker = await startWalker(study);
    await walkTo(walker, 3);
    await pool().query(
      "UPDATE slot SET available_at = clock_timestamp() - interval '1 hour' WHERE session_id IS NOT NULL",
    );
    const back = await findSession(hashToken(walker.token), "renew");
    expect(back?.keptUntil?.getTime()).toBeGreaterThan(back?.now.getTime() ?? 0);
  });
});

describe("withdrawing", () => {
  it("after the end erases the answers, takes them out of the counts and frees the slot", async () => {
    const study = await makeStudy({ items: 1, design: { perStratumItem: 1, factors: [] } });
    const walker = await startWalker(study);
    await walkTo(walker, 5);
    expect(await withdraw(hashToken(walker.token), "erase")).toBe("withdrawn");
    expect(await withdraw(hashToken(walker.token), "erase")).toBe("withdrawn");
    const session = await findSession(hashToken(walker.token), "only-look");
    expect(session).toMatchObject({ outcome: "withdrawn", erased: true });
    const left = await one("SELECT answer, answer_key FROM response WHERE session_id = $1", [session?.sessionId]);
    expect(left).toEqual({ answer: {}, answer_key: null });
    const cells = await one("SELECT coalesce(sum(count), 0)::int AS n FROM cell_count WHERE study_id = $1", [study.id]);
    expect(cells.n).toBe(0);
    const counts = await pool().query(
      "SELECT event, sum(count)::int AS n FROM session_count WHERE study_id = $1 AND key = '' GROUP BY event ORDER BY event",
      [study.id],
    );
    expect(counts.rows).toEqual([
      { event: "complete", n: 0 },
      { event: "withdrawn", n: 1 },
    ]);
    const next = await startWalker(study);
    expect(await walkTo(next, 5)).toMatchObject({ stepped: { outcome: "complete" } });
  });

  it("answers null for an unknown token", async () => {
    expect(await withdraw(hashToken(mintToken()), "erase")).toBeNull();
  });
});

describe("coming back with a signed number", () => {
  it("gives the session a new token, never one that opens another session", async () => {
    const study = await makeStudy();
    const entry = { source: "pid" as const, externalId: "p-1", parameters: {}, toSign: "", signature: null };
    const [own, other, fresh] = [mintToken(), mintToken(), mintToken()];
    await createSession(study.id, study.protocolVersionId, hashToken(own), entry);
    await createSession(study.id, study.protocolVersionId, hashToken(other), null);
    expect(await resumeSession(study.id, entry, hashToken(other))).toBe(false);
    expect(await findSession(hashToken(own), "only-look")).not.toBeNull();
    expect(await resumeSession(study.id, entry, hashToken(fresh))).toBe(true);
    expect(await findSession(hashToken(own), "only-look")).toBeNull();
    expect(await findSession(hashToken(fresh), "only-look")).not.toBeNull();
  });

  it("knows the number however it is written, as the arrival did", async () => {
    const study = await makeStudy();
    const entry = { source: "prolific" as const, externalId: "5AB", parameters: {}, toSign: "", signature: null };
    await createSession(study.id, study.protocolVersionId, hashToken(mintToken()), entry);
    const fresh = hashToken(mintToken());
    expect(await resumeSession(study.id, { ...entry, externalId: "5ab" }, fresh)).toBe(true);
    expect(await findSession(fresh, "only-look")).not.toBeNull();
  });
});

describe("the database's time buckets", () => {
  it("are those of the domain", async () => {
    const times = [0, 1, 99, 100, 101, 110, 121, 1000, 59_999, 60_000, 3_600_000, 10 ** 12];
    for (const time of times) {
      expect((await one("SELECT time_bucket_of($1) AS bucket", [time])).bucket).toBe(timeBucket(time));
    }
  });
});
