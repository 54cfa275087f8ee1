import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outcomes } from "../protocol.ts";
import { type LedgerEvent, type LedgerSession, reconcile } from "./ledger.ts";
import { isMturkPreview, mturkHost, mturkSubmit } from "./mturk.ts";
import { prolificCompletionUrl, readStatus, readWebhook, submissionStatuses, webhookSignature } from "./prolific.ts";
import { isUnfilled, textToSign } from "./recruiter.ts";

const secret = "whsec-of-the-workspace";
const now = new Date("2026-11-22T01:00:00Z");
const seconds = String(now.getTime() / 1000);
const body =
  '{"event_type":"submission.status.change","resource_id":"sub-1","participant_id":"p-1","status":"RETURNED"}';
const signed = {
  timestamp: seconds,
  signature: webhookSignature(secret, seconds, body),
  eventId: "e-1",
  happenedAt: null,
  body,
};

describe("a link's signature", () => {
  it("signs every parameter but itself, sorted and percent-encoded", () => {
    expect(textToSign({ pid: "17" })).toBe("pid=17");
    expect(textToSign({ sig: "x", rid: "a b&c", PID: "é*~" })).toBe("PID=%C3%A9%2A~&rid=a%20b%26c");
  });

  it("never signs two sets of parameters as the same text", () => {
    const parameters = fc.dictionary(
      fc.string({ minLength: 1 }).filter((name) => name !== "sig" && name !== "__proto__"),
      fc.string(),
    );
    fc.assert(
      fc.property(parameters, parameters, (left, right) => {
        const same = JSON.stringify(Object.entries(left).sort()) === JSON.stringify(Object.entries(right).sort());
        expect(textToSign(left) === textToSign(right)).toBe(same);
      }),
    );
  });
});

describe("a template that was not filled in", () => {
  it("is told from a number", () => {
    for (const value of [
      "{{%PROLIFIC_PID%}}",
      "{{PID}}",
      "{rid}",
      "[%RID%]",
      "[ID]",
      "%%id%%",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the place holder of a survey tool, as it stands in links
      "${e://Field/pid}",
      "<id>",
      "PARTICIPANT",
    ]) {
      expect(isUnfilled(value), value).toBe(true);
    }
    for (const value of ["5f3c2a", "a{b", "[1,2]", "100%", "x%20y", "{}", "a-b_c", "person [7]"]) {
      expect(isUnfilled(value), value).toBe(false);
    }
  });
});

describe("MTurk", () => {
  it("takes answers at its two sites and nowhere else", () => {
    expect(mturkHost("https://www.mturk.com")).toBe("https://www.mturk.com");
    expect(mturkHost("https://workersandbox.mturk.com/")).toBe("https://workersandbox.mturk.com");
    for (const other of [
      "http://www.mturk.com",
      "https://www.mturk.com.evil.example",
      "https://www.mturk.com@evil.example",
      "https://evil.example",
      "",
      "https://www.mturk.com/x",
      "HTTPS://WWW.MTURK.COM",
    ]) {
      expect(mturkHost(other), other).toBeNull();
    }
  });

  it("is sent the assignment with at least one field more", () => {
    const submit = mturkSubmit(
      { assignmentId: "3ABC", turkSubmitTo: "https://www.mturk.com" },
      { code: "K", outcome: "complete" },
    );
    expect(submit).toEqual({
      action: "https://www.mturk.com/mturk/externalSubmit",
      fields: { assignmentId: "3ABC", code: "K", outcome: "complete" },
    });
    expect(mturkSubmit({ turkSubmitTo: "https://www.mturk.com" }, { code: "", outcome: "complete" })).toBeNull();
    expect(
      mturkSubmit({ assignmentId: "3ABC", turkSubmitTo: "https://evil.example" }, { code: "", outcome: "complete" }),
    ).toBeNull();
    expect(isMturkPreview("ASSIGNMENT_ID_NOT_AVAILABLE")).toBe(true);
    expect(
      mturkSubmit(
        { assignmentId: "ASSIGNMENT_ID_NOT_AVAILABLE", turkSubmitTo: "https://www.mturk.com" },
        { code: "", outcome: "" },
      ),
    ).toBeNull();
  });
});

describe("a webhook of Prolific", () => {
  it("is signed with base64 of HMAC-SHA256 over timestamp and body", () => {
    expect(signed.signature).toBe(
      createHmac("sha256", secret)
        .update(seconds + body)
        .digest("base64"),
    );
    expect(webhookSignature("schlüssel", "1", "ü")).toBe(
      createHmac("sha256", "schlüssel").update("1ü").digest("base64"),
    );
  });

  it("tells what happened to a submission", () => {
    expect(readWebhook(signed, secret, now)).toEqual({
      ok: true,
      event: { id: "e-1", submission: "sub-1", person: "p-1", status: "RETURNED", at: now },
    });
  });

  it("is refused without a signature, with another one, with another body and with another time", () => {
    expect(readWebhook({ ...signed, signature: null }, secret, now)).toMatchObject({ reason: "unsigned" });
    expect(readWebhook(signed, "", now)).toMatchObject({ reason: "unsigned" });
    expect(readWebhook(signed, "another secret", now)).toMatchObject({ reason: "forged" });
    expect(readWebhook({ ...signed, body: body.replace("RETURNED", "APPROVED") }, secret, now)).toMatchObject({
      reason: "forged",
    });
    expect(readWebhook({ ...signed, timestamp: `${Number(seconds) + 1}` }, secret, now)).toMatchObject({
      reason: "forged",
    });
    expect(readWebhook({ ...signed, signature: signed.signature.toLowerCase() }, secret, now)).toMatchObject({
      reason: "forged",
    });
  });

  it("is too old after five minutes, and not before", () => {
    const readAt = (milliseconds: number) => readWebhook(signed, secret, new Date(now.getTime() + milliseconds));
    expect(readAt(300_000)).toMatchObject({ ok: true });
    expect(readAt(300_001)).toEqual({ ok: false, reason: "stale" });
    expect(readAt(-300_000)).toMatchObject({ ok: true });
    expect(readAt(-300_001)).toEqual({ ok: false, reason: "stale" });
  });

  it("takes the time of the event only where it can be", () => {
    const at = (happenedAt: string) => {
      const read = readWebhook({ ...signed, happenedAt }, secret, now);
      return read.ok && read.event ? read.event.at.toISOString() : null;
    };
    expect(at("2026-11-22T00:30:00Z")).toBe("2026-11-22T00:30:00.000Z");
    expect(at(String(Number(seconds) - 60))).toBe("2026-11-22T00:59:00.000Z");
    expect(at("2027-01-01T00:00:00Z")).toBe(now.toISOString());
    expect(at("1999-01-01T00:00:00Z")).toBe(now.toISOString());
    expect(at("soon")).toBe(now.toISOString());
  });

  it("is left alone when it is about something else, and refused when it cannot be read", () => {
    const send = (text: string) =>
      readWebhook({ ...signed, body: text, signature: webhookSignature(secret, seconds, text) }, secret, now);
    expect(send('{"event_type":"study.status.change","resource_id":"s","status":"ACTIVE"}')).toEqual({
      ok: true,
      event: null,
    });
    for (const text of ["", "null", "[]", "{}", body.replace("RETURNED", "LOST"), body.replace("sub-1", "")]) {
      expect(send(text), text).toEqual({ ok: false, reason: "unreadable" });
    }
  });

  it("knows a status in every spelling", () => {
    for (const spelling of ["AWAITING REVIEW", "AWAITING_REVIEW", "awaiting-review"])
      expect(readStatus(spelling)).toBe("AWAITING REVIEW");
    for (const spelling of ["TIMED-OUT", "TIMED_OUT", "Timed out"]) expect(readStatus(spelling)).toBe("TIMED-OUT");
    expect(readStatus("PAID")).toBeNull();
  });

  it("sends people to the address that takes a code", () => {
    expect(prolificCompletionUrl("C1 X")).toBe("https://app.prolific.com/submissions/complete?cc=C1%20X");
  });
});

describe("the ledger", () => {
  const session = (
    number: number,
    outcome: LedgerSession["outcome"],
    submission: string | null = `sub-${number}`,
  ): LedgerSession => ({
    sessionId: `session-${number}`,
    submission,
    person: `p-${number}`,
    outcome,
  });
  const event = (number: number, status: LedgerEvent["status"], minute: number): LedgerEvent => ({
    id: `e-${number}-${minute}-${status}`,
    submission: `sub-${number}`,
    person: `p-${number}`,
    status,
    at: new Date(now.getTime() + minute * 60_000),
  });
  const verdicts = (sessions: LedgerSession[], events: LedgerEvent[]) =>
    reconcile(sessions, events).map((line) => line.verdict);

  it("says what is to be done, line by line", () => {
    expect(verdicts([session(1, "complete")], [event(1, "AWAITING REVIEW", 1)])).toEqual(["approve"]);
    expect(verdicts([session(1, "complete")], [event(1, "APPROVED", 1)])).toEqual(["agrees"]);
    expect(verdicts([session(1, "complete")], [event(1, "TIMED-OUT", 1)])).toEqual(["finished-not-paid"]);
    expect(verdicts([session(1, "complete")], [event(1, "REJECTED", 1)])).toEqual(["finished-not-paid"]);
    expect(verdicts([session(1, null)], [event(1, "AWAITING REVIEW", 1)])).toEqual(["paid-not-finished"]);
    expect(verdicts([session(1, null)], [event(1, "RETURNED", 1)])).toEqual(["agrees"]);
    expect(verdicts([session(1, null)], [event(1, "ACTIVE", 1)])).toEqual(["waiting"]);
    expect(verdicts([session(1, "screened-out")], [event(1, "SCREENED OUT", 1)])).toEqual(["agrees"]);
    expect(verdicts([session(1, "no-consent")], [event(1, "APPROVED", 1)])).toEqual(["paid-not-finished"]);
    expect(verdicts([session(1, "complete")], [])).toEqual(["unheard"]);
    expect(verdicts([], [event(1, "APPROVED", 1)])).toEqual(["unknown-here"]);
    expect(verdicts([], [event(1, "RETURNED", 1)])).toEqual(["agrees"]);
  });

  it("keeps an approval, and takes the latest of everything else", () => {
    const lines = (...events: LedgerEvent[]) => reconcile([session(1, "complete")], events)[0]?.status;
    expect(lines(event(1, "APPROVED", 1), event(1, "AWAITING REVIEW", 2))).toBe("APPROVED");
    expect(lines(event(1, "RETURNED", 2), event(1, "ACTIVE", 1))).toBe("RETURNED");
    expect(lines(event(1, "AWAITING REVIEW", 3), event(1, "TIMED-OUT", 2))).toBe("AWAITING REVIEW");
    expect(lines(event(1, "TIMED-OUT", 2), event(1, "ACTIVE", 2))).toBe("TIMED-OUT");
  });

  it("finds a session without a submission's id by the person, and never uses one event twice", () => {
    expect(verdicts([session(1, "complete", null)], [event(1, "APPROVED", 1)])).toEqual(["agrees"]);
    expect(
      verdicts(
        [session(1, "complete"), { ...session(1, "complete", null), sessionId: "again" }],
        [event(1, "APPROVED", 1)],
      ),
    ).toEqual(["agrees", "unheard"]);
  });

  it("is the same whatever the order of arrival, and however often an event is repeated", () => {
    const anyEvent = fc.record({
      number: fc.integer({ min: 1, max: 4 }),
      minute: fc.integer({ min: 0, max: 5 }),
      status: fc.constantFrom(...submissionStatuses),
    });
    const anySession = fc.record({
      number: fc.integer({ min: 1, max: 4 }),
      outcome: fc.constantFrom(null, ...outcomes),
    });
    const shuffled = fc
      .array(anyEvent, { maxLength: 12 })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list])));
    fc.assert(
      fc.property(fc.uniqueArray(anySession, { selector: (one) => one.number }), shuffled, (drawn, [list, others]) => {
        const sessions = drawn.map((one) => session(one.number, one.outcome));
        const events = list.map((one) => event(one.number, one.status, one.minute));
        const again = [...others, ...list].map((one) => event(one.number, one.status, one.minute));
        expect(reconcile(sessions, again)).toEqual(reconcile(sessions, events));
      }),
    );
  });
});
