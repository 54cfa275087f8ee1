import type { ItemSelection } from "../items/item-selection.ts";
import { type AnalysisPlan, analysisPlanSchema, type PlannedTest } from "../results/plan/analysis-plan.ts";
import { presetPlan } from "../results/plan/preset-plans.ts";
import type { StudyRecipe } from "./recipes.ts";

type PaperTest = Pick<PlannedTest, "kind" | "hypothesis"> & Partial<PlannedTest>;

/** The outcomes of a paper: its tests, and the parts of the plan that the preset does not define. */
interface PaperOutcomes {
  tests: readonly PaperTest[];
  outcome?: AnalysisPlan["outcome"];
  comparator?: AnalysisPlan["comparator"];
  exploratory?: string;
}

/** Statements of MoToMQA about one task, by their type or by their labels ("ToM2t", "F6f"). */
function selectStatements(task: "tom" | "factual", attributes: ReadonlySet<string>): ItemSelection {
  if (attributes.has("type")) return { attributes: { type: [task] } };
  const labels = [2, 3, 4, 5, 6].flatMap((depth) => ["t", "f"].map((truth) => `${depth}${truth}`));
  return { attributes: { label: labels.map((label) => `${task === "tom" ? "ToM" : "F"}${label}`) } };
}

/** Street et al. 2024: people against each model on ToM statements; then sections 4.1 to 4.4 and A.6.1. */
function streetOutcomes(attributes: ReadonlySet<string>): PaperOutcomes {
  const [tom, factual] = [selectStatements("tom", attributes), selectStatements("factual", attributes)];
  const secondary = { role: "secondary" } as const;
  const steps: [string, string][] = [
    ["3", "4"],
    ["4", "5"],
    ["4", "6"],
  ];
  return {
    tests: [
      {
        kind: "model-against-people",
        items: tom,
        role: "primary",
        hypothesis: "Section 4.1: people and each model differ on ToM statements.",
      },
      {
        kind: "model-against-people",
        items: factual,
        ...secondary,
        hypothesis: "Section 4.2: people and each model differ on factual statements.",
      },
      { kind: "model-against-model", items: tom, ...secondary, hypothesis: "Section 4.1: models differ on ToM." },
      { kind: "model-against-model", items: factual, ...secondary, hypothesis: "Section 4.2: models differ on facts." },
      { kind: "model-against-chance", items: tom, ...secondary, hypothesis: "Section 4.1: a model is above chance." },
      // Items without an attribute for the order have no levels to compare.
      ...(attributes.has("order")
        ? [
            {
              kind: "model-against-people" as const,
              items: tom,
              at: "order",
              ...secondary,
              hypothesis: "Section 4.1: people and each model differ at each order.",
            },
            ...steps.map((between) => ({
              kind: "levels" as const,
              of: "order",
              between,
              items: tom,
              ...secondary,
              hypothesis: `Section 4.1: orders ${between.join(" and ")} differ within a subject.`,
            })),
          ]
        : []),
      ...(attributes.has("type")
        ? [{ kind: "tom-factual" as const, ...secondary, hypothesis: "Section 4.3: facts are easier than ToM." }]
        : []),
      { kind: "word-orders", ...secondary, hypothesis: "Section 4.4: the order of the two words matters." },
      { kind: "story-effect", ...secondary, hypothesis: "Section A.6.1: the repeated story changes people's answers." },
      { kind: "prompt-effect", ...secondary, hypothesis: "Section A.6.1: the prompt changes a model's answers." },
    ],
    exploratory: "Section 4.4 compares the share of “true”, not of right answers, between the orders of the two words.",
  };
}

const secondary = { role: "secondary" } as const;

const outcomes: Readonly<Record<string, (attributes: ReadonlySet<string>) => PaperOutcomes>> = {
  "street-2024": streetOutcomes,
  // Yang et al. 2026, Tables 2 and 3, Figures 3 and 4.
  "kste-consistency": () => ({
    tests: [
      { kind: "model-against-people", role: "primary", hypothesis: "Table 2: people classify more stories correctly." },
      { kind: "model-against-chance", ...secondary, hypothesis: "Table 2: a model is above chance." },
    ],
    exploratory: "Localisation of the error (Tables 2 and 3), genres (Figure 3), the explicit prompt (Figure 4).",
  }),
  "kste-next-action": () => ({
    tests: [
      { kind: "model-against-people", role: "primary", hypothesis: "Table 2: people predict more actions correctly." },
      { kind: "model-against-chance", ...secondary, hypothesis: "Table 2: a model is above chance." },
    ],
    exploratory: "Open-ended answers (Table 4), genres (Figure 3), the explicit prompt (Figure 4).",
  }),
  // Yang et al. 2026, Table 3 and section 5.
  "kste-consistency-highlighted": () => ({
    outcome: { measure: "localisation", answer: "" },
    tests: [
      {
        kind: "model-against-people",
        role: "primary",
        hypothesis: "Table 3: with both events highlighted, people locate more errors than each model.",
      },
    ],
    exploratory: "Classification of the same stories.",
  }),
  // Sileo and Lernould 2023, sections 4.3 and 4.4.
  "mindgames-human-evaluation": () => ({
    tests: [
      { kind: "model-against-people", role: "primary", hypothesis: "Section 4.3: raters are better than each model." },
      { kind: "model-against-chance", ...secondary, hypothesis: "Section 4.4: a model is above chance." },
      {
        kind: "model-against-people",
        at: "setup",
        ...secondary,
        hypothesis: "Section 4.3: raters are better than each model in each setup.",
      },
    ],
    exploratory: "Accuracy by size of the model and number of examples (Figures 1 and 2).",
  }),
  // Du et al. 2026, section 5: the answer "yes" to the question about the asserted object.
  "beliefs-expressions": () => ({
    comparator: { kind: "mean-person", k: null },
    outcome: {
      measure: "share-of-answer",
      answer: "yes",
      items: { attributes: { role: ["expression"], query_type: ["ctx_yes"] } },
    },
    tests: [
      { kind: "model-against-people", role: "primary", hypothesis: "People and each model follow expressions." },
      {
        kind: "model-against-people",
        at: "category",
        ...secondary,
        hypothesis: "People and each model follow expressions of each type.",
      },
    ],
    exploratory: "The rate of following by type and its ranks over models (section 6.1) use pairs of answers.",
  }),
};

/**
 * The analysis plan of a replication: the preset's comparator and policies with the outcomes of the paper. The primary
 * outcome is the comparison of people with each model; everything else that the paper tests is secondary.
 *
 * @param attributes the attributes that the items have
 */
export function paperPlan(
  { preset, part }: Pick<StudyRecipe, "preset" | "part">,
  attributes: ReadonlySet<string>,
): AnalysisPlan | null {
  const paperOutcomes = outcomes[part ? `${preset}-${part.id}` : preset]?.(attributes);
  if (!paperOutcomes) return null;
  const { tests, ...rest } = paperOutcomes;
  return analysisPlanSchema.parse({
    ...presetPlan(preset),
    ...rest,
    family: { method: "holm", alpha: 0.05, tests },
  });
}
