/** The labels of stages and outcomes. */
export const stageLabels: Record<string, { word: string; meaning: string }> = {
  main: { word: "Main", meaning: "The answers that count." },
  pilot: { word: "Pilot", meaning: "A trial with people, to find unclear items." },
  simulation: { word: "Simulation", meaning: "Synthetic sessions, to try out the design." },
  "re-solve": { word: "Re-solve", meaning: "People solve checked items again." },
  preview: { word: "Preview", meaning: "Shown to researchers only." },
};

export const outcomeLabels: Record<string, string> = {
  complete: "Complete",
  "screened-out": "Screened out",
  "over-quota": "Over quota",
  "no-consent": "No consent",
  quality: "Quality",
  withdrawn: "Withdrawn",
};

/** The label of an end page, by its key in the preview. A failed check can have a separate end page. */
export function endLabel(place: string): string {
  return outcomeLabels[place] ?? place.replace(/^missed:/, "check missed: ");
}

/** Explains to the authors of a study when each end page is shown. */
export const exitMeanings: Record<string, string> = {
  complete: "After the last screen.",
  "screened-out": "After an answer that ends the session as screened out.",
  "over-quota": "When every slot of this person’s group is completed or claimed.",
  "no-consent": "After declining on the first screen.",
  quality: "After an answer that fails a quality check and ends the session.",
  withdrawn: "After withdrawing, at any point.",
};
