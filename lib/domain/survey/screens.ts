import { type PageAmongItems, pagesAmongItems } from "./branching/check-position.ts";
import type { Protocol } from "./protocol.ts";
import type { ProtocolStep } from "./protocol-step.ts";
import { isSkippable } from "./questions/apply-rules.ts";
import type { Question } from "./questions/question.ts";

/**
 * One screen of a session. The protocol and the number of items determine the whole list before the first screen is
 * shown.
 */
export type Screen = ScreenLocation &
  (
    | { kind: "consent" }
    | { kind: "text"; step: Extract<ProtocolStep, { kind: "text" }> }
    /** `after`: for a page among the items, the number of items before it; null for other pages. */
    | { kind: "questions"; step: QuestionStep; after: number | null }
    /** Never shown: a person who reaches this screen sees the exit's end page. */
    | { kind: "exit"; step: ExitStep }
    | { kind: "practice"; step: PracticeStep; position: number; part: "story" | "answer" }
    | { kind: "feedback"; step: PracticeStep; position: number }
    | { kind: "time-limit"; step: ItemStep; seconds: number }
    | { kind: "story"; step: ItemStep; position: number }
    | { kind: "answer"; step: ItemStep; position: number; explanation: TextQuestion | null }
    | { kind: "explanation"; step: ItemStep; position: number; question: Question }
  );
export type ItemStep = Extract<ProtocolStep, { kind: "items" }>;
export type QuestionStep = Extract<ProtocolStep, { kind: "questions" }>;
export type ExitStep = Extract<ProtocolStep, { kind: "exit" }>;
export type PracticeStep = Extract<ProtocolStep, { kind: "practice" }>;
type TextQuestion = Extract<Question, { type: "text" }>;

interface ScreenLocation {
  index: number;
  /** Identifies the screen in counts and exports; the same for every item of a block. */
  key: string;
  dwellSeconds: number;
  /**
   * The step and the number of the further attempt to which the screen belongs; null for the first attempt. A page with
   * a drawn position has a screen at every position; all of these screens except the first belong to attempt 1.
   */
  again: { step: string; attempt: number } | null;
  /** Leaving this screen claims a slot: it is the last screen before which the stratum can still change. */
  claimsSlot: boolean;
}

type UnindexedScreen = Screen extends infer One
  ? One extends Screen
    ? Omit<One, "index" | "claimsSlot" | "again">
    : never
  : never;
type UnlistedScreen = UnindexedScreen & Pick<ScreenLocation, "again">;

/**
 * The screens of a session in order: consent first, then the screens of each step. A further attempt at a check or a
 * practice item has its own screens, which people who pass never see. A slot is claimed on leaving the last screen of
 * questions before the item block (or the consent, if there are none), so that no one does the practice items and then
 * finds no free slot. The page that announces a time limit comes directly before the first item. Pages among the items
 * are in the item block, once for each position that can be drawn.
 *
 * @param itemsPerSession number of placements in a slot
 */
export function listScreens(protocol: Protocol, itemsPerSession: number): Screen[] {
  const screens: UnlistedScreen[] = [
    { kind: "consent", key: "consent", dwellSeconds: 0, again: null },
    ...protocol.steps.flatMap((step) => createStepScreens(step, protocol.steps, itemsPerSession)),
  ];
  const firstItem = screens.findIndex((screen) => screen.kind === "story" || screen.kind === "answer");
  const claimIndex = screens.findLastIndex(
    (screen, index) => index < firstItem && (screen.kind === "questions" || screen.kind === "consent"),
  );
  return screens.map((screen, index) => ({ ...screen, index, claimsSlot: index === claimIndex }) as Screen);
}

/** Whether this screen can be skipped for some people, because of an answer or of the position drawn for them. */
export function canBeSkipped(screen: Screen): boolean {
  if (screen.kind === "exit") return true;
  return screen.kind === "questions" && (isSkippable(screen.step) || hasDrawnPosition(screen.step));
}

/** Whether a page is shown among the items at a position that is drawn for each slot. */
export function hasDrawnPosition({ amongItems }: QuestionStep): boolean {
  return amongItems !== undefined && amongItems.from < amongItems.to;
}

/** Whether this is the first screen of its item: recordings are played there, and can be replayed later. */
export function isFirstOfItem(screens: readonly Screen[], screen: Screen): boolean {
  if (screen.kind !== "story" && screen.kind !== "answer") return false;
  const isOfItem = (other: Screen) =>
    (other.kind === "story" || other.kind === "answer") && other.position === screen.position;
  return screens.find(isOfItem)?.index === screen.index;
}

function createStepScreens(
  step: ProtocolStep,
  steps: readonly ProtocolStep[],
  itemsPerSession: number,
): UnlistedScreen[] {
  switch (step.kind) {
    case "text":
      return [{ kind: "text", key: step.key, dwellSeconds: step.dwellSeconds, step, again: null }];
    case "questions":
      return step.amongItems ? [] : createQuestionScreens(step, steps, null);
    case "exit":
      return [{ kind: "exit", key: step.key, dwellSeconds: 0, step, again: null }];
    case "practice":
      return step.items.flatMap((_item, position) => createPracticeScreens(step, position));
    case "items":
      return [
        ...createTimeLimitScreens(step).map((screen) => ({ ...screen, again: null })),
        ...Array.from({ length: itemsPerSession }, (_, position) => [
          ...createItemScreens(step, position, position % (step.statementsPerReading ?? 1) === 0).map((screen) => ({
            ...screen,
            again: null,
          })),
          ...pagesAmongItems(steps).flatMap((page) =>
            createScreensAmongItems(page, steps, position + 1, itemsPerSession),
          ),
        ]).flat(),
      ];
  }
}

/** The page before the first item of a block with a time limit; empty without a time limit. */
function createTimeLimitScreens(step: ItemStep): UnindexedScreen[] {
  const seconds = step.timeLimitSeconds;
  return seconds ? [{ kind: "time-limit", key: `${step.key}-time-limit`, dwellSeconds: 0, step, seconds }] : [];
}

/** The screens of a page among the items after this number of items; empty if it cannot be shown there. */
function createScreensAmongItems(
  { key, from, to }: PageAmongItems,
  steps: readonly ProtocolStep[],
  after: number,
  itemsPerSession: number,
): UnlistedScreen[] {
  const step = steps.find((candidate) => candidate.key === key);
  const first = Math.min(from, itemsPerSession);
  if (step?.kind !== "questions" || after < first || after > to) return [];
  const screens = createQuestionScreens(step, steps, after);
  return after === first
    ? screens
    : screens.map((screen) => ({ ...screen, again: screen.again ?? { step: key, attempt: 1 } }));
}

/** The screens of a page of questions; each further attempt begins with the text that is shown again. */
function createQuestionScreens(
  step: QuestionStep,
  steps: readonly ProtocolStep[],
  after: number | null,
): UnlistedScreen[] {
  const questionScreen: UnindexedScreen = { kind: "questions", key: step.key, dwellSeconds: 0, step, after };
  const rereadStep = steps.find(({ kind, key }) => kind === "text" && key === step.check?.rereads);
  return repeatAttempts(step.key, step.check?.tries ?? 1, (attempt) => {
    if (attempt === 1 || rereadStep?.kind !== "text") return [questionScreen];
    return [
      { kind: "text", key: `${step.key}-again`, dwellSeconds: rereadStep.dwellSeconds, step: rereadStep },
      questionScreen,
    ];
  });
}

/** The screens of a practice item and, if the step has it, of its feedback; each attempt begins with the story. */
function createPracticeScreens(step: PracticeStep, position: number): UnlistedScreen[] {
  const key = `${step.key}-practice`;
  return repeatAttempts(step.key, step.training?.tries ?? 1, () => {
    const answer: UnindexedScreen = { kind: "practice", key, dwellSeconds: 0, step, position, part: "answer" };
    const story: UnindexedScreen = { ...answer, dwellSeconds: step.dwellSeconds, part: "story" };
    return [
      ...(step.layout === "one-screen" ? [answer] : [story, answer]),
      ...(step.training
        ? [{ kind: "feedback" as const, key: `${step.key}-feedback`, dwellSeconds: 0, step, position }]
        : []),
    ];
  });
}

function repeatAttempts(step: string, tries: number, draft: (attempt: number) => UnindexedScreen[]): UnlistedScreen[] {
  return Array.from({ length: tries }, (_, index) =>
    draft(index + 1).map((screen) => ({ ...screen, again: index === 0 ? null : { step, attempt: index + 1 } })),
  ).flat();
}

function createItemScreens(step: ItemStep, position: number, isRead: boolean): UnindexedScreen[] {
  const screens: UnindexedScreen[] = [];
  if (step.layout === "story-then-question" && isRead) {
    screens.push({ kind: "story", key: `${step.key}-story`, dwellSeconds: step.dwellSeconds, step, position });
  }
  const question = toExplanationQuestion(step);
  const isBelow = step.explanation?.place === "with-answer";
  screens.push({
    kind: "answer",
    key: `${step.key}-answer`,
    dwellSeconds: 0,
    step,
    position,
    explanation: isBelow ? question : null,
  });
  if (question && !isBelow) {
    screens.push({ kind: "explanation", key: `${step.key}-explanation`, dwellSeconds: 0, step, position, question });
  }
  return screens;
}

/** The open question about an answer; null if the step has none. */
function toExplanationQuestion(step: ItemStep): TextQuestion | null {
  if (!step.explanation) return null;
  const { label, help, required, maximumLength } = step.explanation;
  return { type: "text", key: "explanation", label, help, required, maximumLength };
}
