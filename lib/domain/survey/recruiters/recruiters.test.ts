import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMturkPreview, mturkHost, mturkSubmit } from "./mturk.ts";
import { prolificCompletionUrl, readStatus, readWebhook, webhookSignature } from "./prolific.ts";
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
      "[[RID]]",
      "%RID%",
      "[ID]",
      "%%id%%",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the place holder of a survey tool, as it stands in links
      "${e://Field/pid}",
      "<id>",
      "PARTICIPANT",
    ]) {
      expect(isUnfilled(value), value).toBe(true);
    }
    for (const value of ["5f3c2a", "a{b", "[1,2]", "100%", "%20%", "x%20y", "{}", "a-b_c", "person [7]"]) {
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
