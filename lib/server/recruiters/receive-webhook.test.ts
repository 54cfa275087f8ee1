import { beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/api/v1/webhooks/prolific/[project]/route.ts";
import { webhookSignature } from "@/lib/domain/survey/recruiters/prolific.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { withdraw } from "../sessions/erasure/withdraw.ts";
import { findSession } from "../sessions/find-session.ts";
import { hashToken } from "../sessions/session-token.ts";
import { hasWebhookSecret } from "./recruitment.ts";

withTestDatabase();

const secret = "the workspace's secret";
let study: MadeStudy;
let project: string;

beforeAll(async () => {
  study = await makeStudy();
  const { rows } = await pool().query("SELECT slug FROM project WHERE id = $1", [study.projectId]);
  project = rows[0].slug;
  await pool().query("INSERT INTO recruiter_account (project_id, source, webhook_secret) VALUES ($1, 'prolific', $2)", [
    study.projectId,
    secret,
  ]);
});

async function send(
  event: { submission: string; status: string; id: string; at?: Date },
  change: Record<string, string> = {},
  timestamp = String(Math.floor(Date.now() / 1000)),
): Promise<{ status: number; receipt: string | undefined }> {
  const body = JSON.stringify({
    event_type: "submission.status.change",
    resource_id: event.submission,
    participant_id: "p",
    status: event.status,
  });
  const request = new Request("http://localhost/api/v1/webhooks/prolific/x", {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-prolific-request-timestamp": timestamp,
      "x-prolific-request-signature": webhookSignature(secret, timestamp, body),
      "x-event-id": event.id,
      ...(event.at && { "x-timestamp": event.at.toISOString() }),
      ...change,
    },
  });
  const response = await POST(request, { params: Promise.resolve({ project }) });
  return { status: response.status, receipt: (await response.json()).receipt };
}

async function stored(submission: string): Promise<string[]> {
  const { rows } = await pool().query("SELECT status FROM recruiter_event WHERE submission = $1 ORDER BY happened_at", [
    submission,
  ]);
  return rows.map((row) => row.status);
}

describe("a webhook", () => {
  it("is stored once, however often it is delivered, two at once included", async () => {
    const event = { submission: "once", status: "APPROVED", id: "event-once" };
    const receipts = await Promise.all([send(event), send(event), send(event)]);
    expect(receipts.map(({ receipt }) => receipt).sort()).toEqual(["repeated", "repeated", "stored"]);
    expect(await stored("once")).toEqual(["APPROVED"]);
  });

  it("is refused when it is replayed under another event id", async () => {
    const event = { submission: "replayed", status: "RETURNED", id: "event-replayed" };
    const timestamp = String(Math.floor(Date.now() / 1000));
    expect((await send(event, {}, timestamp)).receipt).toBe("stored");
    expect((await send({ ...event, id: "event-invented" }, {}, timestamp)).status).toBe(409);
    expect((await send({ ...event, id: "event-invented", at: new Date() }, {}, timestamp)).status).toBe(409);
    expect((await send(event, {}, timestamp)).receipt).toBe("repeated");
    expect(await stored("replayed")).toEqual(["RETURNED"]);
  });

  it("is stored under one id when it is sent under several at the same time", async () => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const answers = await Promise.all(
      ["one", "two", "three", "four"].map((id) =>
        send({ submission: "raced", status: "RETURNED", id: `event-raced-${id}` }, {}, timestamp),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await stored("raced")).toEqual(["RETURNED"]);
  });

  it("stores nothing when it is forged, unsigned or old", async () => {
    expect(await hasWebhookSecret(study.projectId)).toBe(true);
    expect(await hasWebhookSecret((await makeStudy()).projectId)).toBe(false);
    const event = { submission: "forged", status: "APPROVED", id: "event-forged" };
    const old = String(Math.floor(Date.now() / 1000) - 3_600);
    expect((await send(event, { "x-prolific-request-signature": "AAAA" })).status).toBe(403);
    expect((await send(event, { "x-prolific-request-timestamp": old })).status).toBe(403);
    expect(await stored("forged")).toEqual([]);
  });

  it("frees the slot of a session that was returned, and not when the return is an older event", async () => {
    for (const [submission, reordered] of [
      ["returned", false],
      ["went-on", true],
    ] as const) {
      const walker = await startWalker(study);
      await walkTo(walker, 3);
      const { rows } = await pool().query("SELECT id, slot_id FROM session WHERE token_hash = $1", [
        hashToken(walker.token),
      ]);
      await pool().query(
        `INSERT INTO entry_identity (session_id, study_id, source, external_id, parameters)
         VALUES ($1, $2, 'prolific', $3, jsonb_build_object('SESSION_ID', $3::text))`,
        [rows[0].id, study.id, submission],
      );
      const now = Date.now();
      if (reordered) await send({ submission, status: "ACTIVE", id: `${submission}-2`, at: new Date(now - 1_000) });
      await send({ submission, status: "RETURNED", id: `${submission}-1`, at: new Date(now - 60_000) });
      // The page may still be open: its signs of life take no returned slot back.
      await findSession(hashToken(walker.token), "renew");
      const slot = await pool().query(
        "SELECT lease_is_free(available_at, clock_timestamp()) AS free FROM slot WHERE id = $1",
        [rows[0].slot_id],
      );
      expect(slot.rows[0].free).toBe(!reordered);
    }
  });

  it("about an erased person says whose session it was, and no longer who", async () => {
    const walker = await startWalker(study);
    await walkTo(walker, 3);
    const { rows } = await pool().query("SELECT id FROM session WHERE token_hash = $1", [hashToken(walker.token)]);
    await pool().query(
      `INSERT INTO entry_identity (session_id, study_id, source, external_id, parameters)
       VALUES ($1, $2, 'prolific', 'gone', '{"SESSION_ID": "gone-sub"}')`,
      [rows[0].id, study.id],
    );
    await send({ submission: "gone-sub", status: "ACTIVE", id: "gone-1" });
    await withdraw(hashToken(walker.token), "erase");
    expect((await send({ submission: "gone-sub", status: "RETURNED", id: "gone-2" })).receipt).toBe("stored");
    const events = await pool().query(
      "SELECT submission, person, status FROM recruiter_event WHERE event_id LIKE 'gone-%' ORDER BY event_id",
    );
    const submission = `erased:${rows[0].id}`;
    expect(events.rows).toEqual([
      { submission, person: null, status: "ACTIVE" },
      { submission, person: null, status: "RETURNED" },
    ]);
    const kept = await pool().query("SELECT digest FROM forgotten_submission WHERE alias = $1", [submission]);
    expect(kept.rows).toHaveLength(2);
    expect(JSON.stringify(kept.rows)).not.toContain("gone");
  });
});
