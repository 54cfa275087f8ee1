import { createElement, Fragment, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { figureTree } from "@/components/testing/figure-tree.ts";
import { likeNamed } from "@/components/testing/like-named.ts";
import { offeredFiles, untaken } from "@/components/testing/untaken.ts";
import { type BeliefPersonAnswer, scoreParticipants } from "@/lib/domain/beliefs/participants/score-participants.ts";
import { prepareBaseAgainstInstruct } from "@/lib/domain/beliefs/prepare/base-against-instruct.ts";
import { prepareDimensionProfiles } from "@/lib/domain/beliefs/prepare/dimension-profiles.ts";
import { prepareHeatmap } from "@/lib/domain/beliefs/prepare/heatmap.ts";
import type { ModelProfile } from "@/lib/domain/beliefs/prepare/model-profile.ts";
import type { Observer } from "@/lib/domain/beliefs/prepare/observer.ts";
import { rankModels } from "@/lib/domain/beliefs/prepare/rank-models.ts";
import { rankForObserver } from "@/lib/domain/beliefs/prepare/rank-within.ts";
import { prepareRanking } from "@/lib/domain/beliefs/prepare/ranking-table.ts";
import { toRateFigure } from "@/lib/domain/beliefs/prepare/rate-figure.ts";
import { prepareSizeLines } from "@/lib/domain/beliefs/prepare/size-lines.ts";
import { scoreModel } from "@/lib/domain/beliefs/scoring/model-score.ts";
import type { BeliefPair } from "@/lib/domain/beliefs/scoring/pair-table.ts";
import { categories } from "@/lib/domain/beliefs/typology.ts";
import { exploratory } from "@/lib/domain/results/plan/result-status.ts";
import { drawVega } from "@/lib/domain/results/testing/draw-vega.ts";
import { beliefComparisons } from "@/lib/domain/results/views/beliefs/belief-comparisons.ts";
import { openQuestionsView, tuningView } from "@/lib/domain/results/views/beliefs/belief-page-views.ts";
import { listViewViolations, type View } from "@/lib/domain/results/views/view.ts";
import { viewFiles } from "@/lib/domain/results/views/view-files.ts";
import { BeliefStats } from "./belief-stats.tsx";
import { ExcludedObservers } from "./dropped-table.tsx";
import { HeatmapNumbers } from "./heatmap/heatmap-numbers.tsx";
import { HeatmapTable } from "./heatmap/heatmap-table.tsx";
import { OpenQuestionTable } from "./open-question-table.tsx";
import type { BeliefPeopleView } from "./people-view.ts";
import { ProfileCards } from "./profile-cards.tsx";
import { RankingView } from "./ranking-view.tsx";
import { SizeFigure } from "./size-figure.tsx";
import { BeliefDownloads } from "./take-away.tsx";
import { ModelPairDetail, ModelPairTable } from "./tuning-view.tsx";

const treeOf = (element: ReactElement) => figureTree(renderToStaticMarkup(element));
const found = (element: ReactElement) => likeNamed(treeOf(element));
const hrefOf = (...parts: string[]) => `/${parts.join("/")}`;

/** So many facts under every category, those below `known` known; how many are followed depends on the category. */
function pairsOf(facts: number, known: number, followed: (category: number) => number): BeliefPair[] {
  return categories.flatMap(({ id, dimension }, category) =>
    Array.from(
      { length: facts },
      (_, fact): BeliefPair => ({
        fact: `f${fact}`,
        dimension,
        category: id,
        expression: `${id} ${fact}`,
        repeat: 0,
        prior: fact < known ? "known" : "notKnown",
        outcome: fact < followed(category) ? "context" : "memory",
        texts: null,
      }),
    ),
  );
}

function model(name: string, pairs: BeliefPair[]): Observer {
  const score = scoreModel(name, pairs, { rows: 0, contradicted: 0 });
  const fillers = { answers: 40, share: 0.925, low: 0.8, high: 0.98 };
  return { key: name, name, side: "models", profile: profileOf(name), score: { ...score, fillers } };
}

function profileOf(name: string): ModelProfile {
  return { model: name, family: "F", sizeBillions: 8, tuning: name.includes("instruct") ? "instruct" : "base" };
}

/** People who know every fact and follow some categories; each is asked about so many facts under one category. */
function peopleOf(persons: number, facts: number): BeliefPeopleView {
  const answers = Array.from({ length: persons }, (_, person) =>
    Array.from({ length: facts }, (_, fact) => {
      const { id, dimension } = categories[(person + fact) % categories.length]!;
      const follows = (person + fact) % 3 === 0;
      return (["prior", "expression"] as const).flatMap((role) =>
        (["pri", "ctx"] as const).map(
          (queryType) =>
            ({
              observer: `p${person}`,
              role,
              fact: `f${fact}`,
              queryType,
              expression: role === "prior" ? null : { dimension, category: id, text: `${id} ${fact}` },
              shown: role !== "prior",
              query: `${queryType} ${fact}?`,
              answer: (queryType === "pri") === (role === "prior" || !follows) ? "yes" : "no",
              repeat: 0,
              confidence: (person % 5) / 4,
            }) as unknown as BeliefPersonAnswer,
        ),
      );
    }).flat(),
  ).flat();
  const study = { id: "s", slug: "s", name: "S", stage: "main", status: "open", slots: 9, complete: 9, isDemo: false };
  return {
    study: study as BeliefPeopleView["study"],
    score: scoreParticipants("People", answers),
    uncounted: { excluded: 0, surplus: 0, alsoTrue: 0, fromOtherStudies: 0 },
    status: exploratory,
  };
}

const settings: [string, Observer[], BeliefPeopleView | null][] = [
  [
    "people and models",
    [
      model(
        "F-8B",
        pairsOf(12, 11, (category) => 6 + (category % 4)),
      ),
      model(
        "F-8B-instruct",
        pairsOf(12, 12, (category) => 6 - (category % 4)),
      ),
      model(
        "Ignorant",
        pairsOf(12, 0, () => 3),
      ),
    ],
    peopleOf(12, 10),
  ],
  [
    "one model and two people",
    [
      model(
        "F-8B",
        pairsOf(3, 3, () => 1),
      ),
    ],
    peopleOf(2, 3),
  ],
  [
    "no spread",
    [
      model(
        "F-8B",
        pairsOf(12, 12, () => 12),
      ),
    ],
    null,
  ],
];

describe.each(settings)("pages about expressions of belief, with %s", (_, models, people) => {
  const observers: Observer[] = [
    ...(people ? [{ key: "people", name: "People", side: "people" as const, profile: null, score: people.score }] : []),
    ...models,
  ];
  const scores = observers.map(({ score }) => score);
  const compared = observers.filter(({ score }) => score.enters);
  const profiles = models.map(({ name }) => profileOf(name));

  it("give no two things the same name", () => {
    const map = prepareHeatmap(scores, 1);
    const ranking = rankModels(models, 1, "exact");
    const table = ranking && prepareRanking(ranking);
    const couples = prepareBaseAgainstInstruct(
      models.map(({ score }) => score),
      profiles,
      (name) => (name.includes("instruct") ? pairsOf(12, 12, () => 4) : pairsOf(12, 11, (category) => category % 9)),
    );
    const panel = { id: "all", label: "All", people: people && toRateFigure(people.score.overall) };
    const { lines } = prepareSizeLines(
      models.map(({ score }) => score),
      profiles,
      null,
    );
    const cards = compared.map(({ key, side, score }, place) => ({
      key,
      side,
      profile: prepareDimensionProfiles(scores)[place]!,
      reference: toRateFigure(score.byCategory.get("explicit")),
    }));
    expect(found(createElement(BeliefStats, { observers, people }))).toEqual([]);
    for (const show of ["rate", "difference"] as const)
      expect(
        found(createElement(HeatmapTable, { map, observers: compared, show, caption: "Context following", hrefOf })),
      ).toEqual([]);
    expect(found(createElement(HeatmapNumbers, { map, observers: compared }))).toEqual([]);
    expect(found(createElement(ExcludedObservers, { dropped: map.dropped, fileHref: hrefOf }))).toEqual([]);
    expect(found(createElement(ProfileCards, { cards }))).toEqual([]);
    expect(found(createElement(SizeFigure, { panels: [{ ...panel, lines }] }))).toEqual([]);
    expect(found(createElement(ModelPairTable, { modelPairs: couples, current: null, hrefOf }))).toEqual([]);
    for (const modelPair of couples) expect(found(createElement(ModelPairDetail, { modelPair }))).toEqual([]);
    if (table && ranking)
      expect(
        found(
          createElement(RankingView, {
            table,
            status: exploratory,
            ranks: people?.score.enters ? rankForObserver(people.score) : new Map(),
            categories: ranking.categories,
            hrefOf,
          }),
        ),
      ).toEqual([]);
  });

  it("can be taken away, every table and figure", async () => {
    const map = prepareHeatmap(scores, 1);
    const ranking = rankModels(models, 1, "exact");
    const table = ranking && prepareRanking(ranking);
    const modelScores = models.map(({ score }) => score);
    const couples = prepareBaseAgainstInstruct(modelScores, profiles, () => pairsOf(12, 12, () => 4));
    const couple = couples.find(({ missing }) => missing === null);
    const { lines } = prepareSizeLines(modelScores, profiles, null);
    const panels = [{ id: "all", label: "All", people: null, lines }];
    const view = beliefComparisons(
      observers.map(({ name, side, profile, score }) => ({
        name,
        side,
        tuning: profile?.tuning ?? null,
        sizeBillions: profile?.sizeBillions ?? null,
        score,
      })),
      couples,
      exploratory,
      table,
    );
    const takeAway = (name: string, figure = name) =>
      createElement(BeliefDownloads, { benchmark: "b", kept: "", table: name, figure });
    const pages: [View, ReactElement[]][] = [
      [
        view,
        [
          createElement(HeatmapTable, { map, observers: compared, show: "rate", caption: "Rates", hrefOf }),
          createElement(HeatmapNumbers, { map, observers: compared }),
          takeAway("categories"),
          createElement(ExcludedObservers, { dropped: map.dropped, fileHref: hrefOf }),
        ].slice(0, map.dropped.length > 0 ? 4 : 3),
      ],
      [view, [createElement(ProfileCards, { cards: [] }), takeAway("rates", "dimensions")]],
    ];
    if (lines.length > 0) pages.push([view, [createElement(SizeFigure, { panels }), takeAway("size")]]);
    if (couples.length > 0)
      pages.push([
        view,
        [createElement(ModelPairTable, { modelPairs: couples, current: null, hrefOf }), takeAway("model-pairs")],
      ]);
    if (couple)
      pages.push([tuningView(couple), [createElement(ModelPairDetail, { modelPair: couple }), takeAway("tuning")]]);
    if (table && ranking)
      pages.push([
        view,
        [
          createElement(RankingView, {
            table,
            status: exploratory,
            ranks: new Map(),
            categories: ranking.categories,
            hrefOf,
          }),
          takeAway("ranking"),
        ],
      ]);
    const open = models.map(({ key, name, score }) => ({ runId: key, modelId: key, name, score }));
    pages.push([
      openQuestionsView(open),
      [
        createElement(OpenQuestionTable, { models: open }),
        createElement(TableDownloads, { name: "open-questions", fileHref: hrefOf }),
      ],
    ]);
    for (const [files, parts] of pages) {
      const tree = treeOf(createElement(Fragment, null, ...parts));
      expect(untaken(tree)).toEqual([]);
      expect(listViewViolations(files)).toEqual([]);
      const names = viewFiles(files, "0", null).map(({ name }) => name);
      for (const file of offeredFiles(tree)) expect(names).toContain(file);
      for (const { name, content } of viewFiles(files, "0", null))
        if (name.endsWith(".vl.json")) expect((await drawVega(JSON.parse(content))).complaints, name).toEqual([]);
    }
  });
});
