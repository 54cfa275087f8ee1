import type { Verdict } from "@/lib/domain/annotation/requests.ts";

/** The labels of verdicts. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  sound: "sound",
  refined: "refined",
  irreparable: "unusable",
};
