import { wilsonInterval } from "../../statistics/wilson.ts";
import { checkKey, missedRule, type Verdict } from "../check.ts";
import type { Protocol } from "../protocol.ts";

/** One try at a check, as it is stored; tries of one session stand in their order. */
export interface CheckTry {
  session: string;
  /** The name under which the verdict is stored. */
  key: string;
  verdict: Verdict;
}

/** How people did at one check, each counted once. */
export interface CheckFigures {
  key: string;
  title: string;
  policy: "end" | "flag" | "count";
  met: number;
  passedFirst: number;
  passedLater: number;
  missed: number;
  /** 95% interval (Wilson) of the share that missed it; null where nobody met it. */
  interval: { low: number; high: number } | null;
}

/** The checks of protocols, by the newest version of each, with how people did. */
export function prepareChecks(
  protocols: readonly Pick<Protocol, "steps">[],
  tries: readonly CheckTry[],
): CheckFigures[] {
  const steps = new Map(protocols.flatMap(({ steps: all }) => all.map((step) => [checkKey(step), step])));
  const bySession = new Map<string, CheckTry[]>();
  for (const one of tries) {
    const name = `${one.key} ${one.session}`;
    bySession.set(name, [...(bySession.get(name) ?? []), one]);
  }
  const checks = [...steps].flatMap(([key, step]) => {
    const rule = missedRule(step);
    return rule ? [{ key, title: step.title, policy: rule.policy }] : [];
  });
  return checks.map((check) => {
    const people = [...bySession.values()].filter(([first]) => first?.key === check.key);
    const missed = people.filter((own) => own.at(-1)?.verdict === "missed").length;
    const passedFirst = people.filter(([first]) => first?.verdict === "passed").length;
    const met = people.length;
    const { low, high } = wilsonInterval(missed, Math.max(1, met));
    return {
      ...check,
      met,
      passedFirst,
      passedLater: met - missed - passedFirst,
      missed,
      interval: met === 0 ? null : { low, high },
    };
  });
}

/**
 * How many flagging checks each session missed for good, by the version of the protocol that it went through; sessions
 * that missed none are left out.
 */
export function flaggedMisses(
  protocols: ReadonlyMap<string, Pick<Protocol, "steps">>,
  tries: readonly (CheckTry & { protocol: string })[],
): Map<string, number> {
  const flagging = new Set(
    [...protocols].flatMap(([id, { steps }]) =>
      steps.filter((step) => missedRule(step)?.policy === "flag").map((step) => `${id} ${checkKey(step)}`),
    ),
  );
  const last = new Map(tries.map((one) => [`${one.session} ${one.key}`, one]));
  const counts = new Map<string, number>();
  for (const { session, protocol, key, verdict } of last.values()) {
    if (verdict === "missed" && flagging.has(`${protocol} ${key}`)) counts.set(session, (counts.get(session) ?? 0) + 1);
  }
  return counts;
}

export interface StudyChecks {
  checks: CheckFigures[];
  /** From how many missed checks on the analysis plan excludes answers; null: it has no such rule. */
  missedChecks: number | null;
  /** People whom that rule concerns, and those of their answers that are not excluded yet. */
  people: number;
  answers: number;
}
