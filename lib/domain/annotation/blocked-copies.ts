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

/** Why no one can take a copy, and which actions resolve it: allow one of these people, or withdraw the copy. */
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
 * The people who may finish a copy: its holder or assignee while they annotate here, otherwise everyone to whom the
 * queue may assign it.
 */
export function listPossibleFinishers(copy: UnfinishedCopy, candidates: readonly Candidate[]): string[] {
  const { keptFor, state } = copy;
  if (keptFor?.isMember && !keptFor.hasOtherCopy) return [keptFor.userId];
  const isQueued = state === "leased" || (state === "open" && keptFor === null);
  return isQueued ? candidates.filter(canBeAssigned).map(({ userId }) => userId) : [];
}

/**
 * The copies of an item that no one can finish, with the reason; null if a matching of copies and people covers all of
 * them.
 */
export function findBlockage({ copies, candidates }: Pick<BlockedItem, "copies" | "candidates">): Blockage | null {
  const matched = matchCopies(copies.map((copy) => listPossibleFinishers(copy, candidates)));
  const blockedCopies = copies.filter((_, index) => matched[index] === null);
  if (blockedCopies.length === 0) return null;
  const stuck = blockedCopies.filter(({ keptFor, state }) => keptFor !== null && state !== "leased");
  const reasons = stuck.map((copy) => describeStuckCopy(copy));
  if (stuck.length < blockedCopies.length)
    reasons.push(describeOpenCopies(blockedCopies.length - stuck.length, candidates));
  return {
    blocked: blockedCopies.length,
    reason: reasons.join(" "),
    allow: candidates
      .filter((candidate) => !candidate.hasCopy && !canBeAssigned(candidate))
      .map(({ userId, name }) => ({ userId, name })),
    canPullBack: stuck.some(({ state }) => state !== "open"),
  };
}

function describeStuckCopy({ copy, state, keptFor }: UnfinishedCopy): string {
  const name = keptFor?.name ?? "someone";
  const reason = keptFor?.isMember ? "who has another copy" : "who no longer annotates in this collection";
  if (state === "open") return `Copy ${copy} is assigned to ${name}, ${reason}.`;
  return `Copy ${copy} is ${state === "parked" ? "parked by" : "returned to"} ${name}, ${reason}.`;
}

function describeOpenCopies(open: number, candidates: readonly Candidate[]): string {
  const subject = open === 1 ? "One copy has no annotator" : `${open} copies have no annotator`;
  if (candidates.length === 0) return `${subject}: no one may annotate in this collection.`;
  const descriptions = candidates.map((candidate) => `${candidate.name} ${describeCandidate(candidate)}`);
  return `${subject}: ${descriptions.join("; ")}.`;
}

function describeCandidate({ hasCopy, seen }: Candidate): string {
  if (hasCopy) return "has a copy";
  if (seen === "skipped") return "skipped it";
  if (seen === "reviewed") return "reviewed it";
  if (seen === "worked") return "had it pulled back";
  return "takes another copy";
}
