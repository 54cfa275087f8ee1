import { listSubmissionProblems, type SubmissionProblem } from "@/lib/domain/annotation/submission-problems.ts";
import type { AnchorRole } from "@/lib/domain/stories/anchors/anchor.ts";
import type { AnchorReport } from "@/lib/domain/stories/anchors/report.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import type { WorkspaceCheck } from "@/lib/domain/stories/workspace-check.ts";
import type { WordedText } from "@/lib/domain/words/words.ts";
import type { FieldName } from "../../items/kinds/story-kind.ts";
import { storyKinds } from "../../items/kinds/story-kinds.ts";
import { fieldText, type WorkspaceState } from "./workspace-state.ts";

/** A problem that must be resolved before the item can be submitted, with its remedy. */
export interface ItemProblem {
  id: string;
  about:
    | { kind: "anchor"; report: AnchorReport }
    | { kind: "missing-mark"; role: AnchorRole }
    | { kind: "field"; field: FieldName }
    | { kind: "reason" };
  /** The problem. */
  title: string;
  /** The remedy. */
  remedy: string;
}

/**
 * Describes all problems of `listSubmissionProblems` for people, marks first, in the order in which they should be
 * resolved. Hints are not included: a person may overrule the linter with a reason.
 */
export function describeItemProblems({
  kind,
  state,
  check,
  story,
  importedAnchors,
  isUntouched,
}: {
  kind: KsteKind;
  state: WorkspaceState;
  check: WorkspaceCheck;
  story: WordedText;
  /** The state of the marks at import; marked words that already occurred twice at import do not block submission. */
  importedAnchors: readonly AnchorReport[];
  /** Whether nothing was changed; no reason is then required. */
  isUntouched: boolean;
}): ItemProblem[] {
  const textOfField = (field: FieldName) => fieldText(state, field);
  return listSubmissionProblems({
    kind,
    story,
    anchors: check.anchors,
    importedAnchors,
    textOf: textOfField,
    codes: isUntouched ? null : state.codes,
  }).map((problem) => describeProblem(kind, problem));
}

export const roleNames: Readonly<Record<AnchorRole, string>> = {
  knowledge: "knowledge",
  event: "event",
  error: "error",
};

function describeProblem(kind: KsteKind, problem: SubmissionProblem): ItemProblem {
  switch (problem.kind) {
    case "mark": {
      const { report } = problem;
      return { id: `anchor-${report.anchor.id}`, about: { kind: "anchor", report }, ...describeAnchorProblem(report) };
    }
    case "missing-mark":
      return {
        id: `missing-${problem.role}`,
        about: problem,
        title: `No words are marked as the ${roleNames[problem.role]}`,
        remedy: "Select them in the story and mark them.",
      };
    case "empty": {
      const { field } = problem;
      const label = storyKinds[kind].fields.find(({ name }) => name === field)?.label;
      const title = field === "story" ? "The story is empty" : `${label} is empty`;
      const remedy = field === "story" ? "Write the story, or undo." : "Fill it in.";
      return { id: `field-${field}`, about: { kind: "field", field }, title, remedy };
    }
    case "same-options":
      return {
        id: "field-answerWithKnowledge",
        about: { kind: "field", field: "answerWithKnowledge" },
        title: "Both options have the same text",
        remedy: "Change one of them.",
      };
    case "reason":
      return {
        id: "reason",
        about: problem,
        title: "No reason is given for the change",
        remedy: "Select the broken rule or another reason, with the mouse or by its digit key.",
      };
  }
}

/** The problem of a mark and its remedy, as messages. */
export function describeAnchorProblem(report: AnchorReport): { title: string; remedy: string } {
  const name = roleNames[report.anchor.role];
  const nearest = report.nearest === null ? "" : "Accept the nearest match, or ";
  const select = (lead: string) => `${lead === "" ? "Select" : `${lead}select`} the right words and mark them.`;
  switch (report.reason) {
    case null:
      return { title: `The ${name} is marked`, remedy: "" };
    case "not-found":
      return report.blocks
        ? { title: `The ${name} does not appear verbatim in the story`, remedy: select(nearest) }
        : {
            title: "Paraphrased: not verbatim in the story",
            remedy: "This does not block submission. Mark the words that state it, or leave it as a note.",
          };
    case "cut":
      return {
        title: `An edit crossed the boundary of the ${name}`,
        remedy:
          report.nearest === null
            ? "Accept the remaining words, or select the right words and mark them."
            : "Accept the remaining words, accept the nearest match, or mark the right words.",
      };
    case "deleted":
      return { title: `All words of the ${name} were deleted`, remedy: select(nearest) };
    case "outside-event":
      return { title: "The error is outside the event", remedy: "Mark a larger event, or the error inside it." };
    case "repeated":
      return {
        title: `The words of the ${name} occur twice in the story`,
        remedy: "The mark is ambiguous: mark more words, or change one of the two passages.",
      };
    case "overlapping":
      return { title: "Two errors are marked on the same words", remedy: "Remove one of them." };
  }
}
