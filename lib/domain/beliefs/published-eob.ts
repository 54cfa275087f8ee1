import * as z from "zod";
import { formatNumber } from "../format/figures.ts";
import type { PublishedCheck, Reproduction } from "../statistics/published/published-check.ts";
import { quantity } from "../statistics/published/quantity.ts";
import { publishedClaims as claims } from "./published-claims.ts";
import { rankCategories } from "./scoring/rank.ts";
import { categories } from "./typology.ts";

const countsSchema = z.array(
  z.object({ model: z.string(), category: z.string(), context: z.number(), memory: z.number() }),
);

const families = 3;
const modelsOfFamily = 6;

/**
 * Reproduces Du et al. (expressions of belief): printed numbers that can be derived from other printed numbers, and
 * significance claims, recomputed from the context and memory counts that the authors published with their notebook.
 * The paper shows rates only in figures.
 */
export function reproduceEob2026(published: unknown): Reproduction {
  const counts = countsSchema.parse(published);
  const result = rankCategories(
    counts.map(({ model, category, context, memory }) => ({
      model,
      category,
      rate: context + memory === 0 ? null : context / (context + memory),
    })),
  );
  if (!result.ok) throw new RangeError(`the published counts cannot be ranked: ${result.reason}`);
  const { ranking } = result;
  const rowOf = (name: string) => ranking.rows.find(({ category }) => category === name);
  return {
    title: "Du et al., It's Not What You Say, It's How You Say It (expressions of belief)",
    checks: [
      ...checkDesign(),
      ...claims.map(({ category, direction, where }): PublishedCheck => {
        const row = rowOf(category);
        const agrees = row?.direction === direction;
        return {
          group: "Section 6.1 Mean ranks of 19 types, exact permutation test, Benjamini and Hochberg",
          label: `${category.replaceAll("_", " ")} (${where}: ${direction === "high" ? "more" : "less"} context-following)`,
          quantities: [quantity("adjusted p", "<.05", row && agrees ? row.q : null)],
          refused: null,
          beside: row
            ? `mean rank ${formatNumber(row.meanRank, 2)} over ${row.models} models; 10 is expected by chance`
            : null,
        };
      }),
    ],
    errors: [
      {
        id: "T2-TYPES",
        where: "Table 2, caption",
        printed: "17 total types",
        correct: "19, as in the text, Figure 2 and the size of the data set (the table lists 18 rows)",
        confidence: "the paper contradicts itself",
        evidence: "65,702 = 3,458 x 19",
      },
      {
        id: "MODELS-RANKED",
        where: "Section 6.1",
        printed: "averaged across all 18 models",
        correct: `${ranking.models.length} models are in the published counts`,
        confidence: "the paper's notebook contradicts it",
        evidence: "section 6.2 says that two models had too few answers left after filtering",
      },
      {
        id: "GPT-FAMILY",
        where: "Introduction",
        printed: "multiple architectures (Gemma, Llama, Qwen, GPT)",
        correct: "Gemma, Llama and Qwen: no GPT model is among the 18 of Table 1",
        confidence: "the paper contradicts itself",
        evidence: "Table 1",
      },
    ],
    remarks: [
      {
        id: "SIMULATED-P",
        where: "Section 6.1",
        printed: "permutation test, k = 1000",
        correct: "with 1,000 permutations no p can be below .001; the exact null needs no simulation",
        confidence: "methodological note",
        evidence: "convolution of the models' rank distributions",
      },
      {
        id: "FAMILIES-OF-MODELS",
        where: "Section 6.1",
        printed: "models shuffled independently",
        correct: "sizes and base/instruct versions of one family are not independent of each other",
        confidence: "methodological note",
        evidence: "design",
      },
      {
        id: "UNREPORTED",
        where: "Section 6.1",
        printed: "imperative, emotional appeal, authority; weak",
        correct: `also beyond the 5% level: ${ranking.rows
          .filter(({ significant, category }) => significant && !claims.some((claim) => claim.category === category))
          .map(
            ({ category, direction }) => `${category.replaceAll("_", " ")} (${direction === "high" ? "more" : "less"})`,
          )
          .join(", ")}`,
        confidence: "methodological note",
        evidence: "the same test on the published counts",
      },
    ],
    notReproducible: [
      {
        what: "Figures 3 to 7 (base against instruct, size, family, every type)",
        why: "printed as figures without numbers",
      },
      {
        what: "Qwen3-8B instruct 10.6% more context-following than base",
        why: "the difference of means over types is not tabled",
      },
      { what: "3,797 facts and 3,458 tuples", why: "the filtering steps between them are not counted" },
    ],
  };
}

function checkDesign(): PublishedCheck[] {
  const check = (label: string, name: string, printed: string, ours: number, misprint: string | null = null) => ({
    group: "Design",
    label,
    quantities: [quantity(name, printed, ours, misprint)],
    refused: null,
    beside: null,
  });
  return [
    check("one expression of each type for each of 3,458 tuples", "expressions", "65702", 3458 * categories.length),
    check("seven forms, three sources, two stances, seven tones", "types", "19", categories.length),
    check("types in the caption of Table 2", "types", "17", categories.length, "T2-TYPES"),
    check("three families of six models", "models", "18", families * modelsOfFamily),
  ];
}
