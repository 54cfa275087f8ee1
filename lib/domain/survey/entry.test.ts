import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entryParameters, isTaskPreview, parseEntry, readQuery } from "./entry.ts";
import { isUnfilled } from "./recruiters/recruiter.ts";

describe("the parameters of an entry link", () => {
  it("name nobody when there are none, or none that names a person", () => {
    expect(parseEntry({})).toEqual({ ok: true, entry: null });
    expect(parseEntry({ pid: "  ", sig: "abc" })).toEqual({ ok: true, entry: null });
    expect(parseEntry({ STUDY_ID: "s", SESSION_ID: "t" })).toEqual({ ok: true, entry: null });
    expect(parseEntry({ utm_source: "mail" })).toEqual({ ok: true, entry: null });
  });

  it("are those of each recruiter, with the recruiter's own ids beside the person's", () => {
    expect(parseEntry({ PROLIFIC_PID: "p", STUDY_ID: "s", SESSION_ID: "t", pid: "ignored" })).toEqual({
      ok: true,
      entry: {
        source: "prolific",
        externalId: "p",
        parameters: { STUDY_ID: "s", SESSION_ID: "t" },
        toSign: "PROLIFIC_PID=p&SESSION_ID=t&STUDY_ID=s",
        signature: null,
      },
    });
    expect(parseEntry({ workerId: "w", assignmentId: "a", hitId: "" })).toMatchObject({
      entry: { source: "mturk", externalId: "w", parameters: { assignmentId: "a" } },
    });
    expect(parseEntry({ pid: " x ", sig: " f0 " })).toEqual({
      ok: true,
      entry: { source: "pid", externalId: "x", parameters: {}, toSign: "pid=x", signature: "f0" },
    });
  });

  it("are refused by name when one is too long, broken or given twice", () => {
    for (const field of entryParameters(null).filter((name) => name !== "turkSubmitTo")) {
      expect(parseEntry({ [field]: "x".repeat(200) })).toMatchObject({ ok: true });
      expect(parseEntry({ [field]: "x".repeat(201) })).toMatchObject({ ok: false, field });
      expect(parseEntry({ [field]: "a\u0000b" })).toMatchObject({ ok: false, field });
      expect(parseEntry({ [field]: "a\ud800" })).toMatchObject({ ok: false, field });
      expect(parseEntry({ [field]: ["a", "a"] })).toMatchObject({ ok: false, field });
    }
  });

  it("are refused when the recruiter did not fill them in", () => {
    for (const [field, value] of [
      ["PROLIFIC_PID", "{{%PROLIFIC_PID%}}"],
      ["SESSION_ID", "{{%SESSION_ID%}}"],
      ["pid", "PARTICIPANT"],
    ] as const) {
      expect(parseEntry({ [field]: value })).toMatchObject({ ok: false, field, reason: "linkUnfilled" });
    }
    expect(parseEntry(readQuery(new URLSearchParams("pid=1&pid=2")))).toMatchObject({ ok: false, reason: "linkTwice" });
  });

  it("take MTurk's answers to its two sites only", () => {
    const at = (turkSubmitTo: string) => parseEntry({ workerId: "w", assignmentId: "a", turkSubmitTo });
    expect(at("https://workersandbox.mturk.com")).toMatchObject({ ok: true });
    expect(at("https://www.mturk.com/")).toMatchObject({ ok: true });
    expect(at("https://evil.example")).toMatchObject({ ok: false, field: "turkSubmitTo", reason: "linkUnreadable" });
  });

  it("are a panel's own where a study names them, all of them signed", () => {
    const panel = { id: "rid", others: ["wave"] };
    expect(parseEntry({ rid: "7", wave: "2", pid: "x", sig: "s" }, panel)).toMatchObject({
      entry: { source: "panel", externalId: "7", parameters: { wave: "2" }, toSign: "rid=7&wave=2" },
    });
    expect(parseEntry({ rid: "7" })).toEqual({ ok: true, entry: null });
    expect(parseEntry({ rid: ["7", "8"] }, panel)).toMatchObject({ ok: false, field: "rid" });
  });

  it("keep every readable id in NFC, without the white space around it", () => {
    const readable = fc
      .string({ unit: "grapheme", maxLength: 60 })
      .filter((id) => id.trim() !== "" && id.length <= 200);
    fc.assert(
      fc.property(readable, fc.constantFrom("PROLIFIC_PID", "workerId", "pid"), (id, field) => {
        const parsed = parseEntry({ [field]: id });
        if (id.includes("\u0000") || isUnfilled(id)) expect(parsed.ok).toBe(false);
        else expect(parsed).toMatchObject({ ok: true, entry: { externalId: id.trim().normalize("NFC") } });
      }),
    );
  });
});

describe("a preview of a task", () => {
  it("is only the one that MTurk calls so", () => {
    expect(isTaskPreview({ assignmentId: "ASSIGNMENT_ID_NOT_AVAILABLE" })).toBe(true);
    expect(isTaskPreview({ assignmentId: "assignment_id_not_available" })).toBe(false);
    expect(isTaskPreview({})).toBe(false);
  });
});
