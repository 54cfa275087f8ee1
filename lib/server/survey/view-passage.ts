import { remainingDwellMs } from "@/lib/domain/survey/passage.ts";
import { type PassageView, viewEnd, viewProgress, viewScreen } from "@/lib/domain/survey/passage-view.ts";
import type { Outcome } from "@/lib/domain/survey/protocol.ts";
import type { Screen } from "@/lib/domain/survey/screens.ts";
import type { StoredPassage } from "./find-passage.ts";
import { getPlacedStimulus } from "./placed-stimulus.ts";
import { readDebrief } from "./read-debrief.ts";
import type { RunningProtocol } from "./running-study.ts";

interface ViewedScreen {
  screen: Screen;
  itemVersionId: string | null;
  conditionId: string | null;
  remainingMs: number;
  place: PassageView["place"];
}

/** The view of a screen that a step has just led to. */
export async function viewNextScreen(running: RunningProtocol, shown: ViewedScreen): Promise<PassageView> {
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
    place: shown.place,
  };
}

/** The view of a passage that has ended, with the truth about what was told where the protocol promises it. */
export async function viewEndPage(
  running: RunningProtocol,
  ended: { outcome: Outcome; sessionId: string; completionCode: string | null },
): Promise<PassageView> {
  const told = running.protocol.debrief ? await readDebrief(ended.sessionId, running.screens) : [];
  return {
    ...frameOf(running),
    screen: viewEnd(running.protocol, ended.outcome, ended, told),
    index: running.screens.length,
    progress: null,
    dwell: { totalMs: 0, remainingMs: 0 },
    place: null,
  };
}

/** The view of a passage as it stands in the database: what a reload, the back button and a second tab get. */
export async function viewStoredPassage(running: RunningProtocol, passage: StoredPassage): Promise<PassageView> {
  if (passage.outcome) return viewEndPage(running, { ...passage, outcome: passage.outcome });
  const screen = running.screens[passage.screen];
  if (!screen) throw new RangeError(`the protocol has no screen ${passage.screen}`);
  const placement = "position" in screen ? passage.placements[screen.position] : undefined;
  return viewNextScreen(running, {
    screen,
    itemVersionId: placement?.itemVersionId ?? null,
    conditionId: placement?.conditionId ?? null,
    remainingMs: remainingDwellMs(running.screens, passage, passage.now),
    place: placeOf(passage),
  });
}

function placeOf(passage: StoredPassage): PassageView["place"] {
  if (!passage.keptUntil && !passage.lostPlace) return null;
  return { keptUntil: passage.keptUntil?.toISOString() ?? null, lost: passage.lostPlace };
}

/** What every page of a study has in common. */
export function frameOf(running: RunningProtocol): Pick<PassageView, "study" | "problems" | "given"> {
  const { theme, contact } = running.protocol;
  return {
    study: { slug: running.slug, name: running.studyName, language: running.language, theme, contact },
    problems: [],
    given: {},
  };
}
