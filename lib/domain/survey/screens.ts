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
    /** `after`: the number of items before a page among the items; null for other pages. */
    | { kind: "questions"; step: QuestionStep; after: number | null }
    /** Never shown as a screen: a person who reaches it sees its end page. */
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
   * The step and number of the further attempt that the screen belongs to; null for the first. A page with a drawn position
   * has a screen at every position: those after the first are attempt 1.
   */
  again: { step: string; attempt: number } | null;
  /** Leaving this screen claims a slot: it is the last one before which the stratum can change. */
  claimsSlot: boolean;
}

type Drafted = Screen extends infer One
  ? One extends Screen
    ? Omit<One, "index" | "claimsSlot" | "again">
    : never
  : never;
type Listed = Drafted & Pick<ScreenLocation, "again">;

/**
 * The screens of a session in order: consent first, then each step's. A further attempt at a check or a practice item
 * has its own screens, which people who pass never see. A slot is claimed on leaving the last screen of questions
 * before the item block (or the consent, if there are none), so that no one practises for a slot that is no longer
 * free. The page that announces a time limit comes directly before the first item. Pages among the items are in the item
 * block, once for each position that can be drawn.
 *
 * @param itemsPerSession number of placements in a slot
 */
export function listScreens(protocol: Protocol, itemsPerSession: number): Screen[] {
  const drafted: Listed[] = [
    { kind: "consent", key: "consent", dwellSeconds: 0, again: null },
    ...protocol.steps.flatMap((step) => draftStep(step, protocol.steps, itemsPerSession)),
  ];
  const firstItem = drafted.findIndex((screen) => screen.kind === "story" || screen.kind === "answer");
  const claiming = drafted.findLastIndex(
    (screen, index) => index < firstItem && (screen.kind === "questions" || screen.kind === "consent"),
  );
  return drafted.map((screen, index) => ({ ...screen, index, claimsSlot: index === claiming }) as Screen);
}

/** Whether this screen can be skipped for some people, because of an answer or of the position drawn for them. */
export function canBeSkipped(screen: Screen): boolean {
  if (screen.kind === "exit") return true;
  return screen.kind === "questions" && (isSkippable(screen.step) || hasDrawnPosition(screen.step));
}

/** Whether a page is shown among the items at a position that differs between slots. */
export function hasDrawnPosition({ amongItems }: QuestionStep): boolean {
  return amongItems !== undefined && amongItems.from < amongItems.to;
}

/** Whether this screen is the first that shows its item: recordings are played there, and can be repeated later. */
export function isFirstOfItem(screens: readonly Screen[], screen: Screen): boolean {
  if (screen.kind !== "story" && screen.kind !== "answer") return false;
  const isOfItem = (other: Screen) =>
    (other.kind === "story" || other.kind === "answer") && other.position === screen.position;
  return screens.find(isOfItem)?.index === screen.index;
}

function draftStep(step: ProtocolStep, steps: readonly ProtocolStep[], itemsPerSession: number): Listed[] {
  switch (step.kind) {
    case "text":
      return [{ kind: "text", key: step.key, dwellSeconds: step.dwellSeconds, step, again: null }];
    case "questions":
      return step.amongItems ? [] : draftQuestions(step, steps, null);
    case "exit":
      return [{ kind: "exit", key: step.key, dwellSeconds: 0, step, again: null }];
    case "practice":
      return step.items.flatMap((_item, position) => draftPractice(step, position));
    case "items":
      return [
        ...announceTimeLimit(step).map((screen) => ({ ...screen, again: null })),
        ...Array.from({ length: itemsPerSession }, (_, position) => [
          ...draftItem(step, position, position % (step.statementsPerReading ?? 1) === 0).map((screen) => ({
            ...screen,
            again: null,
          })),
          ...pagesAmongItems(steps).flatMap((page) => draftAmongItems(page, steps, position + 1, itemsPerSession)),
        ]).flat(),
      ];
  }
}

/** The page before the first item of a block with a time limit; none without one. */
function announceTimeLimit(step: ItemStep): Drafted[] {
  const seconds = step.timeLimitSeconds;
  return seconds ? [{ kind: "time-limit", key: `${step.key}-time-limit`, dwellSeconds: 0, step, seconds }] : [];
}

/** The screens of a page among the items after this number of items; none if it cannot be shown there. */
function draftAmongItems(
  { key, from, to }: PageAmongItems,
  steps: readonly ProtocolStep[],
  after: number,
  itemsPerSession: number,
): Listed[] {
  const step = steps.find((candidate) => candidate.key === key);
  const first = Math.min(from, itemsPerSession);
  if (step?.kind !== "questions" || after < first || after > to) return [];
  const screens = draftQuestions(step, steps, after);
  return after === first
    ? screens
    : screens.map((screen) => ({ ...screen, again: screen.again ?? { step: key, attempt: 1 } }));
}

/** A page of questions; each further attempt begins with the text that is shown again. */
function draftQuestions(step: QuestionStep, steps: readonly ProtocolStep[], after: number | null): Listed[] {
  const asked: Drafted = { kind: "questions", key: step.key, dwellSeconds: 0, step, after };
  const reread = steps.find(({ kind, key }) => kind === "text" && key === step.check?.rereads);
  return attemptsOf(step.key, step.check?.tries ?? 1, (attempt) => {
    if (attempt === 1 || reread?.kind !== "text") return [asked];
    return [{ kind: "text", key: `${step.key}-again`, dwellSeconds: reread.dwellSeconds, step: reread }, asked];
  });
}

/** A practice item and, if the step trains, its feedback; each attempt begins with the story. */
function draftPractice(step: PracticeStep, position: number): Listed[] {
  const key = `${step.key}-practice`;
  return attemptsOf(step.key, step.training?.tries ?? 1, () => {
    const answer: Drafted = { kind: "practice", key, dwellSeconds: 0, step, position, part: "answer" };
    const story: Drafted = { ...answer, dwellSeconds: step.dwellSeconds, part: "story" };
    return [
      ...(step.layout === "one-screen" ? [answer] : [story, answer]),
      ...(step.training
        ? [{ kind: "feedback" as const, key: `${step.key}-feedback`, dwellSeconds: 0, step, position }]
        : []),
    ];
  });
}

function attemptsOf(step: string, tries: number, draft: (attempt: number) => Drafted[]): Listed[] {
  return Array.from({ length: tries }, (_, index) =>
    draft(index + 1).map((screen) => ({ ...screen, again: index === 0 ? null : { step, attempt: index + 1 } })),
  ).flat();
}

function draftItem(step: ItemStep, position: number, isRead: boolean): Drafted[] {
  const screens: Drafted[] = [];
  if (step.layout === "story-then-question" && isRead) {
    screens.push({ kind: "story", key: `${step.key}-story`, dwellSeconds: step.dwellSeconds, step, position });
  }
  const question = explanationOf(step);
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
function explanationOf(step: ItemStep): TextQuestion | null {
  if (!step.explanation) return null;
  const { label, help, required, maximumLength } = step.explanation;
  return { type: "text", key: "explanation", label, help, required, maximumLength };
}
