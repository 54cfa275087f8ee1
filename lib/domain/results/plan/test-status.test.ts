import { describe, expect, it } from "vitest";
import { cellViewTitles } from "../views/cell-views.ts";
import { viewTitles } from "../views/study-views.ts";
import { test, textCell, type ViewTable } from "../views/view.ts";
import { analysisPlanSchema } from "./analysis-plan.ts";
import { exploratory, type ResultStatus } from "./result-status.ts";
import { decideTestStatus, describeTestStatus, statusOfTable, statusOfView } from "./test-status.ts";

const plan = analysisPlanSchema.parse({
  family: {
    method: "holm",
    alpha: 0.05,
    tests: [
      { kind: "levels", of: "order" },
      { kind: "model-against-chance", of: "" },
    ],
  },
});
const confirmatory: ResultStatus = { kind: "confirmatory" };
const amended: ResultStatus = { kind: "amended", changes: [] };
const interim: ResultStatus = { kind: "interim" };

/** A table of two tests. */
const table = (isPlanned?: boolean[]): ViewTable => ({
  name: "chance",
  caption: "",
  columns: ["Who", "Test"],
  rows: ["People", "Model"].map((who) => [textCell(who), test(0.01, 10, null, 0.02)]),
  ...(isPlanned ? { isPlanned } : {}),
});

describe("the status of a test", () => {
  it("is that of the plan only for a test of the plan", () => {
    for (const ofPlan of [confirmatory, amended, interim, exploratory])
      expect(decideTestStatus(true, ofPlan)).toBe(ofPlan);
    for (const ofPlan of [confirmatory, amended, exploratory])
      expect(decideTestStatus(false, ofPlan)).toBe(exploratory);
    expect(decideTestStatus(false, interim)).toBe(interim);
  });

  it("is stated for each row of a table with tests of the plan", () => {
    const view = { tables: [table([false, true]), table()] };
    const status = statusOfView(view, amended);
    expect(statusOfTable(view.tables[0]!, status)).toEqual([exploratory, amended]);
    expect(statusOfTable(view.tables[1]!, status)).toBe(exploratory);
    expect(statusOfView({ tables: [table()] }, amended)).toBe(exploratory);
    expect(statusOfTable(table([true, true]), null)).toBeNull();
  });
});

describe("the note of a view", () => {
  const noteOf = (tables: ViewTable[], ofPlan: ResultStatus, id = "models", of = "") =>
    describeTestStatus({ id, tables }, plan, statusOfView({ tables }, ofPlan), { attribute: of });

  it("names the statuses of its tests, those of the plan first", () => {
    expect(noteOf([table([false, true])], amended)).toEqual({ statuses: [amended, exploratory], isElsewhere: false });
    expect(noteOf([table([true, true])], confirmatory)).toEqual({ statuses: [confirmatory], isElsewhere: false });
    expect(noteOf([table([true, true])], exploratory)).toEqual({ statuses: [exploratory], isElsewhere: false });
    expect(noteOf([table([true, true])], interim)).toEqual({ statuses: [interim], isElsewhere: false });
  });

  it("says that tests of the plan with another correction are exploratory, and shown elsewhere", () => {
    expect(noteOf([table()], confirmatory, "levels", "order")).toEqual({ statuses: [exploratory], isElsewhere: true });
    expect(noteOf([table()], confirmatory, "levels", "genre")).toEqual({ statuses: [exploratory], isElsewhere: false });
    const other = { ...plan, outcome: { measure: "share-of-answer" as const, answer: "true" } };
    expect(describeTestStatus({ id: "levels", tables: [] }, other, exploratory).isElsewhere).toBe(false);
  });

  it("is exploratory for tests that no plan can name, and empty for a view without tests", () => {
    expect(noteOf([table()], confirmatory, "rasch")).toEqual({ statuses: [exploratory], isElsewhere: false });
    for (const { id } of [...cellViewTitles, ...viewTitles])
      expect(describeTestStatus({ id, tables: [] }, null, exploratory).statuses.length, id).toBeLessThanOrEqual(1);
    expect(noteOf([table()], confirmatory, "accuracy").statuses).toEqual([]);
  });
});
