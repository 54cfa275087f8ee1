import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import type { Anchor } from "@/lib/domain/stories/anchors/anchor.ts";
import { storyKinds } from "../../items/kinds/story-kinds.ts";

export interface FieldDifference {
  label: string;
  left: string;
  right: string;
}

/** Lists the differences between two documents of one item: texts other than the story, and marks. */
export function findFieldDifferences(left: KsteDocument, right: KsteDocument): FieldDifference[] {
  const texts = storyKinds[left.kind].fields.flatMap(({ name, label }): FieldDifference[] => {
    const [one, other] = [left, right].map((document) => (document[name as keyof KsteDocument] as string | null) ?? "");
    return one === other ? [] : [{ label, left: one || "empty", right: other || "empty" }];
  });
  const markPositions = (anchors: readonly Anchor[]) => anchors.map(({ id, role, text }) => ({ id, role, text }));
  if (canonicalJson(markPositions(left.anchors)) === canonicalJson(markPositions(right.anchors))) return texts;
  return [...texts, { label: "Marks", left: describeMarks(left), right: describeMarks(right) }];
}

/** Formats the marks of a document as one line. */
export function describeMarks({ anchors }: KsteDocument): string {
  return anchors.map(({ role, text }) => `${role}: “${text}”`).join("; ") || "none";
}
