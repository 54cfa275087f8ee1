import { describe, expect, it } from "vitest";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { type AnalysisPlan, analysisPlanSchema } from "@/lib/domain/results/plan/analysis-plan.ts";
import { viewFile, viewSentences } from "@/lib/domain/results/views/view-files.ts";
import {
  type Attacked,
  amended,
  close,
  collected,
  conditions,
  filesOf,
  importModel,
  planned,
  screenOf,
} from "@/prisma/factories/attacked-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { saveAnalysisPlan } from "../studies/draft/study-plan.ts";
import { recordInterimView } from "../studies/interim-views.ts";
import { loadFreshCellView } from "./load-cell-view.ts";

withTestDatabase();

const models = ["Planned", "Second"];
const withModelTests: AnalysisPlan = analysisPlanSchema.parse({
  ...planned,
  models,
  family: {
    method: "holm",
    alpha: 0.05,
    tests: [...planned.family.tests, { kind: "model-against-chance" }, { kind: "model-against-model" }],
  },
});

/** A closed study whose results were seen. */
async function seen(plan: AnalysisPlan): Promise<Attacked> {
  const attacked = await collected(conditions, async (study, actor) => {
    await importModel(study, "Second", conditions.slice(0, 3));
    await saveAnalysisPlan(actor, study.id, { ...plan, models }, "");
  });
  await close(attacked);
  await recordInterimView(attacked.actor, { ...attacked.study, stage: "main" });
  return attacked;
}

/** The rows of a CSV file by the name in their first column. The last column is the status. */
function rowsOf(csv: string): Map<string, string> {
  const rows = csv.trim().split("\r\n").slice(1);
  return new Map(rows.map((row) => [row.split(",")[0]!, row.replaceAll('"', "")]));
}

/** The badge and sentence about a group of tests on the page of results. */
async function noteOf(attacked: Attacked, about: string): Promise<string> {
  const text = (await screenOf(attacked)).replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  return text.match(new RegExp(`.{60}${about} ?: .{80}`))![0];
}

/** Every status that pages and files give to tests of two planned models. */
async function expectStatus(attacked: Attacked, status: string, prefix: string): Promise<void> {
  const files = await filesOf(attacked);
  const family = files.get("confirmatory.csv")!.trim().split("\r\n").slice(1);
  for (const row of family) expect(row).toContain(status);
  const view = await loadFreshCellView(attacked.actor, attacked.study.id, defaultResultsQuery, "models", null);
  for (const chance of [files.get("tables/models/chance.csv")!, viewFile(view!.view, "chance", "csv", view!.status)!]) {
    const rows = rowsOf(chance);
    for (const model of models) expect(rows.get(model)).toMatch(new RegExp(`,${status}$`));
    expect(rows.get("People’s majority")).toMatch(/,exploratory$/);
  }
  for (const pairs of [files.get("tables/models/pairs.csv")!, viewFile(view!.view, "pairs", "csv", view!.status)!])
    expect(rowsOf(pairs).get("Planned minus Second")).toMatch(new RegExp(`,${status}$`));
  for (const format of ["md", "tex", "jsonl"])
    expect(files.get(`tables/models/pairs.${format}`)!.replaceAll(/\s+/g, " ")).toContain(status);
  for (const sentences of [files.get("tables/models/sentences.md")!, viewSentences(view!.view, "0", view!.status)!])
    for (const sentence of sentences.trim().split("\n"))
      expect(sentence.startsWith(`- ${sentence.includes("People") ? "Exploratory: " : prefix}`), sentence).toBe(true);
  for (const about of ["Models vs. models", "Comparison with the chance level"])
    expect((await noteOf(attacked, about)).toLowerCase()).toContain(status);
}

describe("a badge, a table, a file and a sentence give a test the same status", () => {
  it("if the plan was kept", async () => {
    const kept = await seen(withModelTests);
    await expectStatus(kept, "confirmatory", "");
  });

  it("if the test was added by an amendment after results had been seen: it is never confirmatory", async () => {
    const added = await seen(planned);
    expect(await noteOf(added, "Models vs. models")).toContain("Exploratory Models vs. models");
    await saveAnalysisPlan(added.actor, added.study.id, withModelTests, "More tests.");
    await expectStatus(added, amended, "Planned, amended after data: ");
    expect(await noteOf(added, "Models vs. models")).not.toContain("Confirmatory");
  });

  it("if answers of a planned model were added after results had been seen", async () => {
    const filled = await seen(withModelTests);
    await importModel(filled.study, "Second", conditions.slice(3));
    await expectStatus(filled, amended, "Planned, amended after data: ");
  });
});
