export const studyStatuses = ["draft", "open", "paused", "closed"] as const;
export type StudyStatus = (typeof studyStatuses)[number];

/** The actions of a researcher that change the status of a study. */
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

/** The status after an action. Only the first opening generates the design; a closed study can be reopened. */
export function nextStudyStatus(status: StudyStatus, move: StudyTransition): MoveResult {
  const rule = transitions[move];
  return rule.from.includes(status) ? { ok: true, status: rule.to } : { ok: false, reason: "wrongStatus" };
}

/** The actions that are currently possible, in display order. */
export function listTransitions(status: StudyStatus): StudyTransition[] {
  return (Object.keys(transitions) as StudyTransition[]).filter((move) => transitions[move].from.includes(status));
}
