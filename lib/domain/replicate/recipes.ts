import type { ItemSelection } from "../items/item-selection.ts";
import { openEnded } from "../items/kinds/knp/two-choice.ts";
import type { EndpointSettings, EndpointStyle } from "../models/evaluation/endpoint-settings.ts";
import type { AnswerMode } from "../models/evaluation/plan.ts";

/** One evaluation that a paper requires of every model. */
export interface EvaluationRecipe {
  /** Part of the name of its runs. */
  id: string;
  /** Names the values that are missing without this evaluation. */
  label: string;
  kind: string;
  /** The evaluated levels by factor. If `ofStudy` is true, the conditions of the study are used instead. */
  levels: Readonly<Record<string, readonly string[]>>;
  /** The attributes of the items to ask; omitted for all items of the kind. */
  itemAttributes?: NonNullable<ItemSelection["attributes"]>;
  /** The prompt for an endpoint, if not every endpoint gets the same prompt. */
  prompts?: (endpoint: Pick<EndpointSettings, "style" | "model">) => string;
  /** Whether the evaluation uses the conditions and texts of the paper's study about this kind of item. */
  ofStudy: boolean;
  /** Methods to obtain answers, in order of preference; the first one that the endpoint supports is used. */
  answers: (style: EndpointStyle) => readonly AnswerMode[];
  shots: number;
  /**
   * For expressions of belief: whether questions are asked alone first, and only known facts are asked again after
   * expressions.
   */
  priorFirst: boolean;
  /** Whether a model judges the answers afterwards. */
  isJudged: boolean;
}

/** The preset of a paper's study about a kind of item. */
export interface StudyRecipe {
  preset: string;
  kind: string;
  name: string;
  /** Whether the items of the study are drawn from the data, so that the study uses only some of them. */
  drawsItems?: true;
  /**
   * A second study of the same preset: other conditions, and the items with these attributes and every shown mark.
   */
  part?: { id: string; conditions: Readonly<Record<string, string[]>>; items: Readonly<Record<string, string[]>> };
}

const defaults = {
  ofStudy: false,
  answers: () => ["text"] as const,
  shots: 0,
  priorFirst: false,
  isJudged: false,
};

/** Yang et al. 2026: the two tasks, the hints of Table 3, the open questions of Table 4, the explicit prompt of Figure 4. */
export const ksteEvaluations: readonly EvaluationRecipe[] = [
  { ...defaults, id: "ikd", label: "IKD (Table 2)", kind: "consistency", levels: {}, ofStudy: true },
  { ...defaults, id: "knp", label: "KNP (Table 2)", kind: "two-choice", levels: {}, ofStudy: true },
  ...["event", "event-knowledge", "event-knowledge-attention", "attention"].map(
    (ablation): EvaluationRecipe => ({
      ...defaults,
      id: `ikd-${ablation}`,
      label: ablation === "attention" ? "IKD with the explicit prompt (Figure 4)" : `IKD with ${ablation} (Table 3)`,
      kind: "consistency",
      levels: { prompt: ["ikd"], ablation: [ablation] },
      // Table 3 is about erroneous stories alone.
      ...(ablation === "attention" ? {} : { itemAttributes: { kste_kind: ["error"] } }),
    }),
  ),
  {
    ...defaults,
    id: "knp-attention",
    label: "KNP with the explicit prompt (Figure 4)",
    kind: "two-choice",
    levels: { prompt: ["knp"], optionOrder: ["0-1", "1-0"], ablation: ["attention"] },
  },
  {
    ...defaults,
    id: "knp-open",
    label: "KNP open-ended (Table 4)",
    kind: "two-choice",
    levels: { prompt: [openEnded], ablation: ["plain"] },
    isJudged: true,
  },
];

export const ksteStudies: readonly StudyRecipe[] = [
  { preset: "kste-consistency", kind: "consistency", name: "find the error" },
  {
    preset: "kste-consistency",
    kind: "consistency",
    name: "find the error, both events highlighted",
    // The human value of Table 3 and section 5, on erroneous stories alone.
    part: { id: "highlighted", conditions: { ablation: ["event-knowledge"] }, items: { kste_kind: ["error"] } },
  },
  { preset: "kste-next-action", kind: "two-choice", name: "what happens next" },
];

/**
 * Sileo and Lernould 2023: the paper's prompt, without and with five examples; likelihoods of both endings if possible.
 */
export const mindgamesEvaluations: readonly EvaluationRecipe[] = [0, 5].map(
  (shots): EvaluationRecipe => ({
    ...defaults,
    id: `shots-${shots}`,
    label: `${shots} examples (Figures 1 and 2)`,
    kind: "true-false",
    levels: { prompt: ["paper"], story: ["story"] },
    answers: (style) => (style === "completions" ? ["likelihoods", "text"] : ["text"]),
    shots,
  }),
);

export const mindgamesStudies: readonly StudyRecipe[] = [
  { preset: "mindgames-human-evaluation", kind: "true-false", name: "human evaluation", drawsItems: true },
];

/**
 * Street et al. 2024: both prompts and both orders of the words, by the probabilities of the candidates if possible.
 */
export const streetEvaluations: readonly EvaluationRecipe[] = [
  {
    ...defaults,
    id: "statements",
    label: "statements with both prompts (section 3.2)",
    kind: "true-false",
    levels: {},
    ofStudy: true,
    answers: () => ["candidates", "text"],
  },
];

export const streetStudies: readonly StudyRecipe[] = [
  { preset: "street-2024", kind: "true-false", name: "true or false" },
];

/**
 * Du et al.: the two questions of a fact are asked alone first. If both answers are right, they are asked again after
 * every expression of the fact.
 */
export const eobEvaluations: readonly EvaluationRecipe[] = [
  {
    ...defaults,
    id: "expressions",
    label: "expressions of belief (section 4)",
    kind: "yes-no",
    levels: {},
    prompts: ({ style, model }) => {
      const prompt = style === "chat" ? "eob" : "eob-base";
      return /gemma/i.test(model) ? `${prompt}-gemma` : prompt;
    },
    priorFirst: true,
  },
];

export const eobStudies: readonly StudyRecipe[] = [
  { preset: "beliefs-expressions", kind: "yes-no", name: "expressions of belief", drawsItems: true },
];
