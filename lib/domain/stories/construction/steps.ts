/**
 * The three generation steps of the construction (Yang et al. 2026, section 4.2 and appendix A.2), and a step that the
 * paper does not have: new options for an existing question.
 */
export const constructionSteps = ["summarise", "erroneous-story", "next-action", "next-options"] as const;
export type ConstructionStep = (typeof constructionSteps)[number];

/** The labels of the steps on screens. */
export const stepLabels: Readonly<Record<ConstructionStep, string>> = {
  summarise: "Retelling",
  "erroneous-story": "Erroneous story",
  "next-action": "Question",
  "next-options": "Options only",
};
