import * as z from "zod";
import { canonicalJson, fingerprint } from "../../fingerprint.ts";
import { taskAnswerSchema } from "../../tasks/answers/task-answer.ts";
import { type KsteDocument, ksteDocumentSchema } from "./kste-document.ts";

/** The answers of an annotator to an item of a task schema, and the version of the schema. */
export const answerDocumentSchema = z.strictObject({
  kind: z.literal("schema"),
  version: z.int().min(1),
  answer: taskAnswerSchema,
});
export type AnswerDocument = z.infer<typeof answerDocumentSchema>;

/** The content of a copy: the text of a story with its marks, or the answers to a task schema. */
export const annotationDocumentSchema = z.discriminatedUnion("kind", [ksteDocumentSchema, answerDocumentSchema]);
export type AnnotationDocument = KsteDocument | AnswerDocument;

/** SHA-256 of a document, identical in the browser and on the server; receipts repeat it. */
export function documentHash(document: AnnotationDocument): string {
  return fingerprint(canonicalJson(document));
}

/** Whether two documents have the same content, anchors included. */
export function isSameDocument(left: AnnotationDocument, right: AnnotationDocument): boolean {
  return canonicalJson(left) === canonicalJson(right);
}

/** Returns the document as a story; throws for a document of answers. */
export function storyOf(document: AnnotationDocument): KsteDocument {
  if (document.kind === "schema") throw new RangeError("this item has answers to a task schema, not a story");
  return document;
}
