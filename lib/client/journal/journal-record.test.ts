import { describe, expect, it } from "vitest";
import { countWaitingElsewhere, type JournalRecord } from "./journal-record.ts";

const record = (taskId: string, fields: Partial<JournalRecord>): JournalRecord => ({
  ...{ taskId, label: taskId, isUnsent: false, base: null, sending: null, closing: null, conflict: null },
  ...{ isReopening: false, touchedAt: 0 },
  work: { document: { kind: "original", genre: "kids", story: "Ann came in.", anchors: [] }, undo: null },
  ...fields,
});

describe("what waits on a device besides the item on the screen", () => {
  it("is every verdict and every text that the server has not confirmed, and nothing else", () => {
    const records = [
      record("shown", { isUnsent: true }),
      record("done", {}),
      record("verdict", { closing: { step: "verdict", body: {} }, isUnsent: true }),
      record("parked", { closing: { step: "park", body: {} } }),
      record("text", { isUnsent: true }),
      record("review-1-imported", { isUnsent: true }),
    ];
    expect(countWaitingElsewhere(records, "shown", "offline")).toEqual({
      ...{ verdicts: 1, putAside: 1, texts: 1, reason: "offline" },
    });
    expect(countWaitingElsewhere([], "shown", null)).toEqual({ verdicts: 0, putAside: 0, texts: 0, reason: null });
  });
});
