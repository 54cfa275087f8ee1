import { randomInt } from "node:crypto";
import { canonicalJson, fingerprint } from "@/lib/domain/fingerprint.ts";
import type { Answer } from "@/lib/domain/items/item.ts";
import { codeAlphabet, codeLength } from "@/lib/domain/survey/completion-code.ts";
import { findStratum } from "@/lib/domain/survey/design.ts";
import type { FieldProblem, FormFields } from "@/lib/domain/survey/parse-answers.ts";
import { consentHash } from "@/lib/domain/survey/protocol.ts";
import type { Screen } from "@/lib/domain/survey/screens.ts";
import {
  type Advance,
  advance,
  findSubmissionRefusal,
  hasChecks,
  listVerdicts,
  needsEarlier,
  type SubmissionRefusal,
} from "@/lib/domain/survey/session.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { applyPlanRules } from "../studies/rules/apply-plan-rules.ts";
import { closeFullStudy } from "../studies/run/close-full-study.ts";
import { ensureOpenSlots } from "../studies/run/ensure-open-slots.ts";
import { advanceSession, type SteppedSession } from "./advance-session.ts";
import { computeScreenDwell, type ScreenDwell } from "./enforce-dwell.ts";
import { findPlacement } from "./find-placement.ts";
import { findSession, type StoredSession } from "./find-session.ts";
import { getPlacedStimulus } from "./placed-stimulus.ts";
import { readAnswers } from "./read-answers.ts";
import { readGivenAnswers } from "./read-given-answers.ts";
import { readPostTime } from "./read-time.ts";
import { isSlotCheckDue, requeueReturned } from "./requeue-returned.ts";
import { type RunningProtocol, translateRunning } from "./running-study.ts";
import type { ReportedScreen, SessionStep } from "./session-step.ts";
import { hashToken } from "./session-token.ts";

/** A POST request for one screen, from a form or from the enhancement script. */
export interface ScreenPost {
  screen: number;
  fields: FormFields;
  /** The language of the displayed consent text; only in the request for the consent screen. */
  language?: string | undefined;
  reported: ReportedScreen;
}

/** Confirms that an answer is stored: returned only after COMMIT, with the hash of the stored answer. */
export interface AnswerReceipt {
  screen: number;
  sha256: string;
}

export type SubmitResult =
  | {
      status: "advanced";
      receipt: AnswerReceipt;
      stepped: SteppedSession;
      next: Screen | null;
      answer: Answer | null;
      /** Whether the time of the item was over, so that its fields are stored as a draft. */
      isTimedOut: boolean;
    }
  /** The screen was already submitted; `same` is whether the answer was the same. */
  | { status: "repeated"; same: boolean; receipt: AnswerReceipt | null; session: StoredSession }
  /**
   * All slots of the group, or nearly all, are claimed by active participants. The request is stored and can be resent
   * (`retryWaiting`). A slot may become free at any time, at the latest at `until` if its holder does not continue.
   */
  | { status: "waiting"; until: Date; reason: "slots" | "network" }
  | { status: "refused"; refusal: SubmissionRefusal; session: StoredSession }
  | { status: "invalid"; problems: FieldProblem[] }
  | { status: "unknown" };

/**
 * Handles one POST request of a participant: parses the answers, determines the next screen by the domain's rules, and
 * in one statement stores the answers and advances the session. A repeated request has no further effect.
 */
export async function submitScreen(running: RunningProtocol, token: string, post: ScreenPost): Promise<SubmitResult> {
  const screen = running.screens[post.screen];
  if (!screen) return { status: "unknown" };
  const tokenHash = hashToken(token);
  const dwell = await readDwell(running, tokenHash, screen);
  const isExpiry = post.reported.isExpiry === true;
  const time = await readPostTime(tokenHash, screen, { dwellMs: dwell.totalMs, isExpiry });
  const isTimedOut = time?.isTimedOut === true;
  const readResult = await readAnswers(running, tokenHash, screen, post.fields, isTimedOut);
  if (readResult.status !== "read") return readResult;
  const { response, practised = null } = readResult;
  if (dwell.isPlayback && !isTimedOut && post.reported.playback === "partial")
    return { status: "invalid", problems: [unplayedProblem] };
  const sha256 = receiptHash(post.fields);
  const earlier =
    readResult.earlier ?? (needsEarlier(running.screens, screen) ? await readGivenAnswers(running, tokenHash) : {});
  const verdicts = listVerdicts(running.screens, screen, readResult.answers, earlier, practised);
  const answers = { ...readResult.answers, ...verdicts };
  const transition = advance(running.screens, screen, answers, earlier, isTimedOut);
  const next = running.screens[transition.to === "screen" ? transition.screen : (transition.exit ?? -1)] ?? null;
  const step: SessionStep = {
    tokenHash,
    studyId: running.studyId,
    protocolVersionId: running.id,
    screen: screen.index,
    screenKey: screen.key,
    dwellMs: dwell.totalMs,
    next: next && {
      screen: next.index,
      key: next.key,
      position: itemPosition(next),
      plannedMs: next.dwellSeconds * 1000,
    },
    outcome: transition.to === "outcome" ? transition.outcome : null,
    claim: await chooseStratum(running, tokenHash, transition, answers, post),
    leaseMinutes: running.protocol.leaseMinutes,
    // An explanation on the screen of the answer is stored twice: as an answer to the item and to a question.
    stepAnswer:
      response && Object.keys(answers).length === 0
        ? null
        : { given: addConsentVersion(running, screen, answers, post.language), sha256 },
    response: response && { ...response, timeOption: time?.option ?? null, sha256 },
    reported: post.reported,
    completionCode: transition.to === "outcome" && transition.outcome === "complete" ? mintCompletionCode() : null,
  };
  const stepResult = await claimOrAdvance(running, step);
  if (stepResult && "waitsUntil" in stepResult)
    return { status: "waiting", until: stepResult.waitsUntil, reason: stepResult.reason };
  if (stepResult?.outcome === "complete") await closeFullStudy(running.studyId);
  if (stepResult)
    return {
      status: "advanced",
      receipt: { screen: screen.index, sha256 },
      stepped: stepResult,
      next,
      answer: response?.answer ?? null,
      isTimedOut,
    };
  return explainRefusal(running, tokenHash, screen, { sha256, dwellMs: dwell.totalMs });
}

/**
 * Resends the stored POST request of a session that waits for a slot, as if the button had been pressed again; null for
 * a session that does not wait.
 */
export async function retryWaiting(
  running: RunningProtocol,
  token: string,
  session: Pick<StoredSession, "screen" | "outcome" | "waitingPost">,
): Promise<SubmitResult | null> {
  const post = session.waitingPost;
  if (post === null || session.outcome !== null || post.screen !== session.screen) return null;
  return submitScreen(running, token, post);
}

/**
 * Advances a session. If a slot is claimed, returned slots are requeued: at intervals for later arrivals, and always if
 * no other slot is free.
 */
async function claimOrAdvance(running: RunningProtocol, step: SessionStep): ReturnType<typeof advanceSession> {
  if (step.outcome === "complete" && hasChecks(running.screens)) return completeChecked(step);
  if (!step.claim) return advanceSession(step);
  const firstAttempt = await advanceSession(step);
  // No slot is released for a participant whose own network has claimed too many slots.
  if (!firstAttempt || ("waitsUntil" in firstAttempt && firstAttempt.reason === "network")) return firstAttempt;
  const mustWait = "waitsUntil" in firstAttempt;
  if (!mustWait && !firstAttempt.hasReturned) return firstAttempt;
  const requeued = await requeueReturned(step.claim.stratumId, mustWait ? "release-idle" : "returned");
  return mustWait && requeued > 0 ? advanceSession(step) : firstAttempt;
}

/**
 * Ends a session whose protocol has checks and, in the same transaction, excludes its answers if the rule of the
 * analysis plan about failed checks requires it.
 */
async function completeChecked(step: SessionStep): ReturnType<typeof advanceSession> {
  return withTx(async (client) => {
    const stepped = await advanceSession(step, client);
    if (stepped && "sessionId" in stepped && stepped.outcome === "complete")
      await applyPlanRules(client, step.studyId, stepped.sessionId);
    return stepped;
  });
}

/** The hash of the fields, before any trimming. Client and server both compute it. */
export function receiptHash(fields: FormFields): string {
  return fingerprint(canonicalJson(fields));
}

async function explainRefusal(
  running: RunningProtocol,
  tokenHash: string,
  screen: Screen,
  { sha256, dwellMs }: { sha256: string; dwellMs: number },
): Promise<SubmitResult> {
  const session = await findSession(tokenHash, "renew", screen.index);
  // The form names the protocol, so the name may be forged: a protocol of another study has other dwell times and
  // screens.
  if (session?.protocolVersionId !== running.id) return { status: "unknown" };
  if (session.receipt) {
    const isSame = session.receipt.sha256 === sha256;
    return { status: "repeated", same: isSame, receipt: isSame ? { screen: screen.index, sha256 } : null, session };
  }
  const refusal = findSubmissionRefusal(running.screens, session, screen.index, session.now, dwellMs);
  if (refusal?.reason === "too-early") await countEarlyAttempt(session.sessionId, screen.index);
  return { status: "refused", refusal: refusal ?? { reason: "too-early", remainingMs: 0 }, session };
}

/** Counts requests before the end of the dwell time: a person who tries often may not be reading. */
async function countEarlyAttempt(sessionId: string, screen: number): Promise<void> {
  await pool().query(sql`
    UPDATE session_screen SET early_attempts = early_attempts + 1
    WHERE session_id = ${sessionId} AND screen = ${screen}
  `);
}

/** The answers to store for a screen of questions; for the consent screen, also the version of the text. */
function addConsentVersion(
  running: RunningProtocol,
  screen: Screen,
  answers: Record<string, string>,
  language: string | undefined,
): Record<string, string> {
  if (screen.kind !== "consent") return answers;
  const read = translateRunning(running, language ?? null);
  return {
    ...answers,
    version: read.protocol.consent.version,
    hash: consentHash(read.protocol),
    language: read.language,
  };
}

/**
 * The stratum in which this step claims a slot, by all answers so far; the open stratum for people outside all quotas.
 */
async function chooseStratum(
  running: RunningProtocol,
  tokenHash: string,
  leads: Advance,
  answers: Record<string, string>,
  post: ScreenPost,
): Promise<SessionStep["claim"]> {
  if (leads.to !== "screen" || !leads.claimsSlot) return null;
  const isDecidedHere = running.strata.every((stratum) => Object.keys(stratum.criteria).every((key) => key in answers));
  const earlier = isDecidedHere ? {} : await readGivenAnswers(running, tokenHash);
  const allAnswers = { ...earlier, ...answers };
  const quota = findStratum(
    running.strata.filter((stratum) => !stratum.isOpen),
    allAnswers,
  );
  const stratum = quota ?? running.strata.find((candidate) => candidate.isOpen);
  if (!stratum) throw new Error(`study ${running.slug} has no stratum for these answers and no open one`);
  if (stratum.isOpen) await ensureOpenSlots(running.studyId, stratum.id);
  return {
    stratumId: stratum.id,
    looksForReturned: isSlotCheckDue(stratum.id),
    post,
  };
}

const unplayedProblem: FieldProblem = {
  field: "playback",
  message: "Please play the whole recording first.",
  said: { key: "playFirst" },
};

/** The minimum display time of the screen. The item is queried only in studies in which the time depends on it. */
async function readDwell(running: RunningProtocol, tokenHash: string, screen: Screen): Promise<ScreenDwell> {
  const isOfItem = screen.kind === "story" || screen.kind === "answer";
  const dependsOnItem = running.hasPlayback || (running.hasContextFree && screen.dwellSeconds > 0);
  const placement = isOfItem && dependsOnItem ? await findPlacement(tokenHash, screen.position) : null;
  if (!placement) return computeScreenDwell(running, screen, null);
  const shownProtocol = translateRunning(running, placement.language);
  return computeScreenDwell(
    running,
    screen,
    await getPlacedStimulus(shownProtocol, placement.itemVersionId, placement.conditionId),
  );
}

function itemPosition(screen: Screen): number | null {
  return screen.kind === "story" || screen.kind === "answer" || screen.kind === "explanation" ? screen.position : null;
}

function mintCompletionCode(): string {
  return Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join("");
}
