import type { StudyStatus } from "../../survey/studies/study-status.ts";

/** The available data about one model in one study. */
export interface MatrixCell {
  /** Answers to the text that people read, and to other or unknown texts. */
  verified: number;
  other: number;
}

export interface MatrixStudy {
  id: string;
  name: string;
  status: StudyStatus;
  stage: string;
  isDemo: boolean;
  isLocked: boolean;
  /** Counted answers of people. */
  people: number;
}

/** Every model of a project and every opened study; studies ask different items, so nothing is pooled over them. */
export interface ResultMatrix {
  studies: MatrixStudy[];
  models: { id: string; name: string /** By study. */; cells: Record<string, MatrixCell> }[];
}

/** The state of a cell: "no people yet", "no model answers", "other text", "interim" or "ready". */
export function cellStatus(study: MatrixStudy, cell: MatrixCell | undefined) {
  if (!cell || cell.verified + cell.other === 0) return "no model answers";
  if (study.people === 0) return "no people yet";
  if (cell.verified === 0) return "text not verified";
  if ((study.stage === "main" || study.stage === "pilot") && !study.isLocked) return "interim";
  return "ready";
}
