import { wilsonInterval } from "../../statistics/proportions/wilson.ts";
import { type CheckResult, checkKey, findFailureRule } from "../check.ts";
import type { Protocol } from "../protocol.ts";

/** One attempt at a check, as stored; the attempts of a session are in order. */
export interface CheckAttempt {
  session: string;
  /** The key of the stored verdict. */
  key: string;
  verdict: CheckResult;
}

/** The results of a check, with each person counted once. */
export interface CheckFigures {
  key: string;
  title: string;
  policy: "end" | "flag" | "count";
  met: number;
  passedFirst: number;
  passedLater: number;
  missed: number;
  /** 95% interval (Wilson) of the share of people who failed the check; null if it was shown to no one. */
  interval: { low: number; high: number } | null;
}

/** An attempt with the protocol version of its session. */
export interface SessionCheckAttempt extends CheckAttempt {
  protocol: string;
}

/**
 * Counts the results of a study's checks person by person, so that memory use depends only on the number of checks.
 */
export interface CheckCounter {
  /** Adds all attempts of one person, in order; returns how many flagging checks the person finally failed. */
  add(tries: readonly SessionCheckAttempt[]): number;
  figures(): CheckFigures[];
}

/**
 * Creates a counter for the checks of a study, from its protocol versions, newest last. A check's label comes from the
 * newest version; whether it flags depends on the version of the session.
 */
export function countChecks(protocols: ReadonlyMap<string, Pick<Protocol, "steps">>): CheckCounter {
  const flaggingChecks = new Set(
    [...protocols].flatMap(([id, { steps }]) =>
      steps.filter((step) => findFailureRule(step)?.policy === "flag").map((step) => `${id} ${checkKey(step)}`),
    ),
  );
  const counts = new Map<string, { met: number; passedFirst: number; missed: number }>();
  return {
    add(tries) {
      const lastAttempts = new Map(tries.map((one) => [one.key, one]));
      for (const [key, { verdict }] of lastAttempts) {
        const checkCounts = counts.get(key) ?? { met: 0, passedFirst: 0, missed: 0 };
        counts.set(key, checkCounts);
        checkCounts.met += 1;
        checkCounts.missed += Number(verdict === "missed");
        checkCounts.passedFirst += Number(tries.find((one) => one.key === key)?.verdict === "passed");
      }
      return [...lastAttempts.values()].filter(
        ({ key, protocol, verdict }) => verdict === "missed" && flaggingChecks.has(`${protocol} ${key}`),
      ).length;
    },
    figures() {
      const steps = new Map(
        [...protocols.values()].flatMap(({ steps: all }) => all.map((step) => [checkKey(step), step])),
      );
      return [...steps].flatMap(([key, step]): CheckFigures[] => {
        const rule = findFailureRule(step);
        if (!rule) return [];
        const { met, passedFirst, missed } = counts.get(key) ?? { met: 0, passedFirst: 0, missed: 0 };
        const { low, high } = wilsonInterval(missed, Math.max(1, met));
        const interval = met === 0 ? null : { low, high };
        const passedLater = met - missed - passedFirst;
        return [{ key, title: step.title, policy: rule.policy, met, passedFirst, passedLater, missed, interval }];
      });
    },
  };
}

export interface StudyChecks {
  checks: CheckFigures[];
  /** Results of people who arrived after a study with locked data was reopened; null if there are none. */
  later: { checks: CheckFigures[]; lockedAt: string } | null;
  /** The number of failed checks at which the analysis plan excludes answers; null if it has no such rule. */
  missedChecks: number | null;
  /**
   * The number of people affected by this rule, the answers that it excludes, and exclusions by the plan that were
   * revoked.
   */
  people: number;
  answers: number;
  reversed: number;
}
