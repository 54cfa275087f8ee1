import { groupBy } from "../../lib/domain/group-by.ts";
import type { Finding } from "../load-test/check-load-test.ts";

/** The records of a campaign and the content of the database afterwards, or at one moment while it runs. */
export interface CampaignHistory {
  /** Answers that were reported as saved. */
  acknowledged: readonly { token: string; screen: number; sha256: string; sent: Readonly<Record<string, string>> }[];
  /** Answers that were refused, because the screen had another. */
  refused: readonly { token: string; screen: number; sent: Readonly<Record<string, string>> }[];
}

export interface StoredState {
  /** `value` is the stored answer as JSON. */
  answers: readonly { token: string; screen: number; sha256: string; value: string }[];
  /** The assignment log in its order. */
  events: readonly { slot: string | null; session: string; event: string }[];
  slots: readonly { id: string; session: string | null; isDone: boolean }[];
  /** Complete answers by the counters and by the rows. */
  counted: number;
  rows: number;
}

/** Fields that are stored as they were sent; others are compared by their hash. */
const comparedFields = ["choice", "explanation"];

/** Compares the history with the stored state: one finding for each law. */
export function checkHistory(history: CampaignHistory, stored: StoredState): Finding[] {
  const byScreen = groupBy(stored.answers, ({ token, screen }) => `${token}/${screen}`);
  const lost: string[] = [];
  const doubled: string[] = [];
  const altered: string[] = [];
  for (const told of history.acknowledged) {
    const key = `${told.token}/${told.screen}`;
    const found = byScreen.get(key) ?? [];
    if (found.length === 0) lost.push(key);
    if (found.length > 1) doubled.push(key);
    if (found.some(({ sha256, value }) => sha256 !== told.sha256 || !holds(value, told.sent))) altered.push(key);
  }
  const kept = history.refused.filter(({ token, screen, sent }) =>
    (byScreen.get(`${token}/${screen}`) ?? []).some(({ value }) => holds(value, sent)),
  );
  const told = history.acknowledged.length;
  return [
    finding("no acknowledged answer is lost", lost, { told }),
    finding("no acknowledged answer is doubled", doubled, { told }),
    finding("no acknowledged answer is altered", altered, { told }),
    finding("no refused answer is stored", kept, { refused: history.refused.length }),
    finding("no slot had two holders", findDoubleHolders(stored), { events: stored.events.length }),
    finding("the counters equal the rows", stored.counted === stored.rows ? [] : [stored.counted, stored.rows], {
      counted: stored.counted,
    }),
  ];
}

function holds(value: string, sent: Readonly<Record<string, string>>): boolean {
  return comparedFields.every((field) => sent[field] === undefined || value.includes(JSON.stringify(sent[field])));
}

/**
 * Replays the assignment log: a slot is claimed only when no one has it, reclaimed only from another session, completed
 * once and by its holder; then the slots must be in the state that results from the log.
 */
function findDoubleHolders({ events, slots }: StoredState): string[] {
  const wrong: string[] = [];
  const holders = new Map<string, { session: string | null; isDone: boolean }>();
  for (const { slot, session, event } of events) {
    if (slot === null) continue;
    const held = holders.get(slot) ?? { session: null, isDone: false };
    const isAllowed = allowed(event, session, held);
    if (!isAllowed) wrong.push(`${event} of slot ${slot}`);
    if (event === "claimed" || event === "reclaimed") holders.set(slot, { session, isDone: false });
    if (event === "completed") holders.set(slot, { session, isDone: true });
    if (event === "returned" && held.session === session) holders.set(slot, { session: null, isDone: false });
  }
  for (const { id, session, isDone } of slots) {
    const held = holders.get(id) ?? { session: null, isDone: false };
    if (held.session !== session || held.isDone !== isDone) wrong.push(`slot ${id} differs from the log`);
  }
  return wrong;
}

function allowed(event: string, session: string, held: { session: string | null; isDone: boolean }): boolean {
  switch (event) {
    case "claimed":
      return held.session === null && !held.isDone;
    case "reclaimed":
      return held.session !== null && held.session !== session && !held.isDone;
    case "completed":
      return held.session === session && !held.isDone;
    default:
      return true;
  }
}

function finding(claim: string, wrong: readonly unknown[], facts: Record<string, number>): Finding {
  const found = JSON.stringify({ ...facts, wrong: wrong.length, first: wrong.slice(0, 3) });
  return { claim, holds: wrong.length === 0, found };
}
