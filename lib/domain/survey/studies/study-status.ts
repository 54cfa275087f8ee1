export const studyStatuses = ["draft", "open", "paused", "closed"] as const;
export type StudyStatus = (typeof studyStatuses)[number];

/** What a researcher can do to a study as a whole. */
export type StudyTransition = "open" | "pause" | "close" | "reopen";

interface TransitionRule {
  from: readonly StudyStatus[];
  to: StudyStatus;
}

const transitions: Record<StudyTransition, TransitionRule> = {
  open: { from: ["draft"], to: "open" },
  pause: { from: ["open"], to: "paused" },
  close: { from: ["open", "paused"], to: "closed" },
  reopen: { from: ["paused", "closed"], to: "open" },
};

export type MoveResult = { ok: true; status: StudyStatus } | { ok: false; reason: "wrongStatus" };

/** Where a move leads. Only the first opening generates the design; a closed study may be opened again. */
export function moveStudy(status: StudyStatus, move: StudyTransition): MoveResult {
  const rule = transitions[move];
  return rule.from.includes(status) ? { ok: true, status: rule.to } : { ok: false, reason: "wrongStatus" };
}

/** The transitions that a study can make now, in the order in which they are offered. */
export function listTransitions(status: StudyStatus): StudyTransition[] {
  return (Object.keys(transitions) as StudyTransition[]).filter((move) => transitions[move].from.includes(status));
}
