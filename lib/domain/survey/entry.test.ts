import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entryParameters, isTaskPreview, parseEntry } from "./entry.ts";

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
        signature: null,
      },
    });
    expect(parseEntry({ workerId: "w", assignmentId: "a", hitId: "" })).toMatchObject({
      entry: { source: "mturk", externalId: "w", parameters: { assignmentId: "a" } },
    });
    expect(parseEntry({ pid: " x ", sig: " f0 " })).toEqual({
      ok: true,
      entry: { source: "pid", externalId: "x", parameters: {}, signature: "f0" },
    });
  });

  it("are refused by name when one is too long, broken or given twice", () => {
    for (const field of entryParameters) {
      expect(parseEntry({ [field]: "x".repeat(200) })).toMatchObject({ ok: true });
      expect(parseEntry({ [field]: "x".repeat(201) })).toMatchObject({ ok: false, field });
      expect(parseEntry({ [field]: "a\u0000b" })).toMatchObject({ ok: false, field });
      expect(parseEntry({ [field]: "a\ud800" })).toMatchObject({ ok: false, field });
      expect(parseEntry({ [field]: ["a", "a"] })).toMatchObject({ ok: false, field });
    }
  });

  it("keep every readable id as it is, up to the white space around it", () => {
    const readable = fc
      .string({ unit: "grapheme", maxLength: 60 })
      .filter((id) => id.trim() !== "" && id.length <= 200);
    fc.assert(
      fc.property(readable, fc.constantFrom("PROLIFIC_PID", "workerId", "pid"), (id, field) => {
        const parsed = parseEntry({ [field]: id });
        if (id.includes("\u0000")) expect(parsed.ok).toBe(false);
        else expect(parsed).toMatchObject({ ok: true, entry: { externalId: id.trim() } });
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
