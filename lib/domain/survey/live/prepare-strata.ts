import { findMargin } from "../design.ts";
import type { LiveStudy, StratumTally } from "./live-study.ts";

/** Progress of one group. `target` is null for the open group, which is for people outside quotas. */
export interface StratumProgress {
  id: string;
  label: string;
  isOpen: boolean;
  sessions: number;
  target: number | null;
}

export interface StudyProgress {
  strata: StratumProgress[];
  /** Slots of the groups with a quota: filled, and total. */
  filled: number;
  target: number;
  /** Answers in the filled slots; if a session has one item, this is the number of filled slots. */
  answers: number;
  /** Additional sessions of the open group. */
  open: number;
}

/** Filled sessions of every group, compared with the design's target. A session fills one slot with all its answers. */
export function prepareStrata(study: LiveStudy, tallies: readonly StratumTally[]): StudyProgress {
  const slots = findMargin(study.margins, "sessions").high;
  const equalTarget = slots / Math.max(1, study.strata.filter(({ isOpen }) => !isOpen).length);
  // The last session of a stratum may be shorter, so answers are divided by the session length and rounded up.
  const strata = study.strata.map(({ id, label, isOpen, target = equalTarget }): StratumProgress => {
    const answers = tallies.find((tally) => tally.stratumId === id)?.answers ?? 0;
    return {
      id,
      label,
      isOpen,
      sessions: Math.ceil(answers / study.itemsPerSession),
      target: isOpen ? null : target,
    };
  });
  const strataWithQuota = strata.filter((stratum) => !stratum.isOpen);
  return {
    strata,
    filled: sum(strataWithQuota.map((stratum) => stratum.sessions)),
    target: slots,
    answers: sum(
      tallies
        .filter(({ stratumId }) => strataWithQuota.some(({ id }) => id === stratumId))
        .map((tally) => tally.answers),
    ),
    open: sum(strata.filter((stratum) => stratum.isOpen).map((stratum) => stratum.sessions)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
