import type { DebriefLine } from "../beliefs/participants/debrief.ts";
import { missedRule } from "./check.ts";
import { type Departure, departure, type Leaver, withExit } from "./exit.ts";
import type { Outcome, Protocol } from "./protocol.ts";
import type { Screen } from "./screens.ts";
import type { ScreenView } from "./session-view.ts";

/** The data of an end page in addition to the protocol. */
export interface EndFacts {
  leaver: Leaver;
  /** HMAC-SHA256 with the study's secret, in hexadecimal digits; signs a panel's URL if required. */
  sign: (text: string) => string;
  isFresh: boolean;
  privateUrl: string | null;
  /** The URL of the page where a code shows the stored data. Null in a preview. */
  codeUrl: string | null;
}

/**
 * The end page of an outcome; its own one if the session ended with an exit or with a failed check that has one.
 *
 * @param told the claims that this person saw, with the truth; only shown after the end
 * @param last the screen on which the session ended, if known
 */
export function viewEnd(
  protocol: Protocol,
  outcome: Outcome,
  facts: EndFacts,
  told: readonly DebriefLine[] = [],
  last: Screen | null = null,
): ScreenView {
  const exit = last?.kind === "exit" ? last.step : null;
  // After a withdrawal, the code and the link are those of the exit with which the session was completed.
  const ended = withExit(protocol, exit);
  const missed = outcome === "quality" && last && "step" in last ? missedRule(last.step)?.end : undefined;
  const { title, text } = missed ?? ended.ends[outcome];
  const { code, exit: leave }: Departure = departure(ended, outcome, facts.leaver, facts.sign);
  const debrief = protocol.debrief && told.length > 0 ? { ...protocol.debrief, lines: told } : null;
  const { isFresh, privateUrl, codeUrl, leaver } = facts;
  // A recruiter's code does not open this page, so the end page also gives the code of Parallax.
  const codePage =
    codeUrl && leaver.completionCode
      ? { url: codeUrl, isOtherCode: code !== null && code !== leaver.completionCode }
      : null;
  return { kind: "end", outcome, title, text, code, exit: leave, isFresh, debrief, privateUrl, codePage };
}
