import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outcomes } from "../protocol.ts";
import { isDifference, type LedgerEvent, type LedgerSession, ledgerFindings, reconcile } from "./ledger.ts";
import { submissionStatuses } from "./prolific.ts";

const now = new Date("2026-11-22T01:00:00Z");

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
    code: outcome === "complete" ? "C1" : null,
  });
  const event = (number: number, status: LedgerEvent["status"], minute: number): LedgerEvent => ({
    id: `e-${number}-${minute}-${status}`,
    submission: `sub-${number}`,
    person: `p-${number}`,
    status,
    code: null,
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
    expect(verdicts([session(1, "screened-out")], [event(1, "AWAITING REVIEW", 1)])).toEqual(["decide"]);
    expect(verdicts([session(1, "over-quota")], [event(1, "APPROVED", 1)])).toEqual(["paid-not-finished"]);
    expect(verdicts([session(1, "withdrawn")], [event(1, "APPROVED", 1)])).toEqual(["agrees"]);
    expect(verdicts([session(1, "complete")], [])).toEqual(["no-event"]);
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
    ).toEqual(["agrees", "no-event"]);
  });

  it("compares the code that was given there with the one that the end page gave, whoever said it and when", () => {
    const given = (code: string | null, minute = 1) => ({
      ...event(1, "AWAITING REVIEW", minute),
      id: `f-${code}`,
      code,
    });
    expect(verdicts([session(1, "complete")], [given("c1 ")])).toEqual(["approve"]);
    expect(verdicts([session(1, "complete")], [given("NOCODE")])).toEqual(["other-code"]);
    expect(verdicts([session(1, "complete")], [given("NOCODE"), event(1, "AWAITING REVIEW", 2)])).toEqual([
      "other-code",
    ]);
    expect(verdicts([session(1, "complete")], [given("NOCODE"), event(1, "APPROVED", 2)])).toEqual(["agrees"]);
    expect(verdicts([{ ...session(1, "complete"), code: null }], [given("NOCODE")])).toEqual(["approve"]);
  });

  it("calls a difference what somebody has to look at, and lists those first", () => {
    const differences = ledgerFindings.map(isDifference);
    expect(differences.lastIndexOf(true)).toBeLessThan(differences.indexOf(false));
  });

  it("matches twenty thousand people without submissions by their numbers within a moment", () => {
    const people = Array.from({ length: 20_000 }, (_, number) => number);
    const lines = reconcile(
      people.map((number) => session(number, "complete", null)),
      people.map((number) => event(number, "APPROVED", 1)),
    );
    expect(lines.every(({ verdict }) => verdict === "agrees")).toBe(true);
  });

  it("is the same whatever the order of arrival, and however often an event is repeated", () => {
    const anyEvent = fc.record({
      number: fc.integer({ min: 1, max: 4 }),
      minute: fc.integer({ min: 0, max: 5 }),
      status: fc.constantFrom(...submissionStatuses),
      code: fc.constantFrom(null, "C1", "NOCODE"),
    });
    const made = (one: { number: number; status: LedgerEvent["status"]; minute: number; code: string | null }) => {
      const plain = event(one.number, one.status, one.minute);
      return { ...plain, id: `${plain.id}-${one.code}`, code: one.code };
    };
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
        const events = list.map(made);
        const again = [...others, ...list].map(made);
        expect(reconcile(sessions, again)).toEqual(reconcile(sessions, events));
      }),
    );
  });
});
