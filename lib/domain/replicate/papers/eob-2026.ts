import * as z from "zod";
import { publishedClaims } from "../../beliefs/published-claims.ts";
import { type BeliefScore, scoreModel } from "../../beliefs/scoring/model-score.ts";
import { type BeliefAnswer, type BeliefPair, createPairTable } from "../../beliefs/scoring/pair-table.ts";
import { rankCategories } from "../../beliefs/scoring/rank.ts";
import { type BeliefItemFacts, readBeliefItem } from "../../beliefs/scoring/read-answer.ts";
import { categories } from "../../beliefs/typology.ts";
import { groupBy } from "../../group-by.ts";
import { countValue, type MeasuredValue, missingValue } from "../measure.ts";
import type { Observations, ReplicatedSubject } from "../observation.ts";
import { isSameName, type PaperTable, type PaperTables, type PrintedRow, tableRows } from "../paper-table.ts";
import { measuredRate, paperSizeTable, tuningTable } from "./eob-figures.ts";

const countsSchema = z.array(
  z.object({ model: z.string(), category: z.string(), context: z.number(), memory: z.number() }),
);
type PublishedCounts = z.output<typeof countsSchema>;

/** The numbers that the paper states: 3 families of 6 models, 3,458 facts with an expression of each type. */
const statedNumbers = { triples: 3_797, tuples: 3_458, expressions: 65_702, types: 19, typesOfCaption: 17, models: 18 };

/** The checkpoints of the paper's models (section 4), by the names that its figures print. */
const checkpoints: Readonly<Record<string, string>> = {
  "Gemma3-1B": "google/gemma-3-1b-pt",
  "Gemma3-1B-Instruct": "google/gemma-3-1b-it",
  "Gemma3-12B": "google/gemma-3-12b-pt",
  "Gemma3-12B-Instruct": "google/gemma-3-12b-it",
  "Gemma3-27B": "google/gemma-3-27b-pt",
  "Gemma3-27B-Instruct": "google/gemma-3-27b-it",
  "LLaMA3-1B": "meta-llama/Llama-3.2-1B",
  "LLaMA3-1B-Instruct": "meta-llama/Llama-3.2-1B-Instruct",
  "LLaMA3-3B": "meta-llama/Llama-3.2-3B",
  "LLaMA3-3B-Instruct": "meta-llama/Llama-3.2-3B-Instruct",
  "LLaMA3-8B": "meta-llama/Llama-3.1-8B",
  "LLaMA3-8B-Instruct": "meta-llama/Llama-3.1-8B-Instruct",
  "Qwen3-1.7B-Base": "Qwen/Qwen3-1.7B-Base",
  "Qwen3-1.7B-Instruct": "Qwen/Qwen3-1.7B",
  "Qwen3-8B-Base": "Qwen/Qwen3-8B-Base",
  "Qwen3-8B-Instruct": "Qwen/Qwen3-8B",
  "Qwen3-30B-A3B-Base": "Qwen/Qwen3-30B-A3B-Base",
  "Qwen3-30B-A3B-Instruct": "Qwen/Qwen3-30B-A3B",
};

/**
 * The printed name of a model. The model is named by its checkpoint, with or without its organisation, or by a folder
 * of the authors' results ("Qwen_Qwen3_8B_generated_assertions_v2_full"). Any other name is returned unchanged.
 */
export function printedModelName(name: string): string {
  const baseName = name.replace(/_generated_assertions.*$/u, "");
  const [printed] =
    Object.entries(checkpoints).find(
      ([, checkpoint]) => isSameName(baseName, checkpoint) || isSameName(baseName, checkpoint.replace(/^.*\//u, "")),
    ) ?? [];
  return printed ?? name;
}

/**
 * Du et al. (expressions of belief): the size of the data, the context-following rates by model and type, and the mean
 * ranks of section 6.1 with the exact permutation test. Models that know less than a tenth of the facts are excluded
 * from the ranking, as in the paper.
 */
export function replicateEob2026(published: unknown, observations: Observations): PaperTables {
  const { items, subjects } = observations;
  const counts = countsSchema.parse(published);
  const facts = new Map(
    items.flatMap((item) => {
      const read = readBeliefItem(item);
      return read ? [[item.id, read.item] as const] : [];
    }),
  );
  const models = subjects
    .filter(({ isPeople }) => !isPeople)
    .map((model) => ({ ...model, name: printedModelName(model.name) }));
  const scoredModels = models.map((model) => [model, scoreOf(model, facts)] as const);
  const scores = new Map(scoredModels.map(([model, { score }]) => [model, score]));
  const pairs = new Map(scoredModels.map(([{ name }, own]) => [name, own.pairs]));
  return {
    paper: "eob2026",
    title: "Du et al., It's Not What You Say, It's How You Say It (expressions of belief)",
    tables: [
      designTable(observations, facts, models),
      rankTable([...scores.values()]),
      tuningTable([...scores.values()], (model) => pairs.get(model) ?? null),
      paperSizeTable([...scores.values()]),
      overallTable(counts, models, scores),
      rateTable(counts, models, scores),
    ],
    notes: [
      "The paper prints Figures 3 and 4 without numbers, except 10.6%.",
      "The printed rates are those of the authors' notebook (context / (context + memory) by model and type).",
      "A pair counts where both answers without the expression were right and both answers after it follow it or do not. Answers are read by the first clear word; the authors' rule searches for substrings.",
      "Ranks are tested exactly and adjusted by Benjamini and Hochberg; the paper simulated 1,000 permutations.",
    ],
  };
}

interface ScoredModel {
  score: BeliefScore;
  pairs: readonly BeliefPair[];
}

function scoreOf(model: ReplicatedSubject, facts: ReadonlyMap<string, BeliefItemFacts>): ScoredModel {
  const table = createPairTable("reader");
  for (const { item, condition, key, output } of model.answers) {
    const itemFacts = facts.get(item);
    if (!itemFacts || itemFacts.role === "filler" || itemFacts.isAlsoTrue) continue;
    const isPrior = itemFacts.role === "prior";
    const answer: BeliefAnswer = {
      observer: model.name,
      fact: itemFacts.fact,
      queryType: itemFacts.queryType,
      expression: isPrior
        ? null
        : { dimension: itemFacts.dimension, category: itemFacts.category, text: itemFacts.expression },
      shown: !isPrior && condition.story !== "none",
      query: itemFacts.query,
      answer: output ?? key ?? "",
      read: key,
      repeat: 0,
    };
    table.add(answer);
  }
  const pairs = table.pairs(model.name);
  return { score: scoreModel(model.name, pairs, table.repeated(model.name)), pairs };
}

function designTable(
  { items, triples = null }: Observations,
  facts: ReadonlyMap<string, BeliefItemFacts>,
  models: readonly ReplicatedSubject[],
): PaperTable {
  const expressions = [...facts.values()].filter(({ role }) => role === "expression");
  const types = new Set(expressions.map(({ category }) => category)).size;
  const texts = groupBy(expressions, ({ fact, category, expression }) =>
    JSON.stringify([fact, category, expression]),
  ).size;
  const noExpressions = "the data have no expressions";
  const countIfAny = (value: number) =>
    items.length === 0 || value === 0 ? missingValue(noExpressions) : countValue(value);
  const rows: [string, number, MeasuredValue][] = [
    [
      "triples before filtering",
      statedNumbers.triples,
      triples === null ? missingValue("the data have only the tuples that remained") : countValue(triples),
    ],
    ["semantic tuples", statedNumbers.tuples, countIfAny(new Set(expressions.map(({ fact }) => fact)).size)],
    ["expressions", statedNumbers.expressions, countIfAny(texts)],
    ["types", statedNumbers.types, countIfAny(types)],
    ["types in the caption of Table 2", statedNumbers.typesOfCaption, countIfAny(types)],
    [
      "models",
      statedNumbers.models,
      models.length === 0 ? missingValue("no endpoint or log is a model") : countValue(models.length),
    ],
  ];
  return {
    table: "design",
    title: "Size of the data",
    head: "What",
    columns: [{ name: "value", label: "Value" }],
    rows: rows.map(([row, printed, measured]) => ({ row, hasPeople: false, cells: [{ ...measured, printed }] })),
    unit: "number",
    figure: null,
  };
}

const rankColumns = [
  { name: "meanRank", label: "Mean rank" },
  { name: "adjusted p", label: "Adjusted p", isTest: true },
  { name: "direction", label: "Follows more than the others (1) or less (0)" },
] as const;

/** Section 6.1 and Figure 1: the types that persuade consistently more, or consistently less, than the other types. */
function rankTable(scores: readonly BeliefScore[]): PaperTable {
  const entering = scores.filter(({ enters }) => enters);
  const result = rankCategories(
    entering.flatMap(({ observer, byCategory }) =>
      [...byCategory].map(([category, rate]) => ({ model: observer, category, rate: rate.rate })),
    ),
  );
  const why =
    scores.length === 0
      ? "no endpoint or log is a model"
      : "no model knows a tenth of the facts and has answers that follow or do not";
  const rows = categories.map(({ id }) => {
    const claim = publishedClaims.find(({ category }) => category === id);
    const rankRow = result.ok ? result.ranking.rows.find(({ category }) => category === id) : undefined;
    const measuredValues = rankRow
      ? [
          countValue(rankRow.meanRank, rankRow.models),
          countValue(rankRow.q, rankRow.models),
          countValue(rankRow.direction === "high" ? 1 : 0, rankRow.models),
        ]
      : [0, 1, 2].map(() => missingValue(result.ok ? "no model has a rate in this type" : why));
    const printedValues = [null, claim ? "<.05" : null, claim ? (claim.direction === "high" ? 1 : 0) : null];
    return {
      row: id,
      hasPeople: false,
      cells: measuredValues.map((one, index) => ({ ...one, printed: printedValues[index] ?? null })),
    };
  });
  return {
    table: "6.1",
    title: "Mean ranks of the types over models (section 6.1, Figure 1)",
    head: "Type",
    columns: rankColumns,
    rows,
    unit: "number",
    figure: null,
  };
}

/** Figure 5: the rate of each model over all types. The printed rate is computed from the authors' counts. */
function overallTable(
  counts: PublishedCounts,
  models: readonly ReplicatedSubject[],
  scores: ReadonlyMap<ReplicatedSubject, BeliefScore>,
): PaperTable {
  const columns = [{ name: "all", label: "All types" }];
  const printedRows = [...groupBy(counts, ({ model }) => model)].map(([model, rows]): PrintedRow => {
    const sum = (name: "context" | "memory") => rows.reduce((total, row) => total + row[name], 0);
    const decidedCount = sum("context") + sum("memory");
    return { row: model, isPeople: false, printed: { all: decidedCount === 0 ? null : sum("context") / decidedCount } };
  });
  return {
    table: "figure-5",
    title: "Rate of following the expression over all types, by model (section 6.4)",
    head: "Model",
    columns,
    rows: tableRows(columns, printedRows, models, (subject) =>
      measuredRate(scores.get(subject)?.overall, "no answers after expressions"),
    ),
    unit: "share",
    figure: null,
  };
}

function rateTable(
  counts: PublishedCounts,
  models: readonly ReplicatedSubject[],
  scores: ReadonlyMap<ReplicatedSubject, BeliefScore>,
): PaperTable {
  const columns = categories.map(({ id }) => ({ name: id as string, label: id.replaceAll("_", " ") }));
  const printedRows = [...groupBy(counts, ({ model }) => model)].map(
    ([model, rows]): PrintedRow => ({
      row: model,
      isPeople: false,
      printed: Object.fromEntries(
        rows.map(({ category, context, memory }) => [
          category,
          context + memory === 0 ? null : context / (context + memory),
        ]),
      ),
    }),
  );
  const measure = (subject: ReplicatedSubject, category: string): MeasuredValue =>
    measuredRate(scores.get(subject)?.byCategory.get(category), "no answers about this type");
  return {
    table: "rates",
    title: "Rate of following the expression, by model and type (Figures 6 and 7)",
    head: "Model",
    columns,
    rows: tableRows(columns, printedRows, models, measure),
    unit: "share",
    figure: { columns: columns.map(({ name }) => name), across: "type", up: "rate of following" },
  };
}
