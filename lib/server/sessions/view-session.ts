import type { Answer } from "@/lib/domain/items/item.ts";
import { codePageUrl } from "@/lib/domain/survey/completion-code.ts";
import { dwellLeftMs } from "@/lib/domain/survey/dwell.ts";
import type { Entry } from "@/lib/domain/survey/entry.ts";
import { findExplainedAnswer } from "@/lib/domain/survey/kinds/explained-answer.ts";
import type { Outcome } from "@/lib/domain/survey/protocol.ts";
import type { Screen } from "@/lib/domain/survey/screens.ts";
import { hasJustEnded, type SessionView, type ShownItem, viewScreen } from "@/lib/domain/survey/session-view.ts";
import { allowedMs } from "@/lib/domain/survey/time-limit.ts";
import { viewEnd } from "@/lib/domain/survey/view-end.ts";
import { viewProgress } from "@/lib/domain/survey/view-progress.ts";
import { signReturnLink } from "../studies/entry/entry-signature.ts";
import { computeScreenDwell } from "./enforce-dwell.ts";
import type { StoredSession } from "./find-session.ts";
import { getPlacedStimulus, type PlacedStimulus } from "./placed-stimulus.ts";
import { readDebrief } from "./read-debrief.ts";
import { readEndPageFacts } from "./read-end-page-facts.ts";
import { readEarlierAnswers } from "./read-given-answers.ts";
import { readLatestAnswer } from "./read-latest-answer.ts";
import { readTimeOption } from "./read-time.ts";
import type { RunningProtocol } from "./running-study.ts";

interface ViewedScreen {
  sessionId: string;
  screen: Screen;
  itemVersionId: string | null;
  /** The item at the previous position, if there is one. */
  previousItemVersionId: string | null;
  conditionId: string | null;
  /** The answer for which an explanation is requested. */
  answer: Answer | null;
  /** When the screen was first sent, and the current time; null if it is sent for the first time. */
  since: { shownAt: Date; now: Date } | null;
  slot: SessionView["slot"];
}

/** The view of the next screen after a step. `running` is in the session's language. */
export async function viewNextScreen(running: RunningProtocol, shown: ViewedScreen): Promise<SessionView> {
  const { screen } = shown;
  const placedItem = await readPlacedItem(running, shown);
  const item = placedItem && (await readShownItem(running, shown, placedItem));
  const earlier = await readEarlierAnswers(shown.sessionId, screen);
  const dwell = computeScreenDwell(running, screen, placedItem);
  const { totalMs } = dwell;
  const allowedTime = allowedMs(screen, await readTimeOption(shown.sessionId, screen), totalMs);
  return {
    ...studyPageFrame(running),
    screen: viewScreen(screen, running.protocol, running.language, item, earlier),
    index: screen.index,
    progress: viewProgress(running.screens, screen),
    dwell: {
      ...dwell,
      remainingMs: remainingMs(shown, totalMs),
    },
    timeLimit: allowedTime === null ? null : { totalMs: allowedTime, remainingMs: remainingMs(shown, allowedTime) },
    slot: shown.slot,
  };
}

/** Milliseconds that remain of a period that begins when the screen is first sent. */
function remainingMs({ since }: ViewedScreen, totalMs: number): number {
  return since ? dwellLeftMs(since.shownAt, totalMs, since.now) : totalMs;
}

/** The item of the screen; null for a screen without one. */
async function readPlacedItem(running: RunningProtocol, shown: ViewedScreen): Promise<PlacedStimulus | null> {
  const { screen, itemVersionId, conditionId } = shown;
  const isItem = screen.kind === "story" || screen.kind === "answer" || screen.kind === "explanation";
  return isItem && itemVersionId && conditionId ? getPlacedStimulus(running, itemVersionId, conditionId) : null;
}

async function readShownItem(
  running: RunningProtocol,
  { previousItemVersionId, conditionId, answer }: ViewedScreen,
  placed: PlacedStimulus,
): Promise<ShownItem> {
  // The story does not depend on the condition, so the story of this screen is also that of the previous item.
  const previous =
    previousItemVersionId && conditionId ? await getPlacedStimulus(running, previousItemVersionId, conditionId) : null;
  return {
    screens: placed.stimulus.screens,
    isSameStory: previous?.storyId === placed.storyId,
    about: findExplainedAnswer(placed.stimulus.screens, answer),
  };
}

/** The addresses of a session's own pages; only the participant's browser knows the token. */
export interface SessionAddress {
  token: string;
  /** The ID of a person who declines, from the request; used only for the return link of this page and never stored. */
  decliningParticipant?: Entry | null;
}

/** The view of a session that has ended, with the debriefing if the protocol promises it. */
export async function viewEndPage(
  running: RunningProtocol,
  ended: { outcome: Outcome; sessionId: string; completionCode: string | null; screen: number },
  page: SessionAddress & { isFresh: boolean },
): Promise<SessionView> {
  const debriefLines = running.protocol.debrief ? await readDebrief(ended.sessionId, running.screens) : [];
  const { entry: stored, entrySecret } = await readEndPageFacts(running.protocol, ended.sessionId);
  const entry = stored ?? (ended.outcome === "no-consent" ? (page.decliningParticipant ?? null) : null);
  const facts = {
    leaver: { sessionId: ended.sessionId, completionCode: ended.completionCode, entry },
    sign: (text: string) => signReturnLink(entrySecret, text),
    isFresh: page.isFresh,
    privateUrl: `/s/${running.slug}/${page.token}/data`,
    codeUrl: codePageUrl(running.slug, running.language),
  };
  return {
    ...studyPageFrame(running),
    screen: viewEnd(running.protocol, ended.outcome, facts, debriefLines, running.screens[ended.screen]),
    index: running.screens.length,
    progress: null,
    dwell: { totalMs: 0, remainingMs: 0 },
    slot: null,
  };
}

/**
 * The view of the stored session, for a reload, the back button and a second tab.
 *
 * @param page.isFresh whether the POST request that ended the session was just redirected to this page
 */
export async function viewStoredSession(
  running: RunningProtocol,
  session: StoredSession,
  page: SessionAddress & { isFresh?: boolean },
): Promise<SessionView> {
  if (session.outcome) {
    const isFresh = page.isFresh === true && hasJustEnded(session.endedAt, session.now);
    return viewEndPage(running, { ...session, outcome: session.outcome }, { ...page, isFresh });
  }
  const screen = running.screens[session.screen];
  if (!screen) throw new RangeError(`the protocol has no screen ${session.screen}`);
  const position = "position" in screen ? screen.position : null;
  const placement = position === null ? undefined : session.placements[position];
  return viewNextScreen(running, {
    sessionId: session.sessionId,
    screen,
    itemVersionId: placement?.itemVersionId ?? null,
    previousItemVersionId: position === null ? null : (session.placements[position - 1]?.itemVersionId ?? null),
    conditionId: placement?.conditionId ?? null,
    answer: screen.kind === "explanation" ? await readLatestAnswer(session.sessionId, screen.position) : null,
    since: { shownAt: session.screenShownAt, now: session.now },
    slot: viewSlot(session),
  });
}

function viewSlot(session: StoredSession): SessionView["slot"] {
  if (!session.keptUntil && !session.lostSlot) return null;
  return { keptUntil: session.keptUntil?.toISOString() ?? null, lost: session.lostSlot };
}

/** The common data of every page of a study. */
export function studyPageFrame(running: RunningProtocol): Pick<SessionView, "study" | "problems" | "given"> {
  const { theme, contact, words = {} } = running.protocol;
  return {
    study: { slug: running.slug, name: running.studyName, language: running.language, words, theme, contact },
    problems: [],
    given: {},
  };
}
