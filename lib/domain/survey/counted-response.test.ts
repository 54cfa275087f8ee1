import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countedByDefault,
  isCounted,
  listReasonsNotCounted,
  type ResponseStatus,
  responseStatuses,
  type StoredResponse,
} from "./counted-response.ts";

const counted: ResponseStatus = {
  stage: "main",
  isComplete: true,
  isSurplus: false,
  isOpenStratum: false,
  isExcluded: false,
  isNewest: true,
};
const stored = (changes: Partial<StoredResponse> & { id: string }): StoredResponse => ({
  sessionId: "s",
  stage: "main",
  position: 0,
  revision: 1,
  session: { outcome: "complete", isSurplus: false, isErased: false },
  isOpenStratum: false,
  exclusions: [],
  ...changes,
});

describe("an answer that counts", () => {
  it("fills the design, in one stage; each switch lets in what it names and nothing else", () => {
    const choice = countedByDefault("main");
    expect(isCounted(counted, choice)).toBe(true);
    expect(isCounted({ ...counted, isOpenStratum: true }, choice)).toBe(true);
    expect(listReasonsNotCounted({ ...counted, isOpenStratum: true }, { ...choice, openStratum: false })).toEqual([
      "open-stratum",
    ]);
    expect(listReasonsNotCounted({ ...counted, isSurplus: true }, choice)).toEqual(["surplus"]);
    expect(isCounted({ ...counted, isSurplus: true }, { ...choice, surplus: true })).toBe(true);
    expect(listReasonsNotCounted({ ...counted, isExcluded: true }, choice)).toEqual(["excluded"]);
    expect(isCounted({ ...counted, isExcluded: true }, { ...choice, excluded: true })).toBe(true);
  });

  it("is complete, the newest revision and of its stage whatever the switches say", () => {
    const everything = { stage: "main", surplus: true, excluded: true, openStratum: true };
    expect(listReasonsNotCounted({ ...counted, isComplete: false }, everything)).toEqual(["incomplete"]);
    expect(listReasonsNotCounted({ ...counted, isNewest: false }, everything)).toEqual(["older-revision"]);
    expect(listReasonsNotCounted({ ...counted, stage: "pilot" }, everything)).toEqual(["other-stage"]);
  });

  it("is taken only from sessions that ended complete and were not erased", () => {
    const standing = (session: Partial<StoredResponse["session"]>) => {
      const response = stored({ id: "r" });
      return responseStatuses([{ ...response, session: { ...response.session, ...session } }]).get("r");
    };
    expect(standing({})?.isComplete).toBe(true);
    expect(standing({ outcome: null })?.isComplete).toBe(false);
    expect(standing({ outcome: "withdrawn" })?.isComplete).toBe(false);
    expect(standing({ outcome: "quality" })?.isComplete).toBe(false);
    expect(standing({ isErased: true })?.isComplete).toBe(false);
  });

  it("is excluded by its own marks as long as one of them has not been revoked", () => {
    const marked = (exclusions: StoredResponse["exclusions"]) =>
      responseStatuses([stored({ id: "r", exclusions })]).get("r")?.isExcluded;
    expect(marked([{ isRevoked: true }])).toBe(false);
    expect(marked([{ isRevoked: true }, { isRevoked: false }])).toBe(true);
  });

  it("is one for each answer of a session, whatever the order in which revisions are read", () => {
    const revisions = fc.uniqueArray(
      fc.record({
        sessionId: fc.constantFrom("a", "b"),
        position: fc.nat(2),
        revision: fc.integer({ min: 1, max: 4 }),
      }),
      { selector: (one) => JSON.stringify(one), maxLength: 24 },
    );
    fc.assert(
      fc.property(revisions, (rows) => {
        const responses = rows.map((row, index) => stored({ id: String(index), ...row }));
        const standings = responseStatuses(responses);
        const newest = responses.filter(({ id }) => standings.get(id)?.isNewest);
        const answers = new Set(rows.map(({ sessionId, position }) => `${sessionId} ${position}`));
        expect(newest).toHaveLength(answers.size);
      }),
    );
  });
});
