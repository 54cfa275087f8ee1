import type { Protocol, Step } from "./protocol.ts";
import type { Question } from "./questions/question.ts";

/** One screen of a session. A protocol and the number of its items fix the whole list before the first screen is shown. */
export type Screen = ScreenLocation &
  (
    | { kind: "consent" }
    | { kind: "text"; step: Extract<Step, { kind: "text" }> }
    | { kind: "questions"; step: Extract<Step, { kind: "questions" }> }
    | { kind: "practice"; step: Extract<Step, { kind: "practice" }>; position: number; part: "story" | "answer" }
    | { kind: "story"; step: ItemStep; position: number }
    | { kind: "answer"; step: ItemStep; position: number; explanation: TextQuestion | null }
    | { kind: "explanation"; step: ItemStep; position: number; question: Question }
  );
export type ItemStep = Extract<Step, { kind: "items" }>;
type TextQuestion = Extract<Question, { type: "text" }>;

interface ScreenLocation {
  index: number;
  /** Names the screen in counts and exports; the same for every item of a block. */
  key: string;
  dwellSeconds: number;
  /** Leaving this screen claims a slot: it is the last one before which a stratum can still change. */
  claimsSlot: boolean;
}

type Drafted = Screen extends infer One ? (One extends Screen ? Omit<One, "index" | "claimsSlot"> : never) : never;

/**
 * The screens of a session in order: consent first, then each step's. A slot is claimed on leaving the last screen of
 * questions before the item block (or the consent, where there are none), so that nobody practises for a place that is
 * no longer free.
 *
 * @param itemsPerSession number of placements in a slot
 */
export function listScreens(protocol: Protocol, itemsPerSession: number): Screen[] {
  const drafted: Drafted[] = [
    { kind: "consent", key: "consent", dwellSeconds: 0 },
    ...protocol.steps.flatMap((step) => draftStep(step, itemsPerSession)),
  ];
  const firstItem = drafted.findIndex((screen) => screen.kind === "story" || screen.kind === "answer");
  const claiming = drafted.findLastIndex(
    (screen, index) => index < firstItem && (screen.kind === "questions" || screen.kind === "consent"),
  );
  return drafted.map((screen, index) => ({ ...screen, index, claimsSlot: index === claiming }) as Screen);
}

function draftStep(step: Step, itemsPerSession: number): Drafted[] {
  switch (step.kind) {
    case "text":
      return [{ kind: "text", key: step.key, dwellSeconds: step.dwellSeconds, step }];
    case "questions":
      return [{ kind: "questions", key: step.key, dwellSeconds: 0, step }];
    case "practice":
      return step.items.flatMap((_item, position): Drafted[] => {
        const key = `${step.key}-practice`;
        const answer: Drafted = { kind: "practice", key, dwellSeconds: 0, step, position, part: "answer" };
        if (step.layout === "one-screen") return [answer];
        return [{ ...answer, dwellSeconds: step.dwellSeconds, part: "story" }, answer];
      });
    case "items":
      return Array.from({ length: itemsPerSession }, (_, position) =>
        draftItem(step, position, position % (step.statementsPerReading ?? 1) === 0),
      ).flat();
  }
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

/** The open question about an answer; null where the step asks none. */
function explanationOf(step: ItemStep): TextQuestion | null {
  if (!step.explanation) return null;
  const { label, help, required, maximumLength } = step.explanation;
  return { type: "text", key: "explanation", label, help, required, maximumLength };
}
