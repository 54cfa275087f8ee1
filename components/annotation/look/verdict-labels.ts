import type { CopyVerdict } from "@/lib/domain/annotation/requests.ts";

/** The labels of verdicts. */
export const verdictLabels: Readonly<Record<CopyVerdict, string>> = {
  sound: "sound",
  refined: "refined",
  irreparable: "unusable",
  answered: "answered",
};
