import type { Item } from "../../items/item.ts";
import type { ConditionLevels } from "../../items/kinds/item-kind.ts";
import { renderStimulus } from "../../items/stimulus.ts";
import { findFailureRule } from "../check.ts";
import { findExplainedAnswer } from "../kinds/explained-answer.ts";
import { type Outcome, outcomes, type Protocol, publicTitleOf } from "../protocol.ts";
import { listScreens, type Screen } from "../screens.ts";
import { type SessionView, viewScreen } from "../session-view.ts";
import { buildPresentation } from "../step-presentation.ts";
import { limitOfScreen } from "../time-limit.ts";
import { type EndFacts, viewEnd } from "../view-end.ts";
import { viewProgress } from "../view-progress.ts";

/**
 * A page of a session in a preview: the index of a screen, the outcome of an end page, or the key of a check with a
 * separate end page.
 */
export type PreviewLocation = number | Outcome | CheckEnd;
type CheckEnd = `missed:${string}`;

export interface PreviewedStudy {
  slug: string;
  name: string;
  language: string;
  protocol: Protocol;
  itemsPerSession: number;
}

/** The pages of a preview, in the order of a session; if there are several items, only the pages of the first. */
export function listPreviewPages(
  study: Pick<PreviewedStudy, "protocol">,
): { place: PreviewLocation; screen: Screen | null }[] {
  const screens = listScreens(study.protocol, 1).map((screen) => ({ place: screen.index, screen }));
  const stepsWithEnd = study.protocol.steps.filter((step) => findFailureRule(step)?.end);
  return [
    ...screens,
    ...outcomes.map((outcome) => ({ place: outcome, screen: null })),
    ...stepsWithEnd.map(({ key }) => ({ place: `missed:${key}` as const, screen: null })),
  ];
}

/** The screen of the check whose separate end page this is; null for other pages. */
function findCheckScreen(location: Outcome | CheckEnd, protocol: Protocol): Screen | null {
  const screens = listScreens(protocol, 1);
  return screens.find((screen) => "step" in screen && location === `missed:${screen.step.key}`) ?? null;
}

/** Whether a page differs between conditions. */
export function dependsOnCondition(screen: Screen | null): boolean {
  return screen?.kind === "story" || screen?.kind === "answer";
}

/** Parses a page from a URL; null if the study has no such page. */
export function parsePreviewLocation(study: Pick<PreviewedStudy, "protocol">, text: string): PreviewLocation | null {
  const page = listPreviewPages(study).find(({ place }) => String(place) === text);
  return page ? page.place : null;
}

/**
 * One page as a participant would see it, with the full dwell time and an invented code. It is created by the same
 * functions as the real view; their input does not contain the key.
 *
 * @param item shown on story and answer screens; not needed for other pages
 * @returns null for a screen that the protocol does not have
 */
export function previewScreen(
  study: PreviewedStudy,
  place: PreviewLocation,
  item: Item | null,
  levels: ConditionLevels,
): SessionView | null {
  const { protocol } = study;
  const frame = {
    study: {
      slug: study.slug,
      name: publicTitleOf(protocol, study.name),
      language: study.language,
      words: protocol.words ?? {},
      theme: protocol.theme,
      contact: protocol.contact,
    },
    problems: [],
    given: {},
    slot: null,
  };
  if (typeof place === "string") {
    const checkScreen = findCheckScreen(place, protocol);
    const outcome = checkScreen ? "quality" : (place as Outcome);
    return {
      ...frame,
      screen: viewEnd(protocol, outcome, createPreviewEnd(protocol, outcome), [], checkScreen),
      index: 0,
      progress: null,
      dwell: { totalMs: 0, remainingMs: 0 },
    };
  }
  const previewedScreen = listScreens(protocol, 1)[place];
  if (!previewedScreen || (dependsOnCondition(previewedScreen) && !item)) return null;
  if (previewedScreen.kind === "exit") {
    const { endsAs } = previewedScreen.step;
    const screen = viewEnd(protocol, endsAs, createPreviewEnd(protocol, endsAs), [], previewedScreen);
    return { ...frame, screen, index: 0, progress: null, dwell: { totalMs: 0, remainingMs: 0 } };
  }
  const allScreens = listScreens(protocol, study.itemsPerSession);
  const step = "step" in previewedScreen && previewedScreen.step.kind === "items" ? previewedScreen.step : null;
  const presentation = item ? buildPresentation(protocol, item.kind, study.language) : {};
  const screens = item && step ? renderStimulus(item, levels, presentation).screens : [];
  const firstOption = screens.at(-1)?.options[0]?.value;
  const explainedAnswer = findExplainedAnswer(screens, firstOption === undefined ? null : { choice: firstOption });
  const dwellMs = previewedScreen.dwellSeconds * 1000;
  const limitMs = (limitOfScreen(previewedScreen) ?? 0) * 1000;
  return {
    ...frame,
    screen: viewScreen(
      previewedScreen,
      protocol,
      study.language,
      item && { screens, isSameStory: false, about: explainedAnswer },
    ),
    index: previewedScreen.index,
    progress: viewProgress(allScreens, allScreens[previewedScreen.index] ?? previewedScreen),
    dwell: { totalMs: dwellMs, remainingMs: dwellMs },
    timeLimit: limitMs > 0 ? { totalMs: limitMs, remainingMs: limitMs } : null,
  };
}

/**
 * The data of an end page as for a person who came from the study's recruiter, with an invented ID, code and signature.
 */
function createPreviewEnd(protocol: Protocol, outcome: Outcome): EndFacts {
  const { kind = "none" } = protocol.recruiter ?? {};
  const parameters: Record<string, string> =
    kind === "mturk" ? { assignmentId: "PREVIEW", turkSubmitTo: "https://workersandbox.mturk.com" } : {};
  return {
    leaver: {
      sessionId: "preview",
      completionCode: outcome === "complete" ? "PREVIEW23456" : null,
      entry: kind === "none" ? null : { source: kind, externalId: "PREVIEW", parameters },
    },
    sign: () => "preview",
    isFresh: false,
    privateUrl: null,
    codeUrl: null,
  };
}
