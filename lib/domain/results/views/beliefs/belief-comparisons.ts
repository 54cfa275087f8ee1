import type { TuningComparison } from "../../../beliefs/prepare/base-against-instruct.ts";
import { prepareHeatmap } from "../../../beliefs/prepare/heatmap.ts";
import { rankForObserver } from "../../../beliefs/prepare/rank-within.ts";
import type { RankingTable } from "../../../beliefs/prepare/ranking-table.ts";
import type { BeliefQuery } from "../../../beliefs/prepare/view-query.ts";
import type { SliceFacet } from "../../../beliefs/scoring/score-details.ts";
import { formatNumberOf } from "../../../format/figures.ts";
import { limitViewToStatus } from "../../interim/without-conclusions.ts";
import type { ResultStatus } from "../../plan/result-status.ts";
import { refusedView, shownView, type View } from "../view.ts";
import { type BeliefObserver, notComparedTable } from "./belief-cells.ts";
import { compareWithPeople, type PeopleComparison, profileTable } from "./belief-profiles.ts";
import {
  categoryFigure,
  dimensionFigure,
  drawRateFigure,
  modelPairFigure,
  rankingFigure,
  sizeFigure,
} from "./belief-rate-figures.ts";
import { categoryTable, modelPairTable, rankingTable, rateTable, sizeTable } from "./belief-rate-tables.ts";
import { rankCorrelationTable, sliceTable, templateTable, unpromptedTable } from "./belief-slices.ts";

const head = {
  id: "comparisons",
  title: "Tables and tests",
  lead: "All rates, every pair of base and instruct model over all dimensions, base models only, the similarity of the profiles of people and models, tests of people against models, and rates by relation, template, source and popularity.",
};

/** The options of the page of tables, and the models that they select. */
export interface ComparisonChoice {
  /** The comparisons of each model; empty without people, and until the comparisons are computed. */
  comparisons?: readonly PeopleComparison[];
  /** The model that is compared with people by category. */
  chosen?: string | null;
  by?: SliceFacet;
  /** The models whose rank correlations are shown. */
  among?: BeliefQuery["among"];
}

/**
 * The tables of Du et al. (figures 3 to 7 as numbers) with people and models, from stored scores. Observers that know
 * too few facts are excluded.
 *
 * @param status the status of people's data; exploratory without people
 */
export function beliefComparisons(
  observers: readonly BeliefObserver[],
  modelPairs: readonly TuningComparison[],
  status: ResultStatus,
  ranking: RankingTable | null = null,
  { comparisons = [], chosen = null, by = "relation", among = "all" }: ComparisonChoice = {},
): View {
  const comparable = observers.filter(({ score }) => score.enters);
  const { dropped } = prepareHeatmap(observers.map(({ score }) => score));
  const excludedTables = dropped.length === 0 ? [] : [notComparedTable(dropped)];
  if (comparable.length === 0)
    return {
      ...refusedView(head, "No person or model knows enough of the facts to be compared."),
      tables: excludedTables,
    };
  const baseModels = comparable.filter(({ tuning }) => tuning === "base");
  const people = comparable.find(({ side }) => side === "people") ?? null;
  const models = comparable.filter(({ side }) => side === "models");
  const profile = people ? profileTable(people, models) : null;
  const peopleTests = people && comparisons.length > 0 ? compareWithPeople(comparisons, chosen) : null;
  const correlatedModels = models.filter(({ tuning }) => among === "all" || tuning === among);
  const view = shownView(head, {
    conclusions: peopleTests
      ? [
          `${formatNumberOf(peopleTests.tests, "test")} of people against models on this page; no analysis plan names them.`,
        ]
      : [],
    sentences: [
      "A rate is the share of decided pairs that follow the expression, each observer on the facts that it knows; intervals are over facts (people: over people and facts). A positive difference means that the first of the two has the higher rate.",
      ...(people
        ? []
        : ["No study with people is selected, so profiles of people and their tests against models are omitted."]),
    ],
    findings: peopleTests?.findings ?? [],
    tables: [
      rateTable("rates", "Context-following rates of people and models, overall and by dimension", comparable),
      modelPairTable(modelPairs),
      ...(baseModels.length === 0 ? [] : [rateTable("base-only", "Base models only", baseModels)]),
      ...(profile ? [profile] : []),
      ...(peopleTests?.tables ?? []),
      ...(ranking ? [rankingTable(ranking, people ? rankForObserver(people.score) : null)] : []),
      ...rankCorrelationTable(correlatedModels),
      ...sliceTable(models, by),
      ...templateTable(models),
      ...unpromptedTable(models),
      ...sizeTable(models, people),
      categoryTable(comparable),
      ...excludedTables,
    ],
    figures: [
      drawRateFigure(comparable),
      dimensionFigure(comparable),
      categoryFigure(comparable),
      ...modelPairFigure(modelPairs),
      ...sizeFigure(models),
      ...(ranking ? [rankingFigure(ranking)] : []),
    ],
  });
  return limitViewToStatus(view, status);
}
