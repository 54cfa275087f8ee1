import { createElement } from "react";
import { describe, expect, it } from "vitest";
import { drawnMarkup } from "@/components/testing/drawn-markup.ts";
import { analyseStudy } from "@/lib/domain/results/analysis/analyse-study.ts";
import { pageFile, pageParts } from "@/lib/domain/results/analysis/page-parts.ts";
import { noFileOptions } from "@/lib/domain/results/figures/file-options.ts";
import { defaultResultsQuery, type ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { sampleItem } from "@/lib/domain/results/model/sample-item.ts";
import { noUnmatched, type StudyResults } from "@/lib/domain/results/model/study-results.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { analysisPlanHash, analysisPlanSchema, type PlannedTestKind } from "@/lib/domain/results/plan/analysis-plan.ts";
import type { DataCollectionState } from "@/lib/domain/results/plan/data-collection-state.ts";
import type { StoredPlan } from "@/lib/domain/results/plan/plan-record.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { prepareResultsPage } from "@/lib/domain/results/preparation/prepare-results-page.ts";
import { prepareVerdict, verdictText } from "@/lib/domain/results/verdict/prepare-verdict.ts";
import { modelComparisonsView } from "@/lib/domain/results/views/models/models-view.ts";
import { shownView } from "@/lib/domain/results/views/view.ts";
import { viewSentences } from "@/lib/domain/results/views/view-files.ts";
import { ComparisonTable } from "./comparison/comparison-table.tsx";
import { ModelsSection } from "./comparison/models-section.tsx";
import { VerdictSection } from "./verdict/verdict-section.tsx";
import { ViewTables } from "./view-tables.tsx";

const names = ["Planned", "Later"];

/** Twelve stories of two statements, twelve people per cell, a model of the plan and a model that was imported later. */
const results: StudyResults = {
  conditions: [{ id: "c", levels: {}, label: "plain" }],
  items: Array.from({ length: 24 }, (_, index) => sampleItem({ id: `i${index}`, storyId: `s${index % 12}` })),
  counts: Array.from({ length: 24 }, (_, index) => [
    { itemId: `i${index}`, conditionId: "c", answerKey: "true", count: index % 5 === 0 ? 6 : 9 },
    { itemId: `i${index}`, conditionId: "c", answerKey: "false", count: index % 5 === 0 ? 6 : 3 },
  ]).flat(),
  series: names.map((id) => ({
    id,
    modelId: id,
    model: id,
    source: "",
    rest: "",
    isDemo: false,
    ...(id === "Later" ? { isLate: true as const } : {}),
  })),
  answers: names.flatMap((seriesId, model) =>
    Array.from({ length: 24 }, (_, index) => {
      const answerKey = index % (model === 0 ? 4 : 3) === 0 ? "false" : "true";
      return {
        seriesId,
        itemId: `i${index}`,
        conditionId: "c",
        answerKey,
        repeats: 1,
        given: [{ answerKey, count: 1 }],
        unparsed: 0,
        parity: "verified" as const,
      };
    }),
  ),
  unmatched: noUnmatched,
};

const plan = analysisPlanSchema.parse({
  models: ["Planned"],
  modelsFixed: true,
  margin: 0.1,
  comparator: { kind: "majority", k: null },
  family: {
    method: "holm",
    alpha: 0.05,
    tests: [{ kind: "model-against-people" }, { kind: "equivalence" }, { kind: "model-against-chance" }],
  },
});
const data: DataCollectionState = {
  shown: "locked",
  locks: [
    {
      number: 1,
      cause: "full",
      lockedAt: new Date("2026-11-01T12:00:00Z"),
      lockedBy: null,
      sha256: "a",
      listed: 288,
      counted: 288,
      leftSince: 0,
    },
  ],
  hasEnded: true,
  filled: 288,
  planned: 288,
  reversals: 0,
};
const changes = [{ path: "margin", before: "0.05", after: "0.1" }];
const plannedStatuses: [string, ResultStatus][] = [
  ["confirmatory", { kind: "confirmatory" }],
  ["planned, amended after data", { kind: "amended", changes }],
];

function storedWith(status: ResultStatus, kinds?: readonly PlannedTestKind[]): StoredPlan {
  const tests = kinds?.map((kind) => ({ kind })) ?? plan.family.tests;
  const chosenPlan = analysisPlanSchema.parse({ ...plan, family: { ...plan.family, tests } });
  const hash = analysisPlanHash(plan);
  return { plan: chosenPlan, hash, frozenAt: new Date(0), changesAfterData: [], record: "frozen", status, looks: [] };
}

function pageOf(status: ResultStatus, changed: Partial<ResultsQuery> = {}, kinds?: readonly PlannedTestKind[]) {
  const query = { ...defaultResultsQuery, ...changed };
  const stored = storedWith(status, kinds);
  const prepared = prepareResultsPage(results, query, stored);
  const study = { itemsPerSession: 1 };
  const page = { plan: stored, stage: "main", study, standings: { excluded: 0 }, results, data };
  return { prepared, verdict: prepareVerdict(page as unknown as StudyResultsPage, prepared, query) };
}

const textOf = (svg: string) =>
  svg
    .replaceAll(/<\/text>\s*<text[^>]*>/g, " ")
    .replaceAll(/<[^>]*>/g, "\n")
    .replaceAll(/ +/g, " ");
const rowsOf = (specification: string): string[] => [
  ...new Set<string>(JSON.parse(specification).data.values.map(({ row }: { row: string }) => row)),
];

describe.each(plannedStatuses)(
  "the headline figure of a plan that is %s, with a model imported later",
  (label, status) => {
    const caption = `Status: ${label}, except where marked “(exploratory)”.`;

    it("has the status of each model in the analysis", () => {
      const study = { name: "A study", slug: "a", benchmark: "B" };
      const files = analyseStudy({ study, stage: "main", results, plan, status, data });
      const contentOf = (name: string) => files.find((file) => file.name === name)!.content;
      expect(rowsOf(contentOf("headline.vl.json"))).toEqual(["People", "Planned", "Later (exploratory)"]);
      expect(contentOf("headline.vl.json")).toContain(caption);
      expect(textOf(contentOf("headline.svg"))).toContain(caption);
      expect(textOf(contentOf("headline.svg"))).toContain("Later (exploratory)");
    });

    it("has it in the files of the page and of a shared view, also under another label", () => {
      const parts = pageParts(pageOf(status).prepared);
      const fileOf = (format: "svg" | "vl.json", options = noFileOptions) =>
        pageFile(parts, "headline", format, options)!;
      expect(rowsOf(fileOf("vl.json"))).toEqual(["People", "Planned", "Later (exploratory)"]);
      expect(fileOf("vl.json")).toContain(caption);
      for (const text of ["Later (exploratory)", caption]) expect(textOf(fileOf("svg"))).toContain(text);
      const renamed = { ...noFileOptions, labels: { Later: "Planned" } };
      expect(rowsOf(fileOf("vl.json", renamed))).toEqual(["People", "Planned", "Planned (exploratory)"]);
      expect(textOf(fileOf("svg", renamed))).toContain("Planned (exploratory)");
    });

    it("has one status if all of its models have the same", () => {
      for (const [model, own] of [
        ["Planned", label],
        ["Later", "exploratory"],
      ] as const) {
        const file = pageFile(
          pageParts(pageOf(status, { models: [model] }).prepared),
          "headline",
          "vl.json",
          noFileOptions,
        );
        expect(rowsOf(file!)).toEqual(["People", model]);
        expect(file).toContain(`Status: ${own}.`);
      }
    });
  },
);

describe.each(plannedStatuses)("the verdict under a plan that is %s", (label, status) => {
  const statusOf = ({ verdict }: Pick<ReturnType<typeof pageOf>, "verdict">) =>
    verdict.facts.find(({ term }) => term === "Status")?.value;

  it("has the status of each selected model", () => {
    const page = pageOf(status, { models: names });
    expect(page.verdict.lines.map((line) => [line.label, line.status])).toEqual([
      ["Planned", label],
      ["Later", "exploratory"],
    ]);
    expect(statusOf(page)).toBe(`${label} for 1 model; exploratory for 1 model; see each model`);
    const text = verdictText(page.verdict);
    expect(text).toContain(`\nPlanned (${label}): people minus model`);
    expect(text).toContain("\nLater (exploratory): people minus model");
  });

  it("has one status if all of its models have the same", () => {
    expect(statusOf(pageOf(status))).toBe(label);
    expect(statusOf(pageOf(status, { models: ["Planned"] }))).toBe(label);
    const later = pageOf(status, { models: ["Later"] });
    expect(statusOf(later)).toBe("exploratory");
    expect(later.verdict.lines.map((line) => line.status)).toEqual([null]);
  });

  it("states human level with the status of its own test, and only if the plan names it", async () => {
    const levelOf = (kinds: PlannedTestKind[]) => {
      const { verdict } = pageOf(status, {}, kinds);
      return {
        ...verdict.lines[0],
        fact: verdict.facts.find(({ term }) => term === "Human level")!.value,
        text: verdictText(verdict),
        verdict,
      };
    };
    const planned = levelOf(["model-against-people", "equivalence"]);
    expect(planned).toMatchObject({ humanLevel: "not shown", levelStatus: null, fact: "margin 10.0 points" });
    const unplanned = levelOf(["model-against-people"]);
    expect(unplanned).toMatchObject({ humanLevel: "not tested", levelStatus: null });
    expect(unplanned.fact).toBe("not tested: the plan names no test of equivalence; margin 10.0 points");
    const alone = levelOf(["equivalence"]);
    expect(alone).toMatchObject({ humanLevel: "not shown", levelStatus: label });
    expect(statusOf(alone)).toBe("exploratory");
    expect(alone.text).toContain(`; human level not shown (${label}).`);
    const props = { chance: null, ceiling: [], interimNote: null, fileHref: (file: string) => file, moreHref: null };
    const markup = await drawnMarkup(createElement(VerdictSection, { ...props, verdict: alone.verdict }));
    expect(markup).toContain(`>${label}<`);
  });
});

describe.each(plannedStatuses)("the tables and sentences on screen under a plan that is %s", (label, status) => {
  it("have the models outside the plan in a table of their own, with their correction", async () => {
    const { comparisons } = pageOf(status).prepared;
    const markup = await drawnMarkup(createElement(ComparisonTable, { comparisons }));
    const tables = markup.split("<table").slice(1);
    // For each comparator, a table of the plan's models and a table of the others.
    expect(tables).toHaveLength(4);
    const planned = tables.find((table) => table.includes(">Majority vote and each model"))!;
    expect(planned).not.toContain("Later");
    expect(planned).toContain(`>${label}<`);
    expect(planned).toContain(`correction (${comparisons.sizes.majority} tests)`);
    const outside = tables.filter((table) => table.includes(">Models outside the plan"));
    expect(outside).toHaveLength(2);
    for (const table of outside) {
      expect(table).not.toContain("Planned");
      expect(table).toContain(">exploratory<");
      expect(table).toContain("Holm correction (1 test)");
    }
  });

  it("have the status of each model in the verdict and its figure", async () => {
    const fileHref = (file: string) => `/${file}`;
    const { verdict } = pageOf(status, { models: names });
    const props = { verdict, chance: null, ceiling: [], interimNote: null, fileHref, moreHref: null };
    const markup = await drawnMarkup(createElement(VerdictSection, props));
    const texts = markup.split(/<[^>]*>/).filter((text) => text !== "");
    expect(texts.filter((text) => text === "exploratory")).toHaveLength(2);
    expect(texts.filter((text) => text === label)).toHaveLength(2);
  });

  it("have the status of each test of models", async () => {
    const { modelComparisons, unplanned } = pageOf(status).prepared;
    const { findings } = modelComparisonsView(modelComparisons);
    // The plan tests its models against chance, and neither the majority of people nor the model imported later.
    const isPlanned = (finding: string) => finding.includes("Planned") && !finding.includes("Later");
    expect(findings.map(isPlanned)).toEqual([false, false, true, false]);
    for (const one of findings) expect(one.startsWith("Exploratory: "), one).toBe(!isPlanned(one));
    const props = {
      comparisons: modelComparisons,
      ceiling: [],
      plan: storedWith(status),
      status: unplanned,
      isNarrowed: false,
      fileHref: (file: string) => `/${file}`,
      pageHref: () => "#",
    };
    const markup = await drawnMarkup(createElement(ModelsSection, props));
    const sentences = [...markup.matchAll(/<li>([^<]*)<\/li>/g)].map(([, text]) => text!);
    expect(sentences).toHaveLength(findings.length);
    const prefix = status.kind === "amended" ? "Planned, amended after data: " : "";
    expect(sentences.map((one) => one.slice(0, 40))).toEqual(
      findings.map((one) => (isPlanned(one) ? `${prefix}${one}` : one).slice(0, 40)),
    );
  });
});

it.each([
  [{ kind: "exploratory" } as const, "Exploratory: One differs."],
  [{ kind: "amended", changes } as const, "Planned, amended after data: One differs."],
  [{ kind: "confirmatory" } as const, "One differs."],
  [null, "One differs."],
])("the sentences of a view begin with its status on screen and in its file: %j", async (status, expected) => {
  const findings = ["One differs.", "Exploratory: The other differs."];
  const view = shownView({ id: "view", title: "View", lead: "" }, { findings });
  const props = { view, status, page: 1, fileHref: (file: string) => `/${file}`, pageHref: () => "#" };
  const markup = await drawnMarkup(createElement(ViewTables, props));
  for (const sentence of [expected, findings[1]!]) {
    expect(markup).toContain(`<li>${sentence}</li>`);
    expect(viewSentences(view, "0123456789abcdef", status)).toContain(`- ${sentence} (data`);
  }
});
