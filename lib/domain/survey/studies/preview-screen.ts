import type { Item } from "../../items/item.ts";
import type { ConditionLevels } from "../../items/kinds/item-kind.ts";
import { renderStimulus } from "../../items/stimulus.ts";
import { missedRule } from "../check.ts";
import { explainedAnswer } from "../kinds/explained-answer.ts";
import { type Outcome, outcomes, type Protocol, publicTitleOf } from "../protocol.ts";
import { listScreens, type Screen } from "../screens.ts";
import { type SessionView, viewScreen } from "../session-view.ts";
import { presentationOf } from "../step-presentation.ts";
import { limitOfScreen } from "../time-limit.ts";
import { type EndFacts, viewEnd } from "../view-end.ts";
import { viewProgress } from "../view-progress.ts";

/**
 * A page of a session in a preview: a screen by its index, an end page by its outcome, or a check's own end page by the
 * check's key.
 */
export type PreviewLocation = number | Outcome | OwnEnd;
type OwnEnd = `missed:${string}`;

export interface PreviewedStudy {
  slug: string;
  name: string;
  language: string;
  protocol: Protocol;
  itemsPerSession: number;
}

/** The pages of a preview, in the order of a session; of several items, only the pages of the first. */
export function listPreviewPages(
  study: Pick<PreviewedStudy, "protocol">,
): { place: PreviewLocation; screen: Screen | null }[] {
  const screens = listScreens(study.protocol, 1).map((screen) => ({ place: screen.index, screen }));
  const ownEnds = study.protocol.steps.filter((step) => missedRule(step)?.end);
  return [
    ...screens,
    ...outcomes.map((outcome) => ({ place: outcome, screen: null })),
    ...ownEnds.map(({ key }) => ({ place: `missed:${key}` as const, screen: null })),
  ];
}

/** The check of a page that is a check's own end page; null for other pages. */
function checkOf(place: Outcome | OwnEnd, protocol: Protocol): Screen | null {
  const screens = listScreens(protocol, 1);
  return screens.find((screen) => "step" in screen && place === `missed:${screen.step.key}`) ?? null;
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
 * One page exactly as a participant would see it, with a new dwell time and an invented code. The same functions create
 * the real view; their input does not contain the key.
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
    const missed = checkOf(place, protocol);
    const outcome = missed ? "quality" : (place as Outcome);
    return {
      ...frame,
      screen: viewEnd(protocol, outcome, previewedEnd(protocol, outcome), [], missed),
      index: 0,
      progress: null,
      dwell: { totalMs: 0, remainingMs: 0 },
    };
  }
  const shown = listScreens(protocol, 1)[place];
  if (!shown || (dependsOnCondition(shown) && !item)) return null;
  if (shown.kind === "exit") {
    const { endsAs } = shown.step;
    const screen = viewEnd(protocol, endsAs, previewedEnd(protocol, endsAs), [], shown);
    return { ...frame, screen, index: 0, progress: null, dwell: { totalMs: 0, remainingMs: 0 } };
  }
  const all = listScreens(protocol, study.itemsPerSession);
  const step = "step" in shown && shown.step.kind === "items" ? shown.step : null;
  const presentation = item ? presentationOf(protocol, item.kind, study.language) : {};
  const screens = item && step ? renderStimulus(item, levels, presentation).screens : [];
  const firstOption = screens.at(-1)?.options[0]?.value;
  const about = explainedAnswer(screens, firstOption === undefined ? null : { choice: firstOption });
  const dwellMs = shown.dwellSeconds * 1000;
  const limitMs = (limitOfScreen(shown) ?? 0) * 1000;
  return {
    ...frame,
    screen: viewScreen(shown, protocol, study.language, item && { screens, isSameStory: false, about }),
    index: shown.index,
    progress: viewProgress(all, all[shown.index] ?? shown),
    dwell: { totalMs: dwellMs, remainingMs: dwellMs },
    timeLimit: limitMs > 0 ? { totalMs: limitMs, remainingMs: limitMs } : null,
  };
}

/** An end page as seen by a person from the study's recruiter, with an invented ID, code and signature. */
function previewedEnd(protocol: Protocol, outcome: Outcome): EndFacts {
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
