import { formatCount, formatNumberOf, formatShare } from "../../../format/figures.ts";
import { findIntervalNote } from "../../../statistics/clustered/interval-note.ts";
import type { JudgedPair } from "../../../statistics/referee/judged-pair.ts";
import { testLabels } from "../../../statistics/referee/test-labels.ts";
import { finish, type Steps } from "../../../steps.ts";
import { compareModelsInSteps, type ModelComparisons } from "../../comparison/compare-models.ts";
import { overallSentences } from "../../comparison/overall-test.ts";
import type { WorstCase } from "../../comparison/worst-models.ts";
import { guessingShare } from "../../model/share.ts";
import { planWords } from "../../plan/plan-words.ts";
import { exploratory, withStatus } from "../../plan/result-status.ts";
import type { CellMaterial } from "../cell-material.ts";
import {
  count,
  descriptiveNumber,
  estimate,
  mark,
  refusedView,
  restingOnTest,
  shownView,
  test,
  textCell,
  type View,
  type ViewTable,
} from "../view.ts";
import { modelFindings } from "./model-findings.ts";

const head = {
  id: "models",
  title: "Models compared with each other, and people and models against the chance level",
  lead: "Comparisons use the cells that both sides answered. Unparsed answers count as the analysis plan specifies, otherwise as wrong. A model with repeats gets the share of its right repeats as its score; the majority vote of the repeats is a separate row.",
};

/** Every pair of models with Cochran’s Q and tie letters, and all sides against chance, as tested by the referee. */
export function modelsView(material: CellMaterial): View {
  return finish(modelsViewInSteps(material));
}

/** `modelsView` as a generator, because dozens of models give hundreds of pairs. */
export function* modelsViewInSteps(material: CellMaterial): Steps<View> {
  const { results, cells, ties, withMismatches, plannedModels: planned = null } = material;
  const chance = guessingShare(results.items);
  return modelComparisonsView(
    yield* compareModelsInSteps(cells, results.series, { chance, withMismatches, ties, planned }),
  );
}

/** Comparisons of models, ready for display. */
export function modelComparisonsView(comparisons: ModelComparisons): View {
  const { pairs, allPairs, chance, worst, isPlanned, reason, incomplete, mismatched } = comparisons;
  if (!pairs && !chance)
    return refusedView(head, "There are fewer than two models, and the items do not all have the same chance level.");
  const missing = incomplete.map(
    ({ label, missing: missingCount, called }) => `${label} (${formatCount(missingCount)} of ${formatCount(called)})`,
  );
  return shownView(head, {
    conclusions: [
      ...overallSentences(comparisons).map((one) => withStatus(exploratory, one)),
      ...decisionSentences(comparisons),
    ],
    sentences: [
      ...(missing.length > 0
        ? [`Nothing is concluded about models with more than 5% of their answers missing: ${missing.join(", ")}.`]
        : []),
      [
        pairs?.reason,
        ...(pairs?.warnings ?? []),
        reason ?? "Intervals generalise to new stories (or source groups) like these.",
        mismatched > 0 && `${formatCount(mismatched)} answers to another text than people read are excluded.`,
      ]
        .filter((part) => typeof part === "string" && part !== "")
        .join(" "),
      ...(pairs ? ["A positive difference means that the model named first is right more often."] : []),
    ],
    findings: modelFindings(comparisons),
    tables: [
      ...(pairs ? pairTables(pairs, worst.pairs, incomplete, isPlanned.pairs ? "planned" : "exploratory") : []),
      ...(allPairs ? pairTables(allPairs, worst.allPairs, incomplete, "all") : []),
      ...(chance ? [chanceTable(chance, worst.chance, isPlanned.chance)] : []),
    ],
    figures: chance
      ? [
          {
            name: "accuracy",
            title: "Right answers, each on the cells that it answered",
            unit: "share",
            marks: chance.rows.map((row, index) =>
              mark(row.label, index === 0 ? "majority" : "model", { ...row, value: row.accuracy }),
            ),
            lines: [{ label: "the chance level", value: chance.chance }],
          },
        ]
      : [],
  });
}

type Pairs = NonNullable<ModelComparisons["pairs"]>;

/** Which tests were planned, how they are corrected, and how many are exploratory. */
function decisionSentences({ pairs, allPairs, chance, isPlanned }: ModelComparisons): string[] {
  const plannedTexts = [
    ...(pairs && isPlanned.pairs ? [`${formatNumberOf(pairs.pairs.length, "pair")} of models`] : []),
    ...(chance && isPlanned.chance
      ? [`${formatNumberOf(chance.rows.filter(({ adjusted }) => adjusted !== null).length, "test")} against chance`]
      : []),
  ];
  const unplannedPairs = isPlanned.pairs ? allPairs : pairs;
  const family = isPlanned.pairs ? pairs : chance;
  return [
    ...(plannedTexts.length > 0 && family
      ? [
          `The analysis plan names ${plannedTexts.join(" and ")}; they are corrected with all of its tests, ${formatCount(family.familySize)} together, by ${planWords.method[family.family]} at alpha ${family.alpha}, and letters follow that decision.`,
        ]
      : []),
    ...(unplannedPairs
      ? [
          withStatus(
            exploratory,
            `${formatNumberOf(unplannedPairs.pairs.length, "pair")} of models that are not planned, corrected among themselves by Holm at alpha ${unplannedPairs.alpha}.`,
          ),
        ]
      : []),
  ];
}

/** `all`: in addition to the planned pairs, the unplanned pairs of all models. */
type PairSet = "planned" | "exploratory" | "all";

function pairTables(
  pairs: Pairs,
  worst: readonly (WorstCase | null)[],
  incomplete: ModelComparisons["incomplete"],
  standing: PairSet,
): ViewTable[] {
  const suffix = standing === "all" ? "-all" : "";
  const captionSuffix = standing === "all" ? ", all models, exploratory" : "";
  return [letterTable(pairs, worst, incomplete), pairTable(pairs, worst)].map((table) => ({
    ...table,
    name: `${table.name}${suffix}`,
    caption: `${table.caption}${captionSuffix}`,
    ...(standing === "planned" ? { isPlanned: table.rows.map(() => true) } : {}),
  }));
}

function letterTable(
  { subjects, pairs, family, alpha }: Pairs,
  worst: readonly (WorstCase | null)[],
  incomplete: ModelComparisons["incomplete"],
): ViewTable {
  const withoutLetters = new Set([
    ...incomplete.map(({ label }) => label),
    ...pairs.flatMap(({ labelA, labelB }, index) => (worst[index]?.isDecisive ? [labelA, labelB] : [])),
  ]);
  return {
    name: "letters",
    caption: `Models that share a letter do not differ significantly (${planWords.method[family]}, alpha ${alpha})`,
    restsOnTest: true,
    columns: ["Model", "Right", "Letters"],
    rows: subjects.map(({ label, accuracy, low, high, n, letters, interval }) => [
      textCell(label),
      estimate({
        value: accuracy,
        low,
        high,
        n,
        reason: n > 0 ? intervalNotes[interval] : null,
      }),
      restingOnTest(textCell(withoutLetters.has(label) ? "none: too many answers missing" : letters)),
    ]),
  };
}

const intervalNotes = {
  clustered: null,
  wilson: "Wilson interval; items treated as independent.",
  items: "t interval; items treated as independent.",
};

/** Why a difference of two models has no interval, and whether it is approximate. */
function pairNote({ reason, low, nClusters }: Pairs["pairs"][number]): string | null {
  if (low === null) return reason ?? "No interval: the differences do not vary.";
  return findIntervalNote({ reason, basis: reason === null ? "clusters" : "items", clusters: [{ count: nClusters }] });
}

function pairTable({ pairs, family, familySize }: Pairs, worst: readonly (WorstCase | null)[]): ViewTable {
  const headParts = pairs.every(({ isBinary }) => isBinary) ? ["Only the", "right"] : ["The", "right more often"];
  return {
    name: "pairs",
    caption: `Models against each other, first minus second; ${planWords.method[family]} over ${familySize}; n is the number of cells that both answered`,
    columns: [
      "First minus second",
      "First",
      "Second",
      "Difference",
      headParts.join(" first "),
      headParts.join(" second "),
      "Test",
      "Decided by",
      "Detectable",
    ],
    rows: pairs.map((pair, index) => [
      textCell(`${pair.labelA} minus ${pair.labelB}`),
      descriptiveNumber(pair.accuracyA, pair.n, "share"),
      descriptiveNumber(pair.accuracyB, pair.n, "share"),
      estimate(
        {
          value: pair.difference,
          low: pair.low,
          high: pair.high,
          n: pair.n,
          reason: pairNote(pair),
        },
        "points",
      ),
      count(pair.n10),
      count(pair.n01),
      test(pair.pvalue, pair.n, null, pair.adjusted, {
        simultaneous: pair.simultaneous && { ...pair.simultaneous, unit: "points" },
        signPatterns: pair.signPatterns?.pvalue ?? null,
        ...worstOf(worst[index]),
      }),
      restingOnTest(textCell(testLabels[pair.decidedBy])),
      restingOnTest(detectableCell(pair)),
    ]),
  };
}

function worstOf(worst: WorstCase | null | undefined) {
  return worst ? { worst: { p: worst.p, missing: worst.missing } } : {};
}

/** The minimum detectable difference as the value, with its upper bound; empty for a significant difference. */
function detectableCell({ detectable, significant, n }: JudgedPair) {
  const noNumber = { value: null, low: null, high: null, n };
  if (detectable === null)
    return estimate(
      { ...noNumber, reason: significant ? "Not needed: the difference is significant." : "Too few cells." },
      "points",
    );
  if (detectable.least >= 1)
    return estimate({ ...noNumber, reason: "No possible difference would have been detected." }, "points");
  const [low, high] = [detectable.least, Math.min(1, detectable.most)];
  const isRange = low < high;
  return estimate(
    {
      value: high,
      low: isRange ? low : null,
      high: isRange ? high : null,
      n,
      reason: isRange
        ? "With 80% power. The range is from independent answers within stories to a correlation of 0.1 (planning variance)."
        : "With 80% power (planning variance). There is no range because no cells share a story.",
    },
    "points",
  );
}

function chanceTable(
  { chance, rows, family, familySize }: NonNullable<ModelComparisons["chance"]>,
  worst: readonly (WorstCase | null)[],
  isPlanned: boolean,
): ViewTable {
  return {
    name: "chance",
    caption: `Against the chance level of ${formatShare(chance)}; ${planWords.method[family]} over ${familySize}${rows.some(({ adjusted, pvalue }) => adjusted === null && pvalue !== null) ? `, p of ${isPlanned ? "those outside the plan" : "majorities of repeats"} not corrected` : ""}; simultaneous limits are those of the share`,
    columns: ["Who", "Right", "Test", "Decided by"],
    ...(isPlanned ? { isPlanned: rows.map(({ adjusted }) => adjusted !== null) } : {}),
    rows: rows.map((row, index) => [
      textCell(row.label),
      estimate({ value: row.accuracy, low: row.low, high: row.high, n: row.n, reason: row.reason }),
      test(row.pvalue, row.n, row.pvalue === null ? (row.reason ?? "No answers.") : null, row.adjusted, {
        simultaneous: row.simultaneous && { ...row.simultaneous, unit: "share" },
        signPatterns: row.signPatterns?.pvalue ?? null,
        ...worstOf(worst[index]),
      }),
      restingOnTest(textCell(testLabels[row.decidedBy])),
    ]),
  };
}
