export type StudyStatus = "draft" | "open" | "paused" | "closed";

/** What a researcher can do to a study as a whole. */
export type StudyMove = "open" | "pause" | "close" | "reopen";

interface MoveRule {
  from: readonly StudyStatus[];
  to: StudyStatus;
}

const moves: Record<StudyMove, MoveRule> = {
  open: { from: ["draft"], to: "open" },
  pause: { from: ["open"], to: "paused" },
  close: { from: ["open", "paused"], to: "closed" },
  reopen: { from: ["paused", "closed"], to: "open" },
};

export type MoveResult = { ok: true; status: StudyStatus } | { ok: false; reason: "wrongStatus" };

/** Where a move leads. Only the first opening lays out the design; a closed study may be opened again. */
export function moveStudy(status: StudyStatus, move: StudyMove): MoveResult {
  const rule = moves[move];
  return rule.from.includes(status) ? { ok: true, status: rule.to } : { ok: false, reason: "wrongStatus" };
}

/** The moves that a study can make now, in the order in which they are offered. */
export function listMoves(status: StudyStatus): StudyMove[] {
  return (Object.keys(moves) as StudyMove[]).filter((move) => moves[move].from.includes(status));
}
