import type { Outcome } from "@/lib/domain/survey/protocol.ts";
import type { Screen } from "@/lib/domain/survey/screens.ts";
import { remainingDwellMs } from "@/lib/domain/survey/session.ts";
import { type SessionView, viewEnd, viewProgress, viewScreen } from "@/lib/domain/survey/session-view.ts";
import type { StoredSession } from "./find-session.ts";
import { getPlacedStimulus } from "./placed-stimulus.ts";
import { readDebrief } from "./read-debrief.ts";
import type { RunningProtocol } from "./running-study.ts";

interface ViewedScreen {
  screen: Screen;
  itemVersionId: string | null;
  conditionId: string | null;
  remainingMs: number;
  slot: SessionView["slot"];
}

/** The view of a screen that a step has just led to. */
export async function viewNextScreen(running: RunningProtocol, shown: ViewedScreen): Promise<SessionView> {
  const { screen } = shown;
  const isItem = screen.kind === "story" || screen.kind === "answer";
  const item =
    isItem && shown.itemVersionId && shown.conditionId
      ? await getPlacedStimulus(running.id, screen.step, shown.itemVersionId, shown.conditionId)
      : null;
  const shownItem = item && { title: item.item.story.title, screens: item.stimulus.screens };
  return {
    ...frameOf(running),
    screen: viewScreen(screen, running.protocol, shownItem),
    index: screen.index,
    progress: viewProgress(running.screens, screen),
    dwell: { totalMs: screen.dwellSeconds * 1000, remainingMs: shown.remainingMs },
    slot: shown.slot,
  };
}

/** The view of a session that has ended, with the truth about what was told where the protocol promises it. */
export async function viewEndPage(
  running: RunningProtocol,
  ended: { outcome: Outcome; sessionId: string; completionCode: string | null },
): Promise<SessionView> {
  const told = running.protocol.debrief ? await readDebrief(ended.sessionId, running.screens) : [];
  return {
    ...frameOf(running),
    screen: viewEnd(running.protocol, ended.outcome, ended, told),
    index: running.screens.length,
    progress: null,
    dwell: { totalMs: 0, remainingMs: 0 },
    slot: null,
  };
}

/** The view of a session as it stands in the database: what a reload, the back button and a second tab get. */
export async function viewStoredSession(running: RunningProtocol, session: StoredSession): Promise<SessionView> {
  if (session.outcome) return viewEndPage(running, { ...session, outcome: session.outcome });
  const screen = running.screens[session.screen];
  if (!screen) throw new RangeError(`the protocol has no screen ${session.screen}`);
  const placement = "position" in screen ? session.placements[screen.position] : undefined;
  return viewNextScreen(running, {
    screen,
    itemVersionId: placement?.itemVersionId ?? null,
    conditionId: placement?.conditionId ?? null,
    remainingMs: remainingDwellMs(running.screens, session, session.now),
    slot: slotOf(session),
  });
}

function slotOf(session: StoredSession): SessionView["slot"] {
  if (!session.keptUntil && !session.lostSlot) return null;
  return { keptUntil: session.keptUntil?.toISOString() ?? null, lost: session.lostSlot };
}

/** What every page of a study has in common. */
export function frameOf(running: RunningProtocol): Pick<SessionView, "study" | "problems" | "given"> {
  const { theme, contact } = running.protocol;
  return {
    study: { slug: running.slug, name: running.studyName, language: running.language, theme, contact },
    problems: [],
    given: {},
  };
}
