import type { RequiredField } from "../items/kinds/story-kind.ts";
import { storyKinds } from "../items/kinds/story-kinds.ts";
import type { AnchorRole } from "../stories/anchors/anchor.ts";
import { type AnchorReport, anchorReports } from "../stories/anchors/report.ts";
import type { KsteKind } from "../stories/items/kste-item.ts";
import { parseWords, type WordedText, wordsOf } from "../words/words.ts";
import type { KsteDocument } from "./documents/kste-document.ts";

/** A problem that blocks the submission of an item. */
export type SubmissionProblem =
  /** A marked span is broken, empty or duplicated by an edit. */
  | { kind: "mark"; report: AnchorReport }
  /** The kind requires a mark of this role, but there is none. */
  | { kind: "missing-mark"; role: AnchorRole }
  /** The text has no words. */
  | { kind: "empty"; field: RequiredField }
  /** Both options have the same text. */
  | { kind: "same-options" }
  /** The item was changed without a reason code (`reason-codes.ts`). */
  | { kind: "reason" };

/** An item to be submitted. */
export interface Submission {
  kind: KsteKind;
  story: WordedText;
  /** The state of the item's marks (`anchorReports`). */
  anchors: readonly AnchorReport[];
  /** The state of the marks at import. Marked words that already occurred twice at import do not block submission. */
  importedAnchors: readonly AnchorReport[];
  textOf: (field: RequiredField) => string;
  /** Reason codes for the change. Null if none are required: nothing was changed, or a reviewer made the change. */
  codes: readonly string[] | null;
}

/**
 * Lists all problems that block the submission of an item, marks first, in the order in which they should be resolved.
 * Every well-formed item may be submitted as imported. Knowledge in a wording other than the story's is only a note.
 * The workspace and the server share this check. Hints are not problems: a person may overrule the linter with a
 * reason.
 */
export function listSubmissionProblems(submission: Submission): SubmissionProblem[] {
  const { kind, story, anchors, importedAnchors, textOf, codes } = submission;
  const repeatedAtImport = new Set(
    importedAnchors.filter(({ reason }) => reason === "repeated").map(({ text }) => text),
  );
  const brokenAnchors = anchors.filter(
    ({ blocks, reason, text }) => blocks && !(reason === "repeated" && repeatedAtImport.has(text)),
  );
  const { requiredRoles, requiredTexts, hasQuestion } = storyKinds[kind];
  const missingRoles = requiredRoles.filter((role) => !anchors.some(({ anchor }) => anchor.role === role));
  const emptyTexts = requiredTexts.filter((field) => wordsOf(textOf(field)).length === 0);
  return [
    ...brokenAnchors.map((report): SubmissionProblem => ({ kind: "mark", report })),
    ...missingRoles.map((role): SubmissionProblem => ({ kind: "missing-mark", role })),
    ...(story.words.length === 0 ? [{ kind: "empty", field: "story" } as const] : []),
    ...emptyTexts.map((field): SubmissionProblem => ({ kind: "empty", field })),
    ...(hasQuestion && haveSameWords(textOf("answerWithoutKnowledge"), textOf("answerWithKnowledge"))
      ? [{ kind: "same-options" } as const]
      : []),
    ...(codes?.length === 0 ? [{ kind: "reason" } as const] : []),
  ];
}

/** The same check for a whole stored document, compared with the imported document. */
export function listDocumentProblems(
  document: KsteDocument,
  imported: KsteDocument,
  codes: Submission["codes"] = null,
): SubmissionProblem[] {
  const story = parseWords(document.story);
  const texts: Partial<Record<RequiredField, string>> = document;
  return listSubmissionProblems({
    kind: document.kind,
    story,
    anchors: anchorReports(story, document.anchors),
    importedAnchors: anchorReports(parseWords(imported.story), imported.anchors),
    textOf: (field) => texts[field] ?? "",
    codes,
  });
}

function haveSameWords(left: string, right: string): boolean {
  const [one, other] = [wordsOf(left), wordsOf(right)];
  return one.length > 0 && one.length === other.length && one.every((word, index) => word.text === other[index]?.text);
}
