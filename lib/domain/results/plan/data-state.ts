import { formatCount, formatNumberOf } from "../../format/figures.ts";
import { formatDay } from "../../format/times.ts";

/** Which data of a study are counted: those of its first lock, or all current answers. */
export const dataVersions = ["locked", "current"] as const;
export type DataVersion = (typeof dataVersions)[number];

/** What ended a main stage: every group was full, someone closed it, or it had ended before data were locked. */
export const endCauses = ["full", "closed", "upgrade"] as const;
export type EndCause = (typeof endCauses)[number];

/** The data of a study at the end of its main stage. */
export interface DataLock {
  /** 1 is the first, which confirmatory tables use; later ones follow a reopening. */
  number: number;
  cause: EndCause;
  lockedAt: Date;
  /** Who ended the stage; null if it was full or the account no longer exists. */
  lockedBy: string | null;
  /** SHA-256 of the list of responses (`dataLockLine`). */
  sha256: string;
  /** Responses in the list, and the number that the plan of that time counted. */
  listed: number;
  counted: number;
  /** Counted answers of people who have since withdrawn or been erased. */
  leftSince: number;
}

/** The state of a study's data collection. */
export interface DataState {
  /** What is shown; "current" if no data are locked. */
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
}

/**
 * A line of the list that a lock's SHA-256 covers; lines are in the order of the response ids, each with its line end.
 */
export function dataLockLine(response: {
  id: string;
  revisionHash: string;
  counted: boolean;
  /** Empty for a counted one. */
  reason: string;
}): string {
  return `${response.id},${response.revisionHash},${response.counted ? 1 : 0},${response.reason}\n`;
}

/** Whether a stage collects answers that no lock has fixed yet: nothing is concluded from them. */
export function isUnfinished(stage: string, { locks }: Pick<DataState, "locks">): boolean {
  return (stage === "main" || stage === "pilot") && locks.length === 0;
}

type Amendments = Pick<DataState, "shown" | "locks" | "reversals">;

/**
 * Whether the displayed data include answers or exclusions from after the lock, or answers that a rule of the plan
 * excludes.
 */
export function isAmendedAfterData({ shown, locks, reversals }: Amendments): boolean {
  return reversals > 0 || (shown === "current" && locks.length > 0);
}

/**
 * A description of the displayed data, as a sentence: locked data, all answers after a lock, or an unfinished study.
 */
export function dataStateSentence(state: DataState): string {
  const { reversals } = state;
  const reversed =
    reversals === 0
      ? ""
      : ` ${formatNumberOf(reversals, "exclusion")} by the plan's rules ${reversals === 1 ? "was" : "were"} reversed, so results are planned, amended after data.`;
  return `${collectedSentence(state)}${reversed}`;
}

function collectedSentence({ shown, locks, hasEnded, filled, planned }: DataState): string {
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
  const left =
    first.leftSince === 0 ? "no responses erased since" : `${formatNumberOf(first.leftSince, "response")} erased since`;
  const late =
    first.cause === "upgrade"
      ? " The study had ended before data were locked, so the lock was made by the upgrade."
      : "";
  return `Data as locked on ${day}; ${left}.${late}`;
}
