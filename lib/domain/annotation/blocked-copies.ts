import { matchCopies } from "../leases/match-copies.ts";

/** One annotator of a collection before an item with open copies. */
export interface Candidate {
  userId: string;
  name: string;
  /** They hold or have submitted a copy of the item. */
  hasCopy: boolean;
  /** What they have seen of the item; null for nothing. */
  seen: "worked" | "skipped" | "reviewed" | "released" | null;
}

/** An unfinished copy and who holds it or has it assigned; `isMember` says whether that person still annotates here. */
export interface UnfinishedCopy {
  copy: number;
  state: "open" | "leased" | "parked" | "returned";
  /** Its holder, or to whom it is assigned; null for no one. */
  keptFor: { userId: string; name: string; isMember: boolean; hasOtherCopy: boolean } | null;
}

export interface BlockedItem {
  itemId: string;
  externalId: string;
  copies: UnfinishedCopy[];
  candidates: Candidate[];
}

/** Why no one can take a copy, and which actions help: allow one of these people, or pull the copy back. */
export interface Blockage {
  blocked: number;
  reason: string;
  allow: { userId: string; name: string }[];
  canPullBack: boolean;
}

/** Whether someone may be given an open copy without a lead's assignment. */
export function mayBeGiven({ seen, hasCopy }: Candidate): boolean {
  return !hasCopy && (seen === null || seen === "released");
}

/** Who may finish a copy: its holder or assignee while they annotate here; else anyone whom the queue may give it to. */
export function mayFinish(copy: UnfinishedCopy, candidates: readonly Candidate[]): string[] {
  const { keptFor, state } = copy;
  if (keptFor?.isMember && !keptFor.hasOtherCopy) return [keptFor.userId];
  const isQueued = state === "leased" || (state === "open" && keptFor === null);
  return isQueued ? candidates.filter(mayBeGiven).map(({ userId }) => userId) : [];
}

/** Which copies of an item no one can finish, and why; null where a matching of copies and people covers all of them. */
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
  const each = candidates.map((candidate) => `${candidate.name} ${standingOf(candidate)}`);
  return `${what}: ${each.join("; ")}.`;
}

function standingOf({ hasCopy, seen }: Candidate): string {
  if (hasCopy) return "has a copy";
  if (seen === "skipped") return "skipped it";
  if (seen === "reviewed") return "reviewed it";
  if (seen === "worked") return "had it pulled back";
  return "takes another copy";
}
