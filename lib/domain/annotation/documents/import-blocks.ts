import type { RequiredField } from "../../items/kinds/story-kind.ts";
import type { KsteItem } from "../../stories/items/kste-item.ts";
import { listDocumentProblems, type SubmissionProblem } from "../submission-problems.ts";
import { documentFromItem } from "./item-document.ts";

/**
 * Finds the problems that would block submission of an item as imported. Each problem is a code: `<mark>-<reason>` for
 * a marked span ("event-not-found"), `<mark>-missing`, `<field>-empty` or `options-identical`. Empty for every
 * well-formed item. A missing reason for a change is not included, because a person enters it later.
 */
export function findImportProblems(item: KsteItem): string[] {
  const document = documentFromItem(item);
  return [...new Set(listDocumentProblems(document, document).map(formatProblemCode))];
}

function formatProblemCode(problem: SubmissionProblem): string {
  switch (problem.kind) {
    case "mark":
      return `${problem.report.anchor.role}-${problem.report.reason}`;
    case "missing-mark":
      return `${problem.role}-missing`;
    case "empty":
      return `${fieldNames[problem.field]}-empty`;
    case "same-options":
      return "options-identical";
    case "reason":
      return "reason-missing";
  }
}

/** Role names as they are used in files. */
const fieldNames: Readonly<Record<RequiredField, string>> = {
  story: "story",
  character: "character",
  question: "question",
  answerWithoutKnowledge: "answer_without_knowledge",
  answerWithKnowledge: "answer_with_knowledge",
};
