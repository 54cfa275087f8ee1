import { formatCount, formatNumberOf } from "../../format/figures.ts";
import { formatDay } from "../../format/times.ts";

import type { FrozenChange } from "./frozen-protocol.ts";

/** The counted data of a study: those of its first data lock, or all current answers. */
export const dataVersions = ["locked", "current"] as const;
export type DataVersion = (typeof dataVersions)[number];

/** Why a main stage ended: every group was full, someone closed it, or it had ended before data were locked. */
export const endCauses = ["full", "closed", "upgrade"] as const;
export type EndCause = (typeof endCauses)[number];

/** The data of a study at the end of its main stage. */
export interface DataLock {
  /** 1 is the first lock, whose data confirmatory tables use. Later locks are made after the stage was reopened. */
  number: number;
  cause: EndCause;
  lockedAt: Date;
  /** Who ended the stage; null if it was full or the account no longer exists. */
  lockedBy: string | null;
  /** SHA-256 of the list of responses (`dataLockLine`). */
  sha256: string;
  /** Responses in the list, and those that counted under the plan at the time. */
  listed: number;
  counted: number;
  /** Counted answers of people who have since withdrawn or been erased. */
  leftSince: number;
}

/** The state of a study's data collection. */
export interface DataCollectionState {
  /** Which data are shown; "current" if no data are locked. */
  shown: DataVersion;
  /** Oldest first; empty during the main stage, and for other stages. */
  locks: readonly DataLock[];
  /** Whether the main stage has ended. Without a lock, some of its sessions are still running. */
  hasEnded: boolean;
  /** Counted answers of the quota groups now, and the number in a full study. */
  filled: number;
  planned: number;
  /** Exclusions by the plan's rules that were reversed, before the lock if locked data are shown. */
  reversals: number;
  /** Answers that a person excluded or counted again after results had been seen; null or omitted for none. */
  lateExclusions?: LateExclusions | null;
  /** Planned models of which answers were stored or changed after results had been seen; omitted for none. */
  changedModels?: readonly ChangedModel[];
  /** Participants whom a user withdrew or erased after results had been seen; null or omitted for none. */
  lateRemovals?: LateRemovals | null;
  /**
   * Models of a plan that is not frozen whose first answers were stored after results had been seen; omitted for none.
   */
  lateModels?: readonly string[];
}

/**
 * Participants whom a user removed after results of the study had been seen; withdrawals by participants do not
 * count.
 */
export interface LateRemovals {
  participants: number;
  /** The first and the last removal. */
  from: Date;
  to: Date;
}

/** A model of which answers were stored or changed after results of the study had been seen. */
export interface ChangedModel {
  model: string;
  /** Number of first answers to planned cells. */
  first: number;
  /** Number of further answers to cells that already had one. */
  repeats: number;
  /** Readings corrected by hand. */
  corrected: number;
  /** Answers changed by a judge's verdict. */
  judged: number;
  /** When the first and the last of these answers was stored or changed. */
  from: Date;
  to: Date;
}

/** Decisions about single answers that were made after results of the study had been seen. */
export interface LateExclusions {
  excluded: number;
  countedAgain: number;
  /** The first and the last decision. */
  from: Date;
  to: Date;
}

/**
 * A line of the list whose SHA-256 a lock stores. Lines are in the order of the response IDs, each with its line end.
 */
export function dataLockLine(response: {
  id: string;
  revisionHash: string;
  counted: boolean;
  /** Why the answer is not counted; empty if it is counted. */
  reason: string;
}): string {
  return `${response.id},${response.revisionHash},${response.counted ? 1 : 0},${response.reason}\n`;
}

/** The stages in which people answer; previews and simulations have no results about people. */
const collectingStages = ["pilot", "main", "re-solve"];

/**
 * Whether a stage collects answers that are not locked yet: no conclusions are drawn from them. Only a main stage is
 * ever locked.
 */
export function isUnfinished(stage: string, { locks }: { locks: readonly unknown[] }): boolean {
  return collectingStages.includes(stage) && locks.length === 0;
}

type Amendments = Pick<
  DataCollectionState,
  "shown" | "locks" | "reversals" | "lateExclusions" | "changedModels" | "lateRemovals"
>;

/**
 * The changes of the displayed data after results could be seen, with the former values: answers or exclusions after
 * the lock; reversed exclusions by the plan's rules; and exclusions, new or changed answers of planned models and
 * removals of participants after results had been seen.
 */
export function dataChanges({
  shown,
  locks,
  reversals,
  lateExclusions,
  changedModels = [],
  lateRemovals = null,
}: Amendments): FrozenChange[] {
  const [first] = locks;
  return [
    ...(shown === "current" && first
      ? [{ path: "data", before: `as locked on ${formatDay(first.lockedAt)}`, after: "all answers as they are now" }]
      : []),
    ...(reversals > 0
      ? [{ path: "exclusions by the plan's rules", before: "applied", after: `${formatCount(reversals)} reversed` }]
      : []),
    ...(lateExclusions
      ? [{ path: "exclusions", before: "as when results were first seen", after: lateExclusionsText(lateExclusions) }]
      : []),
    ...changedModels.map((changed) => ({
      path: `answers of ${changed.model}`,
      before: "as when results were first seen",
      after: changedModelText(changed),
    })),
    ...(lateRemovals
      ? [{ path: "participants", before: "as when results were first seen", after: lateRemovalsText(lateRemovals) }]
      : []),
  ];
}

function lateRemovalsText({ participants, from, to }: LateRemovals): string {
  return `${formatNumberOf(participants, "participant")} removed by a user after results were seen, ${formatPeriod(from, to)}`;
}

function formatPeriod(from: Date, to: Date): string {
  const [first, last] = [formatDay(from), formatDay(to)];
  return first === last ? `on ${first}` : `from ${first} to ${last}`;
}

function lateExclusionsText({ excluded, countedAgain, from, to }: LateExclusions): string {
  const parts = [
    excluded > 0 ? `${formatNumberOf(excluded, "answer")} excluded` : "",
    countedAgain > 0 ? `${formatNumberOf(countedAgain, "answer")} counted again` : "",
  ].filter((part) => part !== "");
  return `${parts.join(" and ")} after results were seen, ${formatPeriod(from, to)}`;
}

function changedModelText({ first, repeats, corrected, judged, from, to }: ChangedModel): string {
  const parts = [
    first > 0 ? `${formatNumberOf(first, "first answer")} to planned cells` : "",
    repeats > 0 ? `${formatNumberOf(repeats, "further answer")} to the same cells` : "",
    corrected > 0 ? `${formatNumberOf(corrected, "answer")} corrected by hand` : "",
    judged > 0 ? `${formatNumberOf(judged, "answer")} judged` : "",
  ].filter((part) => part !== "");
  return `${parts.join(" and ")} after results were seen, ${formatPeriod(from, to)}`;
}

/**
 * A description of the displayed data, as a sentence: locked data, all answers after a lock, or an unfinished study.
 */
export function dataCollectionSentence(state: DataCollectionState): string {
  const { reversals, lateExclusions, changedModels = [], lateRemovals, lateModels = [] } = state;
  const reversalsText =
    reversals === 0
      ? ""
      : ` ${formatNumberOf(reversals, "exclusion")} by the plan's rules ${reversals === 1 ? "was" : "were"} reversed, so results are planned, amended after data.`;
  const lateExclusionsNote = lateExclusions
    ? ` ${lateExclusionsText(lateExclusions)}, so results are planned, amended after data.`
    : "";
  const changedModelNotes = changedModels.map(
    (changed) => ` ${changed.model}: ${changedModelText(changed)}, so results are planned, amended after data.`,
  );
  const lateRemovalsNote = lateRemovals
    ? ` ${lateRemovalsText(lateRemovals)}, so results are planned, amended after data.`
    : "";
  const lateModelsText =
    lateModels.length === 0 ? "" : ` First answers stored after results had been seen: ${lateModels.join(", ")}.`;
  return `${collectedSentence(state)}${reversalsText}${lateExclusionsNote}${changedModelNotes.join("")}${lateRemovalsNote}${lateModelsText}`;
}

function collectedSentence({ shown, locks, hasEnded, filled, planned }: DataCollectionState): string {
  const [first] = locks;
  if (!first) {
    const progress = `${formatCount(filled)} of ${formatNumberOf(planned, "planned answer")}`;
    return hasEnded
      ? `Not locked yet: the study has ended with ${progress}, and its running sessions may still finish.`
      : `Unfinished: ${progress}.`;
  }
  const day = formatDay(first.lockedAt);
  if (shown === "current")
    return `Planned, amended after data: all answers as they are now. The data were locked on ${day}; answers and exclusions after that are counted here.`;
  const erasedText =
    first.leftSince === 0 ? "no responses erased since" : `${formatNumberOf(first.leftSince, "response")} erased since`;
  const upgradeNote =
    first.cause === "upgrade"
      ? " The study had ended before data were locked, so the lock was made by the upgrade."
      : "";
  return `Data as locked on ${day}; ${erasedText}.${upgradeNote}`;
}
