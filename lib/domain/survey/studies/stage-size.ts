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

/** The same design with another size in its own unit. */
export function withStageSize(design: Design, value: number): Design {
  return design.composition && stageSize(design).unit === "sessions"
    ? { ...design, composition: { ...design.composition, sessions: value } }
    : { ...design, perStratumItem: value };
}
