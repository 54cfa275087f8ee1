import type { DebriefLine } from "../beliefs/participants/debrief.ts";
import { findFailureRule } from "./check.ts";
import { type Departure, type EndedSession, findDeparture, withExit } from "./exit.ts";
import type { Outcome, Protocol } from "./protocol.ts";
import type { Screen } from "./screens.ts";
import type { ScreenView } from "./session-view.ts";

/** The data of an end page that are not in the protocol. */
export interface EndFacts {
  leaver: EndedSession;
  /** HMAC-SHA256 with the study's secret, in hexadecimal digits; signs a panel's URL if required. */
  sign: (text: string) => string;
  isFresh: boolean;
  privateUrl: string | null;
  /** The URL of the page where a code shows the stored data. Null in a preview. */
  codeUrl: string | null;
}

/**
 * The end page of an outcome, or the separate end page of the exit or of the failed check with which the session ended.
 *
 * @param shownClaims the claims that this person saw, each with the truth; shown only after the end
 * @param last the screen on which the session ended, if known
 */
export function viewEnd(
  protocol: Protocol,
  outcome: Outcome,
  facts: EndFacts,
  shownClaims: readonly DebriefLine[] = [],
  last: Screen | null = null,
): ScreenView {
  const exit = last?.kind === "exit" ? last.step : null;
  // After a withdrawal, the code and the link of the exit with which the session was completed are used.
  const endedProtocol = withExit(protocol, exit);
  const checkEnd = outcome === "quality" && last && "step" in last ? findFailureRule(last.step)?.end : undefined;
  const { title, text } = checkEnd ?? endedProtocol.ends[outcome];
  const { code, exit: exitLink }: Departure = findDeparture(endedProtocol, outcome, facts.leaver, facts.sign);
  const debrief = protocol.debrief && shownClaims.length > 0 ? { ...protocol.debrief, lines: shownClaims } : null;
  const { isFresh, privateUrl, codeUrl, leaver } = facts;
  // A recruiter's code does not open this page, so the end page also gives the completion code of Parallax.
  const codePage =
    codeUrl && leaver.completionCode
      ? { url: codeUrl, isOtherCode: code !== null && code !== leaver.completionCode }
      : null;
  return { kind: "end", outcome, title, text, code, exit: exitLink, isFresh, debrief, privateUrl, codePage };
}
