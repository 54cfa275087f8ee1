import { beforeAll, describe, expect, it } from "vitest";
import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { AnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import {
  expectMarkedFiles,
  expectMarkedScreen,
  listConfirmatoryClaims,
} from "@/lib/domain/results/testing/expect-marked.ts";
import {
  type Attacked,
  answer,
  close,
  collected,
  conditions,
  filesOf,
  importModel,
  planned,
  screenOf,
} from "@/prisma/factories/attacked-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { listSharedFiles } from "../sharing/load-shared-results.ts";
import { openSharedView } from "../sharing/open-shared-view.ts";
import { createSharedView } from "../sharing/shared-view.ts";
import { saveAnalysisPlan } from "../studies/draft/study-plan.ts";
import { moveStudy } from "../studies/run/move-study.ts";

withTestDatabase();

/** Every choice of a page that could select other answers, another comparator or another rule. */
const choices: Partial<ResultsQuery>[] = [
  { openStratum: false },
  { surplus: true },
  { excluded: true },
  { leads: "majority" },
  { leads: "best-person" },
  { leads: "distribution" },
  { majorityOf: 3, leads: "majority" },
  { ties: "exclude" },
  { ties: "incorrect" },
  { parity: "all" },
  { parity: "verified" },
  { key: 1 },
  { items: "number = 0" },
  { order: "1" },
  { show: "tie" },
  { by: "number" },
];

async function sharedFilesOf({ study, actor }: Attacked, isBlinded: boolean): Promise<Map<string, string>> {
  const { token } = await createSharedView(actor, study.id, { label: "Reviewer 2", days: 1, isBlinded });
  const access = await openSharedView(token, new Headers({ "x-forwarded-for": "203.0.113.7" }));
  return new Map((await listSharedFiles(access!))!.map(({ name, content }) => [name, content]));
}

describe("an attempt to obtain a claim without its mark by the address of a page", () => {
  let attacked: Attacked;

  beforeAll(async () => {
    attacked = await collected();
    await importModel(attacked.study, "Later");
    await close(attacked);
  });

  it("finds no confirmatory result that the page of the plan does not have", async () => {
    const sentences = (await filesOf(attacked)).get("sentences.md")!.split("\n");
    const ofPlan = new Set([
      ...listConfirmatoryClaims(await screenOf(attacked)),
      ...sentences.map((one) => one.replace(/^- /, "").replace(/ \(data \w+\)$/, "")),
    ]);
    for (const choice of choices) {
      const screen = await screenOf(attacked, choice);
      expectMarkedScreen(screen, [{ kind: "confirmatory" }, { kind: "exploratory" }]);
      const others = listConfirmatoryClaims(screen).filter((claim) => !ofPlan.has(claim));
      expect(others, JSON.stringify(choice)).toEqual([]);
    }
  });

  it("finds the status in every file of a shared view, with and without names", async () => {
    for (const isBlinded of [false, true])
      expectMarkedFiles(await sharedFilesOf(attacked, isBlinded), [{ kind: "confirmatory" }, { kind: "exploratory" }]);
  });

  it("finds nothing confirmatory in the data as they are now after a reopening", async () => {
    await moveStudy(attacked.actor, attacked.study.id, "reopen", "More people.");
    await answer(attacked.study, 2);
    await close(attacked);
    for (const choice of choices)
      expect(listConfirmatoryClaims(await screenOf(attacked, { ...choice, data: "current" }))).toEqual([]);
    const allowed: ResultStatus[] = [
      { kind: "confirmatory" },
      { kind: "exploratory" },
      { kind: "amended", changes: [] },
    ];
    for (const isBlinded of [false, true]) {
      const files = await sharedFilesOf(attacked, isBlinded);
      expectMarkedFiles(files, allowed);
      expect(files.get("reopened-consort.svg")!.replaceAll(/\s+/g, " ")).toContain("planned, amended after data");
    }
  });
});

describe("a secondary test of a plan", () => {
  it("has one status on screen, in the files and in a shared view", async () => {
    const tests: AnalysisPlan["family"]["tests"] = [
      planned.family.tests[0]!,
      { ...planned.family.tests[1]!, role: "secondary" },
    ];
    const attacked = await collected(conditions, async ({ id }, actor) => {
      await saveAnalysisPlan(actor, id, { ...planned, family: { ...planned.family, tests }, models: ["Planned"] }, "");
    });
    await close(attacked);
    const allowed: ResultStatus[] = [{ kind: "confirmatory" }, { kind: "secondary" }, { kind: "exploratory" }];
    const files = await filesOf(attacked);
    expectMarkedFiles(files, allowed);
    for (const isBlinded of [false, true]) expectMarkedFiles(await sharedFilesOf(attacked, isBlinded), allowed);
    const screen = await screenOf(attacked);
    expectMarkedScreen(screen, allowed);
    const person = files
      .get("comparisons.jsonl")!
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .find(({ comparator }) => comparator === "person");
    expect(person).toMatchObject({ status: "confirmatory", status_equivalence: "planned, secondary" });
    const sentence = files
      .get("sentences.md")!
      .split("\n")
      .find((one) => one.includes("the mean person"));
    expect(sentence).toContain(" Planned, secondary: ");
    expect(screen).toContain("Planned, secondary: ");
    expect(files.get("sentences.md")).not.toMatch(/Exploratory: [^.]*within 10\.0 points of the mean person/);
  });
});
