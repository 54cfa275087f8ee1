import { validateAnswer } from "../tasks/answers/validate-answer.ts";
import { type AnnotationDocument, isSameDocument } from "./documents/copy-document.ts";
import type { CopyVerdict } from "./requests.ts";
import { listDocumentProblems } from "./submission-problems.ts";
import type { SchemaTask } from "./task.ts";

/** Why a verdict is refused. */
export type VerdictRefusal =
  /** The verdict is "sound", but the text was changed: it must be "refined". */
  | "changed"
  /** The verdict is "refined", but nothing was changed. */
  | "unchanged"
  /** A problem blocks submission (`listSubmissionProblems`): a broken mark, a missing text, or identical options. */
  | "problems"
  /** Verdict "irreparable" without a reason; this verdict has no other requirement. */
  | "reason-missing"
  /** Verdict "refined" without a reason code. */
  | "codes-missing"
  /** The document or the verdict is of a different kind from the item. */
  | "kind"
  /** An answer to a task schema is missing or not allowed. */
  | "answers"
  /** The answers belong to another version of the task schema. */
  | "version";

export type VerdictJudgement = { ok: true } | { ok: false; reason: VerdictRefusal };

/** Whether a verdict is consistent with the changes to the text. The workspace and the server use the same rule. */
export function judgeVerdict(subject: {
  verdict: CopyVerdict;
  document: AnnotationDocument;
  /** The document that the annotator was given. */
  given: AnnotationDocument;
  reason: string;
  /** Codes of the reasons for the change. */
  codes: readonly string[];
  /** The task schema, for an item that has one. */
  schema?: Pick<SchemaTask, "version" | "schema" | "fields"> | null;
}): VerdictJudgement {
  const { verdict, document, given, reason, codes, schema } = subject;
  if (verdict === "irreparable") return reason.trim() === "" ? refuseVerdict("reason-missing") : { ok: true };
  if (document.kind !== given.kind) return refuseVerdict("kind");
  if (document.kind === "schema" || given.kind === "schema") {
    if (verdict !== "answered" || !schema || document.kind !== "schema") return refuseVerdict("kind");
    if (document.version !== schema.version) return refuseVerdict("version");
    return validateAnswer(schema.schema, schema.fields, document.answer).ok ? { ok: true } : refuseVerdict("answers");
  }
  if (verdict === "answered") return refuseVerdict("kind");
  const isUntouched = isSameDocument(document, given);
  if (verdict === "sound" && !isUntouched) return refuseVerdict("changed");
  if (verdict === "refined" && isUntouched) return refuseVerdict("unchanged");
  const problems = listDocumentProblems(document, given, isUntouched ? null : codes);
  if (problems.length === 0) return { ok: true };
  return refuseVerdict(problems.every(({ kind }) => kind === "reason") ? "codes-missing" : "problems");
}

/** The refusals as messages for a person. */
export const verdictRefusals: Readonly<Record<VerdictRefusal, string>> = {
  changed: "The item was changed. Choose the verdict “refined”.",
  unchanged: "Nothing was changed. Choose the verdict “sound”.",
  problems: "A mark is broken or a text is missing. Repair it before you submit, or mark the item as unusable.",
  "reason-missing": "Enter a short reason why the item cannot be repaired.",
  "codes-missing": "Choose at least one reason for the change.",
  kind: "This text or verdict belongs to another kind of item.",
  answers: "An answer is missing or not allowed. Complete the answers, or mark the item as unusable.",
  version: "The task schema was changed after this item was opened. Reload the page and check your answers.",
};

function refuseVerdict(reason: VerdictRefusal): VerdictJudgement {
  return { ok: false, reason };
}
