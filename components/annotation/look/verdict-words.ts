import type { AnnotationVerdict } from "@/lib/domain/annotation/requests.ts";

/** The labels of verdicts. */
export const verdictWords: Readonly<Record<AnnotationVerdict, string>> = {
  sound: "sound",
  refined: "refined",
  irreparable: "unusable",
};
