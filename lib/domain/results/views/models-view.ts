import type { JudgedPair } from "../../statistics/referee/judged-pair.ts";
import { testLabels } from "../../statistics/referee/test-labels.ts";
import { wordingOfP } from "../../statistics/referee/wording.ts";
import { compareModels, type ModelComparisons } from "../compare-models.ts";
import { formatCount, formatShare } from "../format-figures.ts";
import { guessingShare } from "../share.ts";
import type { CellMaterial } from "./cell-material.ts";
import {
  count,
  described,
  estimate,
  mark,
  refusedView,
  shownView,
  test,
  text,
  type View,
  type ViewTable,
} from "./view.ts";

const head = {
  id: "models",
  title: "Models among themselves, and everybody against the chance level",
  lead: "On the cells that both answered; unparsed answers count as wrong, ties are left out.",
};

/** Every pair of models with Cochran’s Q and tie letters, and everybody against chance, as the referee tests them. */
export function modelsView({ results, cells, withMismatches }: CellMaterial): View {
  return showModels(compareModels(cells, results.series, { chance: guessingShare(results.items), withMismatches }));
}

/** Comparisons of models, ready to be drawn. */
export function showModels({ pairs, chance, reason, incomplete, mismatched }: ModelComparisons): View {
  if (!pairs && !chance)
    return refusedView(head, "There are no two models, and the items do not all have the same chance level.");
  const missing = incomplete.map(
    ({ label, missing: gone, called }) => `${label} (${formatCount(gone)} of ${formatCount(called)})`,
  );
  return shownView(head, {
    sentences: [
      [
        pairs?.overall &&
          `Cochran’s Q over ${formatCount(pairs.overall.n)} cells that all answered: ${wordingOfP(pairs.overall.pvalue)}.`,
        pairs?.reason,
        ...(pairs?.warnings ?? []),
        reason ?? "Intervals speak of new stories (or source groups) like these.",
        mismatched > 0 && `${formatCount(mismatched)} answers to another text than people read are left out.`,
      ]
        .filter((part) => typeof part === "string" && part !== "")
        .join(" "),
      ...(pairs ? ["A positive difference means that the model named first is right more often."] : []),
      ...(missing.length > 0
        ? [`Nothing is concluded about models with more than 5% of their answers missing: ${missing.join(", ")}.`]
        : []),
    ],
    findings: [
      ...(pairs?.pairs.map(({ sentence }) => sentence) ?? []),
      ...(chance?.rows.map(({ sentence }) => sentence) ?? []),
    ],
    tables: [
      ...(pairs ? [letterTable(pairs, incomplete), pairTable(pairs)] : []),
      ...(chance ? [chanceTable(chance)] : []),
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

function letterTable({ subjects }: Pairs, incomplete: ModelComparisons["incomplete"]): ViewTable {
  return {
    name: "letters",
    caption: "Models that share a letter do not differ significantly",
    columns: ["Model", "Right", "Letters"],
    rows: subjects.map(({ label, accuracy, low, high, n, letters }) => [
      text(label),
      estimate({ value: accuracy, low, high, n }),
      text(incomplete.some((one) => one.label === label) ? "none: too many answers missing" : letters),
    ]),
  };
}

function pairTable({ pairs, familySize }: Pairs): ViewTable {
  return {
    name: "pairs",
    caption: `Models against each other, first less second; Holm over ${familySize}; n is the number of cells that both answered`,
    columns: [
      "First less second",
      "First",
      "Second",
      "Difference",
      "Only the first right",
      "Only the second right",
      "Test",
      "Decided by",
      "Detectable",
    ],
    rows: pairs.map((pair) => [
      text(`${pair.labelA} less ${pair.labelB}`),
      described(pair.accuracyA, pair.n, "share"),
      described(pair.accuracyB, pair.n, "share"),
      estimate(
        {
          value: pair.difference,
          low: pair.low,
          high: pair.high,
          n: pair.n,
          reason: pair.low === null ? "There is no spread, so no interval." : null,
        },
        "points",
      ),
      count(pair.n10),
      count(pair.n01),
      test(pair.pvalue, pair.n, null, pair.adjusted, {
        simultaneous: pair.simultaneous && { ...pair.simultaneous, unit: "points" },
        signPatterns: pair.signPatterns?.pvalue ?? null,
      }),
      text(testLabels[pair.decidedBy]),
      detectableCell(pair),
    ]),
  };
}

/** The least that would have been found, as the value, up to the most; nothing beside a difference that was found. */
function detectableCell({ detectable, significant, n }: JudgedPair) {
  const largest = (value: number) => Math.min(1, value);
  return estimate(
    detectable === null
      ? { value: null, low: null, high: null, n, reason: significant ? "Found." : "Too few cells." }
      : {
          value: largest(detectable.most),
          low: largest(detectable.least),
          high: largest(detectable.most),
          n,
          reason: "With 80% power; from answers not alike within stories to a correlation of 0.1 (planning variance).",
        },
    "points",
  );
}

function chanceTable({ chance, rows }: NonNullable<ModelComparisons["chance"]>): ViewTable {
  return {
    name: "chance",
    caption: `Against the chance level of ${formatShare(chance)}; Holm over ${rows.length}; simultaneous limits are those of the share`,
    columns: ["Who", "Right", "Test", "Decided by"],
    rows: rows.map((row) => [
      text(row.label),
      estimate({ value: row.accuracy, low: row.low, high: row.high, n: row.n }),
      test(row.pvalue, row.n, row.pvalue === null ? "No answers." : null, row.adjusted, {
        simultaneous: row.simultaneous && { ...row.simultaneous, unit: "share" },
        signPatterns: row.signPatterns?.pvalue ?? null,
      }),
      text(testLabels[row.decidedBy]),
    ]),
  };
}
