import { describe, expect, it } from "vitest";
import { isDropOutAbove, listStudyNotices, type StudyHealth } from "./list-notices.ts";

const now = new Date("2026-03-02T12:00:00Z");
const well: StudyHealth = {
  status: "open",
  isFull: false,
  staysOpen: false,
  openedAt: new Date("2026-03-01T12:00:00Z"),
  lastArrivalAt: new Date("2026-03-02T11:00:00Z"),
  gone: 20,
  finished: 10,
  now,
};
const kinds = (change: Partial<StudyHealth>) => listStudyNotices({ ...well, ...change }).map(({ kind }) => kind);

describe("the notices of a study", () => {
  it("say nothing of one that does well, is a draft or is paused", () => {
    expect(kinds({})).toEqual([]);
    expect(kinds({ status: "draft", isFull: true, finished: 0 })).toEqual([]);
    expect(kinds({ status: "paused", finished: 0 })).toEqual([]);
  });

  it("say that it is full, before and after it closed", () => {
    expect(kinds({ isFull: true, finished: 0 })).toEqual(["full"]);
    expect(listStudyNotices({ ...well, status: "closed", isFull: true })[0]?.text).toContain("The study is closed");
    expect(listStudyNotices({ ...well, isFull: true })[0]?.text).toContain("closes automatically");
    expect(listStudyNotices({ ...well, isFull: true, staysOpen: true })[0]?.text).toContain("stays open");
  });

  it("say that nobody comes, from a whole day on", () => {
    expect(kinds({ lastArrivalAt: new Date(now.getTime() - 24 * 3_600_000) })).toEqual(["stalled"]);
    expect(kinds({ lastArrivalAt: new Date(now.getTime() - 24 * 3_600_000 + 1) })).toEqual([]);
    expect(kinds({ lastArrivalAt: null, gone: 0, finished: 0 })).toEqual(["stalled"]);
  });

  it("say that fewer than half finish, of ten people or more", () => {
    expect(kinds({ finished: 9 })).toEqual(["failing"]);
    expect(kinds({ gone: 9, finished: 0 })).toEqual([]);
  });
});

describe("drop-out above a share", () => {
  it("is more than the share of at least ten people who have gone", () => {
    expect(isDropOutAbove({ gone: 20, finished: 10 }, 50)).toBe(false);
    expect(isDropOutAbove({ gone: 20, finished: 9 }, 50)).toBe(true);
    expect(isDropOutAbove({ gone: 9, finished: 0 }, 1)).toBe(false);
    expect(isDropOutAbove({ gone: 10, finished: 10 }, 1)).toBe(false);
  });
});
