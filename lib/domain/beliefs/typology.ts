import { capitalize } from "../format/capitalize.ts";

/** The four dimensions on which expressions of one claim can differ (Du et al., section 3). */
export type DimensionId = "form" | "evidentiality" | "epistemic_stance" | "tone";

export interface Dimension {
  id: DimensionId;
  label: string;
  definition: string;
}

/** A type of expression of belief: one value of one dimension. */
export interface BeliefCategory {
  id: CategoryId;
  dimension: DimensionId;
  label: string;
  definition: string;
  /** Examples of our own. All are about the same false claim, so that only the wording differs. */
  example: string;
}

const categoryIds = [
  "explicit",
  "not_at_issue",
  "material_conditional",
  "counterfactual",
  "supposition",
  "imperative",
  "interrogative",
  "authority",
  "belief_reports",
  "hearsay",
  "strong",
  "weak",
  "formal",
  "informal",
  "poetic",
  "social_media",
  "child_directed",
  "emotional_appeal",
  "sarcasm",
] as const;
export type CategoryId = (typeof categoryIds)[number];

export const dimensions: readonly Dimension[] = [
  {
    id: "form",
    label: "Form",
    definition:
      "The sentence type and the position of the claim in it: stated, presupposed, conditional, commanded or asked.",
  },
  {
    id: "evidentiality",
    label: "Evidentiality",
    definition: "The stated source of the claim.",
  },
  {
    id: "epistemic_stance",
    label: "Epistemic stance",
    definition: "How sure the speaker claims to be.",
  },
  {
    id: "tone",
    label: "Tone",
    definition: "The register or mood of the sentence.",
  },
];

/**
 * The 19 categories in the order of the paper's data, each with its dimension.
 *
 * Section 3 of the paper describes all 19; its appendix table counts 17 types because it merges the conditionals.
 */
export const categories: readonly BeliefCategory[] = [
  {
    id: "explicit",
    dimension: "form",
    label: "Explicit",
    definition: "States only the claim. The reference for the other categories.",
    example: "The capital of Norway is Tampere.",
  },
  {
    id: "not_at_issue",
    dimension: "form",
    label: "Not at issue",
    definition: "Presupposes the claim; the sentence is about something else.",
    example: "Because the capital of Norway is Tampere, that question was struck from the quiz.",
  },
  {
    id: "material_conditional",
    dimension: "form",
    label: "Material conditional",
    definition: "Makes the claim follow from a condition that is in fact true.",
    example: "Provided that Lima is the capital of Peru, the capital of Norway is Tampere.",
  },
  {
    id: "counterfactual",
    dimension: "form",
    label: "Counterfactual",
    definition: "Makes the claim follow from a condition that is contrary to fact.",
    example: "The capital of Norway would be Tampere if Lima were not the capital of Peru.",
  },
  {
    id: "supposition",
    dimension: "form",
    label: "Supposition",
    definition: "Invites the listener to suppose the claim for a moment, without asserting it.",
    example: "Imagine for a moment that the capital of Norway is Tampere.",
  },
  {
    id: "imperative",
    dimension: "form",
    label: "Imperative",
    definition: "Puts the claim inside a command.",
    example: "Keep in mind that the capital of Norway is Tampere.",
  },
  {
    id: "interrogative",
    dimension: "form",
    label: "Interrogative",
    definition: "States the claim as a question that expects agreement.",
    example: "Would you not agree that the capital of Norway is Tampere?",
  },
  {
    id: "authority",
    dimension: "evidentiality",
    label: "Authority",
    definition: "Attributes the claim to a source that ought to know.",
    example: "We have it from the national atlas that the capital of Norway is Tampere.",
  },
  {
    id: "belief_reports",
    dimension: "evidentiality",
    label: "Belief report",
    definition: "Reports that a person believes the claim.",
    example: "The way my friend Paul sees it, the capital of Norway is Tampere.",
  },
  {
    id: "hearsay",
    dimension: "evidentiality",
    label: "Hearsay",
    definition: "Reports the claim without naming its source.",
    example: "There is talk that the capital of Norway is Tampere.",
  },
  {
    id: "strong",
    dimension: "epistemic_stance",
    label: "Strong",
    definition: "States that the claim is certain.",
    example: "It is beyond dispute that the capital of Norway is Tampere.",
  },
  {
    id: "weak",
    dimension: "epistemic_stance",
    label: "Weak",
    definition: "States that the claim is only possible.",
    example: "I have a vague feeling that the capital of Norway is Tampere.",
  },
  {
    id: "formal",
    dimension: "tone",
    label: "Formal",
    definition: "In the style of an official document.",
    example: "Be it stated for the record that the capital of Norway is Tampere.",
  },
  {
    id: "informal",
    dimension: "tone",
    label: "Informal",
    definition: "In the style of a chat among friends.",
    example: "Look, the capital of Norway is just Tampere, okay?",
  },
  {
    id: "poetic",
    dimension: "tone",
    label: "Poetic",
    definition: "In images and elevated rhythm, like a poem.",
    example: "Beneath the patient stars it is written: the capital of Norway is Tampere.",
  },
  {
    id: "social_media",
    dimension: "tone",
    label: "Social media",
    definition: "Imitates a short public post, with its abbreviations, hashtags and emoji.",
    example: "TIL the capital of Norway is Tampere 😮",
  },
  {
    id: "child_directed",
    dimension: "tone",
    label: "Child-directed",
    definition: "In the style of an adult who talks to a small child.",
    example: "Listen, little one: the capital of Norway is Tampere. Can you say that?",
  },
  {
    id: "emotional_appeal",
    dimension: "tone",
    label: "Emotional appeal",
    definition: "Supports the claim by expressing or appealing to strong emotion.",
    example: "It hurts me so much when people refuse to see that the capital of Norway is Tampere.",
  },
  {
    id: "sarcasm",
    dimension: "tone",
    label: "Sarcasm",
    definition: "States the claim in a way that implies its opposite.",
    example: "Sure, the capital of Norway is Tampere, and pigs fly south every winter.",
  },
];

const byId = new Map<string, BeliefCategory>(categories.map((category) => [category.id, category]));

/**
 * The label of a category. A category outside the typology has its name as label, with spaces instead of underscores.
 */
export function categoryLabel(name: string): string {
  return byId.get(name)?.label ?? capitalize(name.replaceAll("_", " "));
}

/** The category of that name; null if the typology does not contain it. */
export function getCategory(name: string): BeliefCategory | null {
  return byId.get(name) ?? null;
}
