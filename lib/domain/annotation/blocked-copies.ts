import { matchCopies } from "../leases/match-copies.ts";

/** An annotator of a collection in relation to an item with open copies. */
export interface Candidate {
  userId: string;
  name: string;
  /** Whether they hold or have submitted a copy of the item. */
  hasCopy: boolean;
  /** How they have seen the item; null if they have not seen it. */
  seen: "worked" | "skipped" | "reviewed" | "released" | null;
}

/** An unfinished copy and its holder or assignee; `isMember` is false when that person no longer annotates here. */
export interface UnfinishedCopy {
  copy: number;
  state: "open" | "leased" | "parked" | "returned";
  /** The holder or assignee; null if there is neither. */
  keptFor: { userId: string; name: string; isMember: boolean; hasOtherCopy: boolean } | null;
}

export interface BlockedItem {
  itemId: string;
  externalId: string;
  copies: UnfinishedCopy[];
  candidates: Candidate[];
}

/** Why no one can take a copy, and which actions resolve it: allow one of these people, or withdraw the copy. */
export interface Blockage {
  blocked: number;
  reason: string;
  allow: { userId: string; name: string }[];
  canPullBack: boolean;
}

/** Whether the queue may assign an open copy to this person, without an assignment by a lead. */
export function mayBeGiven({ seen, hasCopy }: Candidate): boolean {
  return !hasCopy && (seen === null || seen === "released");
}

/**
 * The people who may finish a copy: its holder or assignee while they annotate here, otherwise everyone to whom the
 * queue may assign it.
 */
export function mayFinish(copy: UnfinishedCopy, candidates: readonly Candidate[]): string[] {
  const { keptFor, state } = copy;
  if (keptFor?.isMember && !keptFor.hasOtherCopy) return [keptFor.userId];
  const isQueued = state === "leased" || (state === "open" && keptFor === null);
  return isQueued ? candidates.filter(mayBeGiven).map(({ userId }) => userId) : [];
}

/**
 * The copies of an item that no one can finish, with the reason; null if a matching of copies and people covers all of
 * them.
 */
export function findBlockage({ copies, candidates }: Pick<BlockedItem, "copies" | "candidates">): Blockage | null {
  const matched = matchCopies(copies.map((copy) => mayFinish(copy, candidates)));
  const blocked = copies.filter((_, index) => matched[index] === null);
  if (blocked.length === 0) return null;
  const stuck = blocked.filter(({ keptFor, state }) => keptFor !== null && state !== "leased");
  const reasons = stuck.map((copy) => keptReason(copy));
  if (stuck.length < blocked.length) reasons.push(openReason(blocked.length - stuck.length, candidates));
  return {
    blocked: blocked.length,
    reason: reasons.join(" "),
    allow: candidates
      .filter((candidate) => !candidate.hasCopy && !mayBeGiven(candidate))
      .map(({ userId, name }) => ({ userId, name })),
    canPullBack: stuck.some(({ state }) => state !== "open"),
  };
}

function keptReason({ copy, state, keptFor }: UnfinishedCopy): string {
  const name = keptFor?.name ?? "someone";
  const why = keptFor?.isMember ? "who has another copy" : "who does not annotate here any more";
  if (state === "open") return `Copy ${copy} is assigned to ${name}, ${why}.`;
  return `Copy ${copy} is ${state === "parked" ? "parked by" : "returned to"} ${name}, ${why}.`;
}

function openReason(open: number, candidates: readonly Candidate[]): string {
  const what = open === 1 ? "One copy has no annotator" : `${open} copies have no annotator`;
  if (candidates.length === 0) return `${what}: no one may annotate in this collection.`;
  const each = candidates.map((candidate) => `${candidate.name} ${describeCandidate(candidate)}`);
  return `${what}: ${each.join("; ")}.`;
}

function describeCandidate({ hasCopy, seen }: Candidate): string {
  if (hasCopy) return "has a copy";
  if (seen === "skipped") return "skipped it";
  if (seen === "reviewed") return "reviewed it";
  if (seen === "worked") return "had it pulled back";
  return "takes another copy";
}
