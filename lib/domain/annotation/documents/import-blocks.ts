import type { RequiredField } from "../../items/kinds/story-kind.ts";
import type { KsteItem } from "../../stories/items/kste-item.ts";
import { documentProblems, type SubmissionProblem } from "../submission-problems.ts";
import { documentFromItem } from "./item-document.ts";

/**
 * The problems that would block submission of an item as imported, each by a code: `<mark>-<reason>` for a marked span
 * ("event-not-found"), `<mark>-missing`, `<field>-empty`, `options-identical`. Empty for every well-formed item. A
 * missing reason for a change is not included, because a person enters it later.
 */
export function findImportProblems(item: KsteItem): string[] {
  const document = documentFromItem(item);
  return [...new Set(documentProblems(document, document).map(formatProblemCode))];
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
