import { matchCopies } from "../leases/match-copies.ts";

/** An annotator of a collection, as a candidate for the open copies of one item. */
export interface Candidate {
  userId: string;
  name: string;
  /** Whether this person holds or has submitted a copy of the item. */
  hasCopy: boolean;
  /** How this person has seen the item; null if not seen. */
  seen: "worked" | "skipped" | "reviewed" | "released" | null;
}

/** An unfinished copy and its holder or assignee; `isMember` is false if that person is not in the collection now. */
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

/** Why no one can take a copy, and the remedies: allow one of these people to annotate it, or withdraw it. */
export interface Blockage {
  blocked: number;
  reason: string;
  allow: { userId: string; name: string }[];
  canPullBack: boolean;
}

/** Whether the queue may assign an open copy to this person, without an assignment by a lead. */
export function canBeAssigned({ seen, hasCopy }: Candidate): boolean {
  return !hasCopy && (seen === null || seen === "released");
}

/**
 * The people who may finish a copy: its holder or assignee if that person still annotates in the collection, otherwise
 * everyone to whom the queue may assign the copy.
 */
export function listPossibleFinishers(copy: UnfinishedCopy, candidates: readonly Candidate[]): string[] {
  const { keptFor, state } = copy;
  if (keptFor?.isMember && !keptFor.hasOtherCopy) return [keptFor.userId];
  const isQueued = state === "leased" || (state === "open" && keptFor === null);
  return isQueued ? candidates.filter(canBeAssigned).map(({ userId }) => userId) : [];
}

/**
 * Returns the copies of an item that no one can finish, with the reason; null if each copy can be matched with a
 * different person.
 */
export function findBlockage({ copies, candidates }: Pick<BlockedItem, "copies" | "candidates">): Blockage | null {
  const matches = matchCopies(copies.map((copy) => listPossibleFinishers(copy, candidates)));
  const blockedCopies = copies.filter((_, index) => matches[index] === null);
  if (blockedCopies.length === 0) return null;
  const stuckCopies = blockedCopies.filter(({ keptFor, state }) => keptFor !== null && state !== "leased");
  const reasons = stuckCopies.map((copy) => describeStuckCopy(copy));
  if (stuckCopies.length < blockedCopies.length)
    reasons.push(describeUnassignedCopies(blockedCopies.length - stuckCopies.length, candidates));
  return {
    blocked: blockedCopies.length,
    reason: reasons.join(" "),
    allow: candidates
      .filter((candidate) => !candidate.hasCopy && !canBeAssigned(candidate))
      .map(({ userId, name }) => ({ userId, name })),
    canPullBack: stuckCopies.some(({ state }) => state !== "open"),
  };
}

function describeStuckCopy({ copy, state, keptFor }: UnfinishedCopy): string {
  const name = keptFor?.name ?? "someone";
  const reason = keptFor?.isMember ? "who has another copy" : "who no longer annotates in this collection";
  if (state === "open") return `Copy ${copy} is assigned to ${name}, ${reason}.`;
  return `Copy ${copy} is ${state === "parked" ? "parked by" : "returned to"} ${name}, ${reason}.`;
}

function describeUnassignedCopies(open: number, candidates: readonly Candidate[]): string {
  const subject = open === 1 ? "One copy has no annotator" : `${open} copies have no annotator`;
  if (candidates.length === 0) return `${subject}: no one may annotate in this collection.`;
  const descriptions = candidates.map((candidate) => `${candidate.name} ${describeCandidate(candidate)}`);
  return `${subject}: ${descriptions.join("; ")}.`;
}

function describeCandidate({ hasCopy, seen }: Candidate): string {
  if (hasCopy) return "has a copy";
  if (seen === "skipped") return "skipped it";
  if (seen === "reviewed") return "reviewed it";
  if (seen === "worked") return "had the copy pulled back";
  return "gets another copy";
}
