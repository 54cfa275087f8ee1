import { describe, expect, it } from "vitest";
import {
  type Attacked,
  close,
  collected,
  conditions,
  expectAmended,
  filesOf,
  importModel,
  planned,
} from "@/prisma/factories/attacked-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { saveAnalysisPlan } from "../studies/draft/study-plan.ts";
import { recordInterimView } from "../studies/interim-views.ts";

withTestDatabase();

const see = ({ actor, study }: Attacked) => recordInterimView(actor, { ...study, stage: "main" });

async function statusOf(attacked: Attacked): Promise<unknown> {
  return JSON.parse((await filesOf(attacked)).get("summary.json")!).status;
}

/** The rows of a CSV file without the status in their last column. */
function valuesOf(csv: string): string[] {
  return csv
    .trim()
    .split("\r\n")
    .map((row) => row.replace(/,("[^"]*"|[^",]*)$/, ""));
}

describe("first answers of a planned model that were stored after results were seen", () => {
  it("mark the results, if they fill the cells of a run that had answers before", async () => {
    const attacked = await collected(conditions.slice(0, 2));
    await close(attacked);
    await see(attacked);
    expect(await statusOf(attacked)).toEqual({ kind: "confirmatory" });
    const before = valuesOf((await filesOf(attacked)).get("confirmatory.csv")!);
    await importModel(attacked.study, "Planned", conditions.slice(2));
    await expectAmended(
      attacked,
      /answers of Planned was as when results were first seen, now 12 first answers to planned cells after results were seen, on \d{4}-\d{2}-\d{2}/,
    );
    const files = await filesOf(attacked);
    // The former result is that of the answers at the time.
    expect(valuesOf(files.get("confirmatory-before.csv")!)).toEqual(before);
    expect(valuesOf(files.get("confirmatory.csv")!)).not.toEqual(before);
    const methods = files.get("methods.md")!;
    expect(methods).toMatch(/Changes of the data after results could be seen: answers of Planned: 12 first answers/);
  });

  it("mark the results, if the model had no answers before", async () => {
    const attacked = await collected(conditions, async (study, actor) => {
      await saveAnalysisPlan(actor, study.id, { ...planned, models: ["Planned", "Announced"] }, "");
    });
    await close(attacked);
    expect(await statusOf(attacked)).toEqual({ kind: "confirmatory" });
    await see(attacked);
    await importModel(attacked.study, "Announced");
    await expectAmended(attacked, /answers of Announced was as when results were first seen, now 24 first answers/);
    expect((await filesOf(attacked)).get("methods.md")).not.toContain("First answers stored after");
  });

  it("mark the results, if the earlier run of the model answered no planned cell", async () => {
    const attacked = await collected([{ story: "reversed", questionOrder: "true-false" }]);
    await close(attacked);
    await see(attacked);
    await importModel(attacked.study, "Planned", conditions, "second");
    await expectAmended(attacked, /answers of Planned was as when results were first seen, now 24 first answers/);
  });

  it("leave the status, if no one had seen results", async () => {
    const attacked = await collected(conditions.slice(0, 2));
    await close(attacked);
    await importModel(attacked.study, "Planned", conditions.slice(2));
    await see(attacked);
    expect(await statusOf(attacked)).toEqual({ kind: "confirmatory" });
  });

  it("leave the status, if they belong to a run that the plan does not cover", async () => {
    const attacked = await collected();
    await close(attacked);
    await see(attacked);
    await importModel(attacked.study, "Planned", conditions, "second");
    await importModel(attacked.study, "Unplanned");
    expect(await statusOf(attacked)).toEqual({ kind: "confirmatory" });
  });
});
