import { describe, expect, it } from "vitest";
import { type CampaignHistory, checkHistory, type StoredState } from "./history.ts";

const history: CampaignHistory = {
  acknowledged: [
    { token: "a", screen: 4, sha256: "h1", sent: { choice: "true" } },
    { token: "a", screen: 5, sha256: "h2", sent: { explanation: 'It "follows".' } },
    { token: "b", screen: 0, sha256: "h3", sent: { consent: "yes" } },
  ],
  refused: [{ token: "a", screen: 4, sent: { choice: "false" } }],
};

const stored: StoredState = {
  answers: [
    { token: "a", screen: 4, sha256: "h1", value: '{"choice": "true"}' },
    { token: "a", screen: 5, sha256: "h2", value: '{"explanation": "It \\"follows\\"."}' },
    { token: "b", screen: 0, sha256: "h3", value: '{"agreed": true}' },
  ],
  events: [
    { slot: "1", session: "b", event: "claimed" },
    { slot: "1", session: "a", event: "reclaimed" },
    { slot: "1", session: "a", event: "completed" },
    { slot: "2", session: "b", event: "claimed" },
    { slot: "2", session: "b", event: "returned" },
  ],
  slots: [
    { id: "1", session: "a", isDone: true },
    { id: "2", session: null, isDone: false },
  ],
  counted: 1,
  rows: 1,
};

/** The laws that do not hold when the stored state is replaced in part. */
function broken(changed: Partial<StoredState>): string[] {
  return checkHistory(history, { ...stored, ...changed })
    .filter(({ holds }) => !holds)
    .map(({ claim }) => claim);
}

describe("the checker of histories", () => {
  it("accepts a history without a fault", () => {
    expect(broken({})).toEqual([]);
  });

  it("finds a lost answer", () => {
    expect(broken({ answers: stored.answers.slice(1) })).toEqual(["no acknowledged answer is lost"]);
  });

  it("finds a doubled answer", () => {
    expect(broken({ answers: [...stored.answers, ...stored.answers.slice(2)] })).toEqual([
      "no acknowledged answer is doubled",
    ]);
  });

  it("finds an altered answer by its value and by its hash", () => {
    const [first, ...others] = stored.answers;
    const withFirst = (change: object) => ({
      answers: [{ ...first, ...change } as (typeof stored.answers)[0], ...others],
    });
    expect(broken(withFirst({ value: '{"choice": "maybe"}' }))).toEqual(["no acknowledged answer is altered"]);
    expect(broken(withFirst({ sha256: "h9" }))).toEqual(["no acknowledged answer is altered"]);
  });

  it("finds a refused answer that was stored in place of the first", () => {
    const [first, ...others] = stored.answers;
    expect(
      broken({ answers: [{ ...(first as (typeof stored.answers)[0]), value: '{"choice": "false"}' }, ...others] }),
    ).toEqual(["no acknowledged answer is altered", "no refused answer is stored"]);
  });

  it("finds a slot with two holders, in the log and in the table", () => {
    const second = { slot: "2", session: "a", event: "claimed" };
    const third = { slot: "2", session: "b", event: "claimed" };
    const slots = [stored.slots[0] as (typeof stored.slots)[0], { id: "2", session: "b", isDone: false }];
    expect(broken({ events: [...stored.events, second, third], slots })).toEqual(["no slot had two holders"]);
    expect(broken({ slots })).toEqual(["no slot had two holders"]);
  });

  it("finds a slot that was completed by someone who did not hold it", () => {
    const events = [...stored.events, { slot: "2", session: "a", event: "completed" }];
    const slots = [stored.slots[0] as (typeof stored.slots)[0], { id: "2", session: "a", isDone: true }];
    expect(broken({ events, slots })).toEqual(["no slot had two holders"]);
  });

  it("finds counters that differ from the rows", () => {
    expect(broken({ counted: 2 })).toEqual(["the counters equal the rows"]);
  });
});
