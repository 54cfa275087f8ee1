import { describePopulation } from "../../../statistics/clustered/clustered-estimate.ts";
import type { ResultCell } from "../../model/cells.ts";
import { clusterOf } from "../../model/share.ts";
import type { ItemCluster } from "../../model/study-results.ts";
import { type CellMaterial, meanDifference, type Subject } from "../cell-material.ts";
import { type TestedDifference, testTogether } from "../family-tests.ts";
import {
  estimate,
  type FigurePoint,
  mark,
  refusedView,
  shownView,
  type TestCell,
  textCell,
  type View,
  type ViewCell,
} from "../view.ts";
import { seriesOf, sideOfGroup, worstCase } from "../worst-case.ts";

interface Effect {
  who: string;
  says: string;
  side: FigurePoint["side"];
  difference: TestedDifference;
  worst?: TestCell["worst"];
}

const factorsHead = {
  id: "factors",
  title: "Word order, story and other factors of the design",
  lead: "The same items under two levels of a factor: whether people and models are right more often, and whether the order of the answers pulls them to “true” (anchoring).",
};

/**
 * For each factor and subject, the difference in accuracy and in the share of “true”, within items. Each table is
 * corrected by Holm.
 */
export function factorsView(material: CellMaterial): View {
  const { results, cells, subjects, withMismatches } = material;
  const names = [...new Set(results.conditions.flatMap(({ levels }) => Object.keys(levels)))];
  const pairs = names.flatMap((name) => {
    const levels = [...new Set(results.conditions.map(({ levels: own }) => String(own[name] ?? "")))];
    return levels.slice(1).map((level) => ({ name, base: levels[0]!, level }));
  });
  if (pairs.length === 0) return refusedView(factorsHead, "No factor of this study has two levels.");
  const effectsOf = (
    value: (subject: Subject, cell: ResultCell) => number | null,
    said: string | null = null,
  ): Effect[] =>
    pairs
      .flatMap(({ name, base, level }) =>
        subjects.map((subject) => {
          const levelOf = (cell: ResultCell) => String(cell.condition.levels[name] ?? "");
          // If a model was asked with a different prompt at each level, the difference is the effect of the prompt, not
          // of the factor.
          const grouping = { levelOf, withinOf: subject.promptOf };
          const differenceOn = (someCells: readonly ResultCell[]) =>
            compareWithinItems(someCells, [base, level], (cell) => value(subject, cell), grouping);
          const difference = differenceOn(cells);
          const sideOf = (cell: ResultCell) => sideOfGroup(levelOf(cell), [level, base]);
          const fill = { withMismatches, option: said, sideOf };
          return {
            who: subject.label,
            says: `${name}: ${level} minus ${base}`,
            side: subject.side,
            difference,
            worst: worstCase(difference, cells, seriesOf(subject), fill, differenceOn),
          };
        }),
      )
      .filter(({ side, difference }) => side !== "model" || difference.n > 0);
  const option = results.items.every(({ options }) => options.some(({ value }) => value === "true")) ? "true" : null;
  const accuracy = effectsOf(({ score }, cell) => score(cell));
  const anchoring = option === null ? null : effectsOf(({ shareSaying }, cell) => shareSaying(cell, option), option);
  const shareCaption = "Difference in the share of answers that say “true”, right or wrong";
  const parts = [
    effectTable("factors", "Difference in accuracy", "items", accuracy),
    ...(anchoring ? [effectTable("anchoring", shareCaption, "items", anchoring)] : []),
  ];
  return shownView(factorsHead, {
    sentences: [
      `Each item is compared with itself under the other level, averaged over the other factors; intervals are over stories (CR2, Satterthwaite) where there are five. Positive: more right answers (more that say “true”) under the level that is named first. A model is listed only where it was asked the same item with the same prompt under both levels; what another prompt changes is the effect of the prompt (“Prompts, shots and sources of one model”). ${generalisationOf(accuracy, "items")}`,
    ],
    findings: parts.flatMap(({ findings }) => findings),
    figures: [
      effectFigure("factors", "Difference in accuracy", accuracy),
      ...(anchoring ? [effectFigure("anchoring", "Difference in the share that says “true”", anchoring)] : []),
    ],
    tables: parts.map(({ table }) => table),
  });
}

/** The second level minus the first within items, and within the strata of `withinOf`. */
function compareWithinItems(
  cells: readonly ResultCell[],
  [base, level]: readonly [base: string, level: string],
  value: (cell: ResultCell) => number | null,
  { levelOf, withinOf }: { levelOf: (cell: ResultCell) => string; withinOf: (cell: ResultCell) => string },
): TestedDifference {
  const scoresByItem = new Map<string, { cluster: ItemCluster; base: number[]; level: number[] }>();
  for (const cell of cells) {
    const cellValue = value(cell);
    const cellLevel = levelOf(cell);
    if (cellValue === null || (cellLevel !== base && cellLevel !== level)) continue;
    const key = `${cell.item.id}/${withinOf(cell)}`;
    const itemScores = scoresByItem.get(key) ?? { cluster: clusterOf(cell.item), base: [], level: [] };
    scoresByItem.set(key, itemScores);
    itemScores[cellLevel === base ? "base" : "level"].push(cellValue);
  }
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const differences = [...scoresByItem.values()].flatMap((one) =>
    one.base.length === 0 || one.level.length === 0
      ? []
      : [{ value: mean(one.level) - mean(one.base), cluster: one.cluster }],
  );
  return meanDifference(differences, "items");
}

const firstMinusSecond = "First minus second, on the cells that both answered";

const promptsHead = {
  id: "prompts",
  title: "Prompts, shots and sources of one model",
  lead: "Prompts, shots, sources: series of one model on the same cells. Differences within one model are often as large as those between models.",
};

/**
 * Compares every pair of series of one model on the cells that both answered, and every pair of prompts within a series
 * on the items evaluated with both. All comparisons are corrected together by Holm.
 */
export function promptsView(material: CellMaterial): View {
  const { subjects } = material;
  const effects = pairsOf(subjects.filter(({ series }) => series !== null)).flatMap(([first, second]) =>
    first.series!.modelId === second.series!.modelId ? [comparePair(material, first, second)] : [],
  );
  const promptComparisons = subjects.flatMap((subject) => promptEffects(material, subject));
  const answeredEffects = [...effects, ...promptComparisons].filter(({ difference }) => difference.n > 0);
  if (answeredEffects.length === 0)
    return refusedView(promptsHead, "No model was asked the same cells in two ways (prompts, shots or sources).");
  const { table, findings } = effectTable("prompts", firstMinusSecond, "cells", answeredEffects);
  return shownView(promptsHead, {
    sentences: [
      `Positive: the first series or prompt is right more often. ${generalisationOf(answeredEffects, "cells")}`,
    ],
    findings,
    tables: [table],
    figures: [effectFigure("prompts", "Difference between prompts (first minus second)", answeredEffects)],
  });
}

/** Comparisons of the prompts of one series, such as those that correspond to two conditions of a study. */
function promptEffects({ cells, withMismatches }: CellMaterial, subject: Subject): Effect[] {
  if (subject.series === null) return [];
  const answeredCells = cells.filter((cell) => subject.score(cell) !== null);
  const prompts = [...new Set(answeredCells.map(subject.promptOf))].filter((prompt) => prompt !== "").sort();
  const grouping = { levelOf: subject.promptOf, withinOf: () => "" };
  return pairsOf(prompts).map(([base, level]) => {
    const differenceOn = (someCells: readonly ResultCell[]) =>
      compareWithinItems(someCells, [base, level], subject.score, grouping);
    const difference = differenceOn(answeredCells);
    const sideOf = (cell: ResultCell) => sideOfGroup(subject.promptOf(cell), [level, base]);
    return {
      who: subject.label,
      says: `prompt: ${level} minus ${base}`,
      side: subject.side,
      difference,
      worst: worstCase(difference, cells, seriesOf(subject), { withMismatches, sideOf }, differenceOn),
    };
  });
}

const familiesHead = {
  id: "families",
  title: "Within families of models",
  lead: "Size, tuning and thinking within one family: models that differ in only one fact.",
};

/**
 * Series of one family that were asked in the same way and differ in one fact. An unknown size does not count as a
 * difference.
 */
export function familiesView(material: CellMaterial): View {
  const { subjects, details } = material;
  const models = subjects.flatMap((subject) => {
    const facts = subject.series && details.get(subject.series.id);
    return facts?.family ? [{ subject, facts }] : [];
  });
  const effects = pairsOf(models).flatMap(([first, second]) => {
    const [one, other] = [first.facts, second.facts];
    if (one.family !== other.family || first.subject.series!.rest !== second.subject.series!.rest) return [];
    const differingFacts = familyFacts.filter(({ name }) => one[name] !== other[name]);
    const [fact] = differingFacts;
    if (!fact || differingFacts.length > 1) return [];
    if (fact.name === "sizeBillions" && (one.sizeBillions === null || other.sizeBillions === null)) return [];
    const effect = comparePair(material, first.subject, second.subject);
    return [
      {
        ...effect,
        says: `${fact.word}: ${one[fact.name] ?? "not stated"} minus ${other[fact.name] ?? "not stated"}`,
        who: `${one.family}: ${effect.who}`,
      },
    ];
  });
  if (effects.length === 0)
    return refusedView(
      familiesHead,
      "No two models of one family, asked in the same way, differ in only one fact. Family, size and tuning (base, instruct) are noted on a model’s page or read from its name; thinking is the reasoning of a run.",
    );
  const { table, findings } = effectTable("families", firstMinusSecond, "cells", effects);
  return shownView(familiesHead, {
    sentences: [
      `Positive: the model with the fact named first is right more often. ${generalisationOf(effects, "cells")}`,
    ],
    findings,
    tables: [table],
    figures: [effectFigure("families", "Difference between models (first minus second)", effects)],
  });
}

/** The facts by which models of one family are compared. */
const familyFacts = [
  { name: "sizeBillions", word: "size" },
  { name: "tuning", word: "tuning" },
  { name: "thinking", word: "thinking" },
] as const;

function pairsOf<Member>(members: readonly Member[]): [Member, Member][] {
  return members.flatMap((first, index) => members.slice(index + 1).map((second): [Member, Member] => [first, second]));
}

function comparePair({ cells, withMismatches }: CellMaterial, first: Subject, second: Subject): Effect {
  const differenceOn = (someCells: readonly ResultCell[]) => scoreDifference(someCells, first.score, second.score);
  const difference = differenceOn(cells);
  const series = [...seriesOf(first), ...seriesOf(second)];
  const sideOf = (_: ResultCell, id: string) => (id === first.series?.id ? "first" : "second");
  return {
    who: `${first.label} and ${second.label}`,
    says: "first minus second",
    side: first.side,
    difference,
    worst: worstCase(difference, cells, series, { withMismatches, sideOf }, differenceOn),
  };
}

/** The mean difference of two scores over the cells that have both. */
export function scoreDifference(
  cells: readonly ResultCell[],
  first: (cell: ResultCell) => number | null,
  second: (cell: ResultCell) => number | null,
): TestedDifference {
  const differences = cells.flatMap((cell) => {
    const [one, other] = [first(cell), second(cell)];
    return one === null || other === null ? [] : [{ value: one - other, cluster: clusterOf(cell.item) }];
  });
  return meanDifference(differences, "cells");
}

/** The differences of a table as a figure. */
function effectFigure(name: string, title: string, effects: readonly Effect[]) {
  return {
    name,
    title: `${title}, points`,
    unit: "points" as const,
    marks: effects.map(({ who, says, side, difference }) => mark(`${who}: ${says}`, side, difference)),
    lines: [{ label: "no difference", value: 0 }],
  };
}

/** A table of differences with corrected tests, and a sentence for each test. */
function effectTable(name: string, caption: string, unit: string, effects: readonly Effect[]) {
  const { cells, findings } = testTogether(
    effects.map(({ who, says, difference, worst }) => ({
      says: `${caption}: ${who}, ${says}`,
      difference,
      unit,
      worst,
    })),
  );
  const table = {
    name,
    caption: `${caption}; p with Holm correction (${effects.length} tests)`,
    columns: ["Who", "Comparison", "Points", "Test"],
    rows: effects.map(({ who, says, difference }, index): ViewCell[] => [
      textCell(who),
      textCell(says),
      estimate(difference, "points"),
      cells[index]!,
    ]),
  };
  return { table, findings };
}

/** The population to which the intervals of a table generalise, taken from the first difference with an interval. */
function generalisationOf(effects: readonly Effect[], unit: string): string {
  const firstWithInterval = effects.find(({ difference }) => difference.low !== null);
  return firstWithInterval ? describePopulation(firstWithInterval.difference, unit) : "";
}
