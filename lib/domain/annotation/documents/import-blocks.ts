import type { KsteItem } from "../../stories/items/kste-item.ts";
import { documentProblems, type RequiredField, type SubmissionProblem } from "../submission-problems.ts";
import { documentFromItem } from "./item-document.ts";

/**
 * What would stop the submission of an item as it is imported, each by a name: `<mark>-<reason>` for a marked span
 * ("event-not-found"), `<mark>-missing`, `<field>-empty`, `options-identical`. Empty for every well-formed item; why it
 * was changed, which a person says, is not among them.
 */
export function importBlocks(item: KsteItem): string[] {
  const document = documentFromItem(item);
  return [...new Set(documentProblems(document, document).map(nameOf))];
}

function nameOf(problem: SubmissionProblem): string {
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

/** As files name them. */
const fieldNames: Readonly<Record<RequiredField, string>> = {
  story: "story",
  character: "character",
  question: "question",
  answerWithoutKnowledge: "answer_without_knowledge",
  answerWithKnowledge: "answer_with_knowledge",
};
