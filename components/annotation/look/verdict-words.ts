import type { Verdict } from "@/lib/domain/annotation/requests.ts";

/** What each verdict is called on screens. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  sound: "sound",
  refined: "refined",
  irreparable: "unusable",
};
