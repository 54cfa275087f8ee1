import { formatCount } from "../../format/figures.ts";
import type { StageLink } from "./study-rows.ts";
import type { StudyStatus } from "./study-status.ts";

/** A state of a study between draft and closed data. A study without a pilot skips the state Pilot. */
export interface StudyStateEntry {
  name: "draft" | "pilot" | "main" | "closed";
  label: string;
  progress: "past" | "current" | "ahead" | "skipped";
  /** The linked study that is or was in this state, if it is not this study. */
  studyId: string | null;
}

/** The next step for the researcher, and the page for it, below the study's URL. */
export interface NextStep {
  text: string;
  label: string;
  path: string;
}

export interface StudyStateFacts {
  status: StudyStatus;
  stage: string;
  /** The study that this study continues, and the studies that continue it. */
  before: Pick<StageLink, "id" | "stage"> | null;
  after: readonly Pick<StageLink, "id" | "stage" | "status">[];
  /** Number of requirements for opening that are not met. */
  missing: number;
  filled: number;
  slots: number;
}

/** The states Draft, Pilot, Main and Closed of a study. A simulation or re-solve has the state Main while it is open. */
export function listStates({ status, stage, before, after }: StudyStateFacts): StudyStateEntry[] {
  const isPilot = stage === "pilot";
  const main = after.find((one) => one.stage === "main");
  const current = status === "draft" ? 0 : isPilot ? 1 : status === "closed" ? 3 : 2;
  const names = ["draft", "pilot", "main", "closed"] as const;
  const labels = { draft: "Draft", pilot: "Pilot", main: "Main", closed: "Closed" };
  return names.map((name, index) => ({
    name,
    label: labels[name],
    progress:
      name === "pilot" && !isPilot && before?.stage !== "pilot"
        ? "skipped"
        : index === current
          ? "current"
          : index < current || (name === "pilot" && !isPilot)
            ? "past"
            : "ahead",
    studyId:
      name === "pilot" && !isPilot ? (before?.id ?? null) : name === "main" && isPilot ? (main?.id ?? null) : null,
  }));
}

/** The next step for a study in this state. */
export function findNextStep({ status, stage, after, missing, filled, slots }: StudyStateFacts): NextStep {
  if (status === "draft")
    return missing > 0
      ? {
          text: `${missing} ${missing === 1 ? "requirement is" : "requirements are"} not met yet.`,
          label: "Show missing requirements",
          path: "/recruit",
        }
      : { text: "All requirements are met. Open the study.", label: "Check the preview", path: "/design/protocol" };
  const unfilledSlots = Math.max(0, slots - filled);
  if (status !== "closed" && unfilledSlots > 0)
    return {
      text: `${status === "paused" ? "The study is paused. " : ""}${formatCount(unfilledSlots)} of ${formatCount(slots)} slots are not filled yet.`,
      label: "Show the progress",
      path: "/collect",
    };
  if (stage === "pilot")
    return after.length > 0
      ? { text: "The next stage is prepared.", label: "Show the linked stages", path: "/stages" }
      : { text: "Check the items of the pilot and prepare the main stage.", label: "Check the pilot", path: "/stages" };
  return status === "closed"
    ? { text: "Data collection is closed.", label: "Read the results", path: "/results" }
    : {
        text: "All slots are filled. Close the study to lock its data.",
        label: "Check the answers",
        path: "/responses",
      };
}
