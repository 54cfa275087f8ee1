import { createElement, type ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { countNumbers, visibleText } from "@/components/testing/count-numbers.ts";
import { drawnMarkup } from "@/components/testing/drawn-markup.ts";
import { figureTree } from "@/components/testing/figure-tree.ts";
import { likeNamed } from "@/components/testing/like-named.ts";
import { offeredFiles, untaken } from "@/components/testing/untaken.ts";
import { seededRandom } from "@/lib/domain/random.ts";
import { pageFile, pageParts } from "@/lib/domain/results/analysis/page-parts.ts";
import { noFileOptions } from "@/lib/domain/results/figures/file-options.ts";
import { buildCells } from "@/lib/domain/results/model/cells.ts";
import { evaluationRows } from "@/lib/domain/results/model/error-evaluation.ts";
import { scoreLanguage } from "@/lib/domain/results/model/language-results.ts";
import { defaultResultsQuery, type ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { sampleItem } from "@/lib/domain/results/model/sample-item.ts";
import { noUnmatched, type StudyResults } from "@/lib/domain/results/model/study-results.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { type StoredPlan, storedPlan } from "@/lib/domain/results/plan/plan-record.ts";
import { exploratory } from "@/lib/domain/results/plan/result-status.ts";
import { prepareResultsPage } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import { prepareCellMaterial } from "@/lib/domain/results/views/cell-material.ts";
import { cellView, cellViewTitles } from "@/lib/domain/results/views/cell-views.ts";
import { languageView } from "@/lib/domain/results/views/models/language-view.ts";
import { listViewViolations } from "@/lib/domain/results/views/view.ts";
import { type ViewFormat, viewFile } from "@/lib/domain/results/views/view-files.ts";
import { ErrorEvaluationTable } from "./error-evaluation-table.tsx";
import { ItemDetail } from "./items/item-view.tsx";
import { LanguageSection } from "./language-section.tsx";
import { ResultsView } from "./results-view.tsx";
import { ViewTables } from "./view-tables.tsx";

const treeOf = async (element: ReactElement) => figureTree(await drawnMarkup(element));
const found = async (element: ReactElement) => likeNamed(await treeOf(element));

/** Twelve items about so many stories under two conditions, each answered by so many people, and two models. */
function madeResults(stories: number, people: number, rightness: number): StudyResults {
  const random = seededRandom(`${stories}/${people}/${rightness}`);
  const items = Array.from({ length: 12 }, (_, index) =>
    sampleItem({
      id: `i${index}`,
      name: `item-${index}`,
      storyId: `s${index % stories}`,
      attributes: { tom: index % 2, level: (index % 5) + 1 },
    }),
  );
  const conditions = ["story", "no-story"].map((story) => ({ id: `story=${story}`, levels: { story }, label: story }));
  const places = items.flatMap(({ id }) => conditions.map((condition) => ({ itemId: id, conditionId: condition.id })));
  return {
    conditions,
    items,
    counts: places.flatMap((place) => {
      const right = Array.from({ length: people }, () => random.next() < rightness).filter(Boolean).length;
      return [
        { ...place, answerKey: "true", count: right },
        { ...place, answerKey: "false", count: people - right },
      ].filter(({ count }) => count > 0);
    }),
    series: ["one", "other"].map((id) => ({ id, modelId: id, model: id, source: "", rest: "", isDemo: false })),
    answers: ["one", "other"].flatMap((seriesId, model) =>
      places.map((place, index) => {
        const answerKey = index % 7 === 3 && model === 1 ? null : random.next() < 0.8 ? "true" : "false";
        return {
          ...place,
          seriesId,
          answerKey,
          repeats: answerKey === null ? 0 : 1,
          given: answerKey === null ? [] : [{ answerKey, count: 1 }],
          unparsed: answerKey === null ? 1 : 0,
          parity: "verified" as const,
        };
      }),
    ),
    unmatched: noUnmatched,
  };
}

function pageOf(
  results: StudyResults,
  changes: Partial<ResultsQuery> = {},
  plan: StoredPlan | null = null,
): ReactElement {
  const page: StudyResultsPage = {
    study: {
      id: "s",
      projectId: "p",
      slug: "s",
      name: "S",
      status: "open",
      isDemo: false,
      benchmarkId: "b",
      benchmark: "B",
      itemsPerSession: 1,
      canWrite: false,
    },
    results,
    stage: "main",
    stages: ["main"],
    data: { shown: "current", locks: [], hasEnded: false, filled: 0, planned: 0, reversals: 0 },
    standings: { surplus: 0, surplusSessions: 0, excluded: 0, openStratum: 0 },
    keyVersions: [1],
    lateKeys: null,
    plan,
    correspondence: { pairs: [], same: [] },
    isCorrespondenceDeclared: false,
    unsignedMismatches: 0,
    uncounted: null,
  };
  const query = { ...defaultResultsQuery, ...changes };
  return createElement(ResultsView, {
    page,
    prepared: prepareResultsPage(results, query, plan),
    query,
    base: "/",
    resamplingViews: null,
    persons: null,
    groups: null,
    hasGroups: true,
    languages: null,
    exportHref: "/",
    canReadIdentities: false,
    declareCorrespondence: null,
    compareAnyway: null,
  });
}

describe("no two things of the results have the same name", () => {
  const studies: [string, StudyResults][] = [
    ["many stories", madeResults(12, 20, 0.8)],
    ["seven stories", madeResults(7, 12, 0.7)],
    ["two stories, so no clusters", madeResults(2, 3, 0.6)],
    ["everybody right, so no spread", madeResults(6, 10, 1)],
    ["nobody has answered", madeResults(6, 0, 1)],
  ];
  for (const [name, results] of studies)
    it(`with ${name}`, async () => {
      expect(await found(pageOf(results))).toEqual([]);
      expect(await found(pageOf(results, { models: [] }))).toEqual([]);
      expect(await found(pageOf(results, { by: "level" }))).toEqual([]);
      expect(await found(pageOf({ ...results, series: [], answers: [] }))).toEqual([]);
    });

  it.each(studies)(
    "in every table and comparison, and under a plan of several kinds of tests, with %s",
    async (_, results) => {
      const rules = { ties: "half", unparsed: "wrong", withMismatches: false } as const;
      for (const by of [null, "level"])
        for (const { id } of cellViewTitles) {
          const view = cellView(id, prepareCellMaterial(results, new Map(), by, rules));
          const hrefOf = (part: string | number) => `/${part}`;
          const props = { view, status: null, page: 1, fileHref: hrefOf, pageHref: hrefOf, dataHash: "0123456789ab" };
          expect(await found(createElement(ViewTables, props)), id).toEqual([]);
          expect(untaken(await treeOf(createElement(ViewTables, props))), id).toEqual([]);
        }
      const tests = ["model-against-people", "model-against-chance", "levels", "word-orders", "groups-of-people"].map(
        (kind) => ({ kind, of: kind === "groups-of-people" ? "gender" : "" }),
      );
      const plan = storedPlan({ document: { family: { method: "holm", alpha: 0.05, tests } }, registration: "" }, null);
      expect(await found(pageOf(results, {}, plan))).toEqual([]);
      for (const measure of ["share-of-answer", "localisation"]) {
        const document = { outcome: { measure, answer: "true" }, margin: 0.1 };
        expect(await found(pageOf(results, {}, storedPlan({ document, registration: "" }, null))), measure).toEqual([]);
      }
    },
  );

  it("with its status in each figure, and in the tables of shares", async () => {
    const markup = await drawnMarkup(pageOf(madeResults(6, 12, 0.7)));
    const figures = markup.match(/<figure.*?<\/figure>/gs) ?? [];
    expect(figures.length).toBeGreaterThan(2);
    for (const figure of figures) expect(figure).toContain("Status: exploratory.");
    for (const table of ["conditions", "cells"])
      expect(markup.split(`data-taken-as="${table}"`)[1]!.split("</section>")[1]).toContain("Status: exploratory.");
  });

  it.each(studies)("on the page of one item and by language, with %s", async (_, results) => {
    const cells = buildCells(results, "half");
    const [item] = results.items;
    const props: Parameters<typeof ItemDetail>[0] = {
      item: item!,
      story: [],
      cells: cells.filter((cell) => cell.item === item),
      conditions: results.conditions,
      series: results.series.map((one) => ({ id: one.id, label: one.model })),
      responses: { total: 0, responses: [] },
      predictions: {
        total: 1,
        predictions: [
          {
            model: "one",
            source: "",
            isDemo: false,
            conditionKey: "story=story",
            repeat: 0,
            answerKey: "true",
            probabilityTrue: 0.73,
            output: null,
            prompt: null,
            finding: { parity: "verified", differs: [] },
            isMatched: true,
          },
        ],
      },
      query: { conditionId: null, answerKey: null, page: 1, modelsPage: 1 },
      base: "/",
      status: exploratory,
      fileHref: (file) => `/${file}`,
    };
    expect(await found(createElement(ItemDetail, props))).toEqual([]);
    expect(await drawnMarkup(createElement(ItemDetail, props))).toContain("Status: exploratory.");
    expect(untaken(await treeOf(createElement(ItemDetail, props)))).toEqual([]);
    const scored = new Map(
      results.items.map(({ id, storyId }) => [id, { story: storyId, rightKeys: ["true"], attributes: {} }]),
    );
    const counts = results.counts.map((one) => ({ ...one, item: one.itemId, condition: one.conditionId }));
    const said = results.answers.map(({ itemId, conditionId, answerKey, seriesId, parity }) => ({
      model: seriesId,
      item: itemId,
      condition: conditionId,
      answerKey,
      parity,
      count: 1,
    }));
    const head = { language: "en", isOwn: true, items: results.items.length };
    const answers = counts.reduce((sum, { count }) => sum + count, 0);
    const language = scoreLanguage(head, { answers, people: answers, readTranslated: 0, counts }, said, scored);
    const section = createElement(LanguageSection, {
      languages: [language],
      status: { kind: "interim" },
      fileHref: (file) => file,
    });
    expect(await drawnMarkup(section)).toContain("Interim, data not locked");
    expect(await found(section)).toEqual([]);
    expect(untaken(await treeOf(section))).toEqual([]);
    const taken = languageView([language]);
    expect(listViewViolations(taken)).toEqual([]);
    expect(viewFile(taken, "languages", "csv", null)).toContain("en,");
    expect(viewFile(taken, "language-models", "tex", null)).toContain("\\begin{tabular}");
  });

  it("in the table of errors found and marked", async () => {
    const answers = Array.from({ length: 12 }, (_, index) => ({
      sessionId: `p${index % 3}`,
      itemId: `i${index % 4}`,
      cluster: { kind: "story" as const, id: `s${index % 4}` },
      genre: "",
      ablation: "plain",
      hasError: index % 2 === 0,
      isRight: index % 5 !== 0,
      localisation: index % 2 === 0 ? 0.4 : 1,
      words: null,
    }));
    const table = { posCls: 0.5, negCls: 0.75, fullCls: 0.6, negLoc: 0.4, fullLoc: 0.7, nPos: 6, nNeg: 6 };
    const evaluation = { rows: evaluationRows(answers), table, excluded: 0, keyVersions: [1] };
    const element = createElement(ErrorEvaluationTable, {
      evaluation: evaluation as never,
      status: { kind: "interim" },
    });
    expect(await found(element)).toEqual([]);
    expect(await drawnMarkup(element)).toContain("Status: interim, data not locked.");
  });
});

describe("the results before a reader opens anything", () => {
  const plan = storedPlan({ document: { margin: 0.1 }, registration: "" }, null);
  /** The same model many times, each under a name with two numbers. */
  const many = (results: StudyResults, count: number): StudyResults => {
    const names = Array.from({ length: count }, (_, index) => `model-${index}-70b`);
    return {
      ...results,
      series: names.map((name) => ({ ...results.series[0]!, id: name, modelId: name, model: name })),
      answers: names.flatMap((name) =>
        results.answers.filter(({ seriesId }) => seriesId === "one").map((answer) => ({ ...answer, seriesId: name })),
      ),
    };
  };

  it.each([1, 2, 8, 30])("have at most 120 numbers with %i models", async (count) => {
    const results = many(madeResults(12, 20, 0.8), count);
    for (const element of [pageOf(results), pageOf(results, {}, plan)]) {
      const text = visibleText(await treeOf(element));
      expect(text).toContain("Human level");
      expect(text.includes("22 more")).toBe(count === 30);
      expect(countNumbers(text), text).toBeLessThanOrEqual(120);
    }
  });

  it("count every number of what is visible, and none of what is closed", async () => {
    const tree = figureTree(
      '<main><p>70.3% of 1,234</p><details><summary>3 more</summary>4 5</details><details open="">6</details><svg><text>7</text></svg></main>',
    );
    expect(countNumbers(visibleText(tree))).toBe(4);
  });
});

describe("every table and figure of the results can be taken away", () => {
  const studies: [string, StudyResults][] = [
    ["many stories", madeResults(12, 20, 0.8)],
    ["two stories", madeResults(2, 3, 0.6)],
    ["nobody", madeResults(6, 0, 1)],
  ];
  it.each(studies)("as files that hold what the page shows, with %s", async (_, results) => {
    const tests = ["model-against-people", "model-against-chance"].map((kind) => ({ kind, of: "" }));
    const plan = storedPlan({ document: { family: { method: "holm", alpha: 0.05, tests } }, registration: "" }, null);
    for (const element of [
      pageOf(results),
      pageOf(results, { by: "level" }),
      pageOf(results, { models: [] }),
      pageOf(results, {}, plan),
      // The plan's own comparisons are shown beside those of a filter.
      pageOf(results, { conditions: ["story=story"] } as Partial<ResultsQuery>, plan),
    ])
      expect(untaken(await treeOf(element))).toEqual([]);
  });

  it("under what the page asks for, people and the chance level among them", async () => {
    const results = madeResults(12, 20, 0.8);
    const query = { ...defaultResultsQuery, models: ["one"] };
    const prepared = prepareResultsPage(results, query);
    const parts = pageParts(prepared);
    const fileOf = (file: string) => {
      const [, name = "", format] = /^([^.]+)\.(.+)$/.exec(file) ?? [];
      return pageFile(parts, name, format as ViewFormat, noFileOptions);
    };
    const offered = offeredFiles(await treeOf(pageOf(results, query))).filter((name) =>
      /^(headline|crowd|comparisons|comparison-tests|totals|ceiling|sentences)\./.test(name),
    );
    expect(offered.length).toBeGreaterThan(6);
    for (const name of offered) expect(fileOf(name), name).not.toBeNull();
    expect(offered).toEqual(
      expect.arrayContaining(["comparison-tests.csv", "totals.csv", "ceiling.csv", "sentences.md"]),
    );
    const [model] = prepared.comparisons.models;
    const { majority: side } = model!.sides;
    const tests = fileOf("comparison-tests.csv")!.split("\r\n");
    expect(tests[0]).toContain("se,df,only_people_right,only_model_right,both_right,neither_right,p_mcnemar");
    expect(tests[1]).toContain(`,${side.discordant!.onlyPeople},${side.discordant!.onlyModel},`);
    expect(fileOf("totals.csv")).toContain(`"People, single answers",${prepared.totals.people.correct},`);
    for (const { label } of prepared.ceiling) expect(fileOf("ceiling.csv")).toContain(label);
    expect(fileOf("sentences.md")).toContain(model!.sides.person.sentence.replaceAll("\u00a0", " "));
    expect(fileOf("sentences.md")).toContain(model!.worthText);
    const comparisons = fileOf("comparisons.csv")!;
    expect(comparisons).toContain("one,majority");
    expect(comparisons).not.toContain("other,majority");
    expect(fileOf("headline.svg")).toContain(">People<");
    expect(fileOf("headline.svg")).toContain("chance level (50.0%");
    const { data } = JSON.parse(fileOf("headline.vl.json")!);
    const { majority } = prepared.totals;
    expect(data.values[0]).toMatchObject({ row: "People", value: majority.value, low: majority.low, n: majority.n });
    for (const { label } of prepared.ceiling) expect(fileOf("crowd.svg")).toContain(label.slice(0, 20));
  });
});
