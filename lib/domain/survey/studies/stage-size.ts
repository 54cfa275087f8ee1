import { formatCount, formatNumberOf } from "../../format/figures.ts";
import { countSessions, sessionsByStratum } from "../composition/study-layout.ts";
import type { Design } from "../design.ts";

/** How a design states its size: by all sessions, or by the answers to each item in each group. */
export interface StageSize {
  unit: "sessions" | "answers";
  value: number;
}

/** The size of a design, in the unit in which the design states it. */
export function stageSize({ composition, perStratumItem }: Pick<Design, "composition" | "perStratumItem">): StageSize {
  const sessions = composition?.sessions ?? null;
  return sessions === null ? { unit: "answers", value: perStratumItem } : { unit: "sessions", value: sessions };
}

/** "20 sessions", or "5 answers to each of 12 items in each group". */
export function describeStageSize({ unit, value }: StageSize, items: number): string {
  return unit === "sessions"
    ? formatNumberOf(value, "session")
    : `${formatNumberOf(value, "answer")} to each of ${formatNumberOf(items, "item")} in each group`;
}

/** The design with another size, in the unit in which the design states its size. */
export function withStageSize(design: Design, value: number): Design {
  return design.composition && stageSize(design).unit === "sessions"
    ? { ...design, composition: { ...design.composition, sessions: value } }
    : { ...design, perStratumItem: value };
}

/** The number of items of a stage, and of those that its next stage asks. */
export interface StageItems {
  all: number;
  remaining: number;
}

/** The design of the next stage before its size is chosen. Numbers that fit all items may not fit a part of them. */
export function nextStageDesign(design: Design, { all, remaining }: StageItems): Design {
  return {
    ...design,
    itemsPerSession: Math.min(design.itemsPerSession, remaining),
    ...(remaining < all && design.composition
      ? { composition: { ...design.composition, draw: null, sessions: null } }
      : {}),
  };
}

/** Whether a design gives every group a whole number of sessions. */
export function hasWholeSessions(design: Design, items: number): boolean {
  const sessions = countSessions(design, items);
  return [sessions, ...sessionsByStratum(design, sessions).values()].every(Number.isInteger);
}

/** The largest size that is tried; groups with unusual shares may have no whole sessions below it. */
export const maxSizeStep = 10_000;

/** The number whose multiples are the sizes that give every group whole sessions; null if none was found. */
function stageSizeStep(design: Design, items: number): number | null {
  for (let step = 1; step <= maxSizeStep; step += 1)
    if (hasWholeSessions(withStageSize(design, step), items)) return step;
  return null;
}

/** Why the size of a design is refused, with the remedy; null if it gives every group whole sessions. */
export function findStageSizeProblem(design: Design, items: number): string | null {
  if (hasWholeSessions(design, items)) return null;
  const size = stageSize(design);
  const step = stageSizeStep(design, items);
  const remedy =
    step === null ? "Set the size in the design of the draft." : `Choose a multiple of ${formatCount(step)}.`;
  return `${describeStageSize(size, items)} ${size.value === 1 ? "does" : "do"} not give every group whole sessions. ${remedy}`;
}

/** A size for the next stage: the size of its pilot, or the next one above that gives whole sessions. */
export interface NextStageSize extends StageSize {
  step: number;
  /** The number of sessions of this size. */
  sessions: number;
  itemsPerSession: number;
}

/** The proposed size of the stage after a pilot with this design; null if no size gives every group whole sessions. */
export function proposeStageSize(pilot: Design, items: StageItems): NextStageSize | null {
  const next = nextStageDesign(pilot, items);
  const step = stageSizeStep(next, items.remaining);
  if (step === null) return null;
  const { unit, value: stated } = stageSize(next);
  // A pilot that states its sessions has no valid number of answers.
  const perItem =
    (countSessions(pilot, items.all) * pilot.itemsPerSession) /
    (pilot.strata.length * (pilot.composition?.draw ?? items.all));
  const wanted = unit === "sessions" ? stated : perItem;
  const value = Math.max(1, Math.ceil(wanted / step - 1e-9)) * step;
  const sessions = Math.round(countSessions(withStageSize(next, value), items.remaining));
  return { unit, value, step, sessions, itemsPerSession: next.itemsPerSession };
}
