import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../words/testing/any-character.ts";
import { submissionStatuses } from "./prolific.ts";
import { readStatusRow, readTime, recogniseStatusFile, type StatusColumns } from "./status-file.ts";

const now = new Date("2026-11-22T01:00:00Z");
const prolificHeader =
  "Submission id,Participant id,Status,Custom study tncs accepted at,Started at,Completed at,Reviewed at,Archived at,Time taken,Completion code,Total approvals,Age,Sex";
const mturkHeader =
  "HITId,HITTypeId,Title,Description,Keywords,Reward,CreationTime,MaxAssignments,RequesterAnnotation,AssignmentDurationInSeconds,AutoApprovalDelayInSeconds,Expiration,NumberOfSimilarHITs,LifetimeInSeconds,AssignmentId,WorkerId,AssignmentStatus,AcceptTime,SubmitTime,AutoApprovalTime,ApprovalTime,RejectionTime,RequesterFeedback,WorkTimeInSeconds,LifetimeApprovalRate,Last30DaysApprovalRate,Last7DaysApprovalRate,Answer.code,Answer.outcome,Approve,Reject";

/** Parses rows of cells under a header, as in a file. */
function read(header: string, rows: Record<string, string>[], named: StatusColumns | null = null) {
  const found = recogniseStatusFile(header.split(","), named);
  if (!found.ok) throw new Error(found.message);
  return rows.map((row) => readStatusRow(found.file, row, now));
}

describe("Prolific's demographic export", () => {
  const row = {
    "Submission id": "sub-1",
    "Participant id": "p-1",
    Status: "APPROVED",
    "Started at": "2026-11-20T10:00:00.123000Z",
    "Completed at": "2026-11-20T10:06:00.5Z",
    "Reviewed at": "2026-11-21T09:00:00Z",
    "Completion code": "C1",
  };
  const at = (change: Record<string, string>) => {
    const [result] = read(prolificHeader, [{ ...row, ...change }]);
    return result?.ok ? result.row.at?.toISOString() : result?.message;
  };

  it("says who, what and when, under its present and its earlier column names", () => {
    const expected = { submission: "sub-1", person: "p-1", status: "APPROVED", code: "C1" };
    expect(read(prolificHeader, [row])).toEqual([
      { ok: true, row: { ...expected, at: new Date("2026-11-21T09:00:00Z") } },
    ]);
    const earlier = {
      session_id: "sub-1",
      participant_id: "p-1",
      status: "APPROVED",
      entered_code: "C1",
      reviewed_at_datetime: "2026-11-21 09:00:00.000000",
    };
    expect(read(Object.keys(earlier).join(","), [earlier])).toEqual([
      { ok: true, row: { ...expected, at: new Date("2026-11-21T09:00:00Z") } },
    ]);
  });

  it("dates each status by what the file knows of it", () => {
    expect(at({ Status: "AWAITING REVIEW", "Reviewed at": "" })).toBe("2026-11-20T10:06:00.500Z");
    expect(at({ Status: "ACTIVE" })).toBe("2026-11-20T10:00:00.123Z");
    expect(at({ Status: "RETURNED" })).toBe("2026-11-20T10:06:00.500Z");
    expect(at({ Status: "TIMED-OUT", "Completed at": "" })).toBeUndefined();
  });

  it("explains what it cannot read, by column", () => {
    const problems = read(prolificHeader, [
      { ...row, Status: "LOST" },
      { ...row, "Submission id": " " },
      { ...row, "Reviewed at": "yesterday" },
      { ...row, "Reviewed at": "2027-01-01T00:00:00Z" },
      { ...row, "Participant id": "x".repeat(201) },
      { ...row, Sex: "\u0000" },
    ]);
    expect(problems.map((result) => (result.ok ? "read" : `${result.field} ${result.message}`))).toEqual([
      'Status "LOST" is not a known status',
      "Submission id is empty",
      'Reviewed at "yesterday" is not a time; write 2026-01-31T10:00:00Z',
      'Reviewed at "2027-01-01T00:00:00Z" lies in the future',
      "Submission id is longer than 200 characters",
      "Sex contains a NUL character",
    ]);
  });
});

describe("MTurk's batch results", () => {
  it("are read by assignment, with the code that our form sent", () => {
    const row = {
      AssignmentId: "3A",
      WorkerId: "A1",
      AssignmentStatus: "Submitted",
      SubmitTime: "Tue Mar 03 12:44:17 PST 2026",
      "Answer.code": "K7",
    };
    const approved = { ...row, AssignmentStatus: "Approved", ApprovalTime: "Wed Jul 01 08:00:00 PDT 2026" };
    const [submitted, paid, odd] = read(mturkHeader, [row, approved, { ...row, AssignmentStatus: "Odd" }]);
    expect(submitted).toEqual({
      ok: true,
      row: {
        submission: "3A",
        person: "A1",
        status: "AWAITING REVIEW",
        code: "K7",
        at: new Date("2026-03-03T20:44:17Z"),
      },
    });
    expect(paid).toMatchObject({ row: { status: "APPROVED", at: new Date("2026-07-01T15:00:00Z") } });
    expect(odd).toMatchObject({ ok: false, field: "AssignmentStatus" });
  });
});

describe("any other table", () => {
  const named: StatusColumns = {
    submission: "",
    person: "rid",
    status: "result",
    code: "",
    time: "",
    words: { fertig: "APPROVED" },
  };

  it("is read by the columns that are named, in its own words, in common ones and in Prolific's", () => {
    const rows = ["Fertig", "screenout", "timed_out", "constructor"].map((result) => ({ rid: "7", result }));
    expect(read("rid,result", rows, named).map((one) => (one.ok ? one.row.status : one.message))).toEqual([
      "APPROVED",
      "SCREENED OUT",
      "TIMED-OUT",
      '"constructor" is not a known status',
    ]);
    expect(read("rid,result", rows, named)[0]).toMatchObject({ row: { submission: "7", person: "7", at: null } });
  });

  it("is refused with its columns where one of those named is missing, or none is named", () => {
    expect(recogniseStatusFile(["rid", "state"], named)).toEqual({
      ok: false,
      message: 'has no column "result". Its columns are "rid", "state".',
    });
    expect(recogniseStatusFile(["rid", "result"], { ...named, person: "" })).toMatchObject({ ok: false });
    expect(recogniseStatusFile(["rid", "result"], null)).toMatchObject({ ok: false });
  });
});

describe("a time", () => {
  it("is read in the ways that files write it, and nothing else is one", () => {
    expect(readTime("2026-11-22 01:02")).toEqual(new Date("2026-11-22T01:02:00Z"));
    expect(readTime("2026-11-22")).toEqual(new Date("2026-11-22T00:00:00Z"));
    expect(readTime("2026-11-22T03:00:00+02:00")).toEqual(new Date("2026-11-22T01:00:00Z"));
    expect(readTime("1795309200")).toEqual(new Date(1_795_309_200_000));
    expect(readTime("1795309200000")).toEqual(new Date(1_795_309_200_000));
    for (const text of ["", "2026-13-01", "22/11/2026", "Tue Foo 03 12:44:17 PST 2026", "12"])
      expect(readTime(text), text).toBeNull();
  });

  it("comes back as it was written, whatever it is", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: now, noInvalidDate: true }), (at) => {
        expect(readTime(at.toISOString())).toEqual(at);
      }),
    );
  });
});

describe("a row", () => {
  it("is read or explained, whatever stands in it", () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 30 }),
      fc.constantFrom(...submissionStatuses, "2026-11-22", ""),
    );
    fc.assert(
      fc.property(fc.record({ a: text, b: text, c: text, d: text, e: text }), (cells) => {
        const columns = { submission: "a", person: "b", status: "c", code: "d", time: "e", words: {} };
        const result = readStatusRow({ format: "columns", columns }, cells, now);
        if (result.ok) expect(result.row.submission.isWellFormed()).toBe(true);
        else expect(result.message).not.toBe("");
      }),
    );
  });
});
