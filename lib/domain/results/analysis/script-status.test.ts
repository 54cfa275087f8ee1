import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCsvText } from "../../tables/read-csv.ts";
import { sampleItem } from "../model/sample-item.ts";
import { noUnmatched, type StudyResults } from "../model/study-results.ts";
import { analysisPlanSchema } from "../plan/analysis-plan.ts";
import type { ResultStatus } from "../plan/result-status.ts";
import { analyseStudy } from "./analyse-study.ts";

/** Six stories of five statements, a model that the plan names, and one that was added later. */
function makeResults(): StudyResults {
  const items = Array.from({ length: 30 }, (_, index) => sampleItem({ id: `i${index}`, storyId: `s${index % 6}` }));
  const models = ["Planned", "Later"];
  return {
    conditions: [{ id: "c", levels: {}, label: "plain" }],
    items,
    counts: items.flatMap(({ id: itemId }, index) => [
      { itemId, conditionId: "c", answerKey: "true", count: 8 + (index % 4) },
      { itemId, conditionId: "c", answerKey: "false", count: 4 - (index % 4) },
    ]),
    series: models.map((model) => ({
      id: model,
      modelId: model,
      model,
      source: "",
      rest: "",
      isDemo: false,
      isLate: model === "Later",
    })),
    answers: models.flatMap((seriesId, model) =>
      items.map(({ id: itemId }, index) => {
        const answerKey = index % (model + 2) === 0 ? "false" : "true";
        return {
          seriesId,
          itemId,
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
}

const plan = analysisPlanSchema.parse({
  models: ["Planned"],
  comparator: { kind: "mean-person" },
  family: { method: "holm", alpha: 0.05, tests: [{ kind: "model-against-people" }] },
});

/** The primary test is not significant, so the difference is not tested. */
const secondaryPlan = analysisPlanSchema.parse({
  ...plan,
  margin: 0.01,
  family: {
    method: "holm",
    alpha: 0.05,
    tests: [{ kind: "equivalence" }, { kind: "model-against-people", role: "secondary" }],
  },
});

const analyse = (status: ResultStatus, ofPlan = plan) =>
  analyseStudy({
    study: { name: "A study", slug: "a", benchmark: "B" },
    stage: "main",
    results: makeResults(),
    plan: ofPlan,
    status,
    data: { shown: "current", locks: [], hasEnded: false, filled: 521, planned: 768, reversals: 0 },
  });

const scripts = ["start.py", "start.R", "notebook.ipynb", "notebook.qmd"] as const;
type Script = (typeof scripts)[number];

/** The code of a script or notebook, which then prints its table and the caption of its figure. */
function codeOf(name: Script, content: string): string {
  switch (name) {
    case "start.py":
    case "start.R":
      return content;
    case "notebook.ipynb": {
      const cells: { cell_type: string; source: string[] }[] = JSON.parse(content).cells;
      const code = cells.filter((cell) => cell.cell_type === "code").map(({ source }) => source.join(""));
      return `import matplotlib; matplotlib.use("Agg")\n${code.join("\n")}\nprint(headline.to_csv())\nprint(axis.get_title())\n`;
    }
    case "notebook.qmd": {
      const chunks = [...content.matchAll(/```\{r\}\n(.*?)```/gs)].map(([, code]) => code!);
      // knitr only draws the table as HTML.
      return `${chunks.join("\n").replace(/^knitr::.*$/m, "")}\nprint(headline)\ncat(caption, "\\n")\n`;
    }
  }
}

/** Programs by what they need, once they were found. */
const usablePrograms = new Map<string, string>();

/** The output of a script in the folder of its analysis; null if its program is not installed. */
function run(name: Script, files: ReturnType<typeof analyse>): string | null {
  const isPython = name === "start.py" || name === "notebook.ipynb";
  const needs = isPython ? "import pandas, matplotlib, scipy" : "library(jsonlite); library(lme4)";
  const program =
    usablePrograms.get(needs) ??
    (isPython ? ["python3", "/usr/bin/python3"] : ["Rscript"]).find(
      (one) => spawnSync(one, [isPython ? "-c" : "-e", needs]).status === 0,
    );
  if (!program) {
    console.log(`${name} was not run: no program can run “${needs}”.`);
    return null;
  }
  usablePrograms.set(needs, program);
  const folder = mkdtempSync(join(tmpdir(), "parallax-script-"));
  try {
    for (const file of files) writeFileSync(join(folder, file.name), file.content);
    writeFileSync(join(folder, "code"), codeOf(name, files.find((file) => file.name === name)!.content));
    const { status, stdout, stderr } = spawnSync(program, ["code"], { cwd: folder, encoding: "utf8" });
    expect(status, stderr).toBe(0);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The rows of a CSV file of an analysis, by column. */
function readRows(files: ReturnType<typeof analyse>, name: string): Record<string, string>[] {
  const [head, ...rows] = readCsvText(files.find((file) => file.name === name)!.content).map(({ cells }) => cells!);
  return rows.map((row) => Object.fromEntries(head!.map((column, index) => [column, row[index]!])));
}

describe("the scripts and notebooks of an analysis", () => {
  const interim = analyse({ kind: "interim" });
  const confirmatory = analyse({ kind: "confirmatory" });

  it("have the status of each comparison in cells.csv, and the status of the plan in their first lines", () => {
    const statusesOf = (files: typeof interim) => [
      ...new Set(
        readRows(files, "cells.csv").map((row) =>
          [row.model, row.status_majority, row.status_person_share].join(" | "),
        ),
      ),
    ];
    expect(statusesOf(interim)).toEqual(
      ["Planned", "Later"].map((model) => `${model} | interim, data not locked | interim, data not locked`),
    );
    expect(statusesOf(confirmatory)).toEqual([
      "Planned | exploratory | confirmatory",
      "Later | exploratory | exploratory",
    ]);
    for (const name of scripts) {
      const contentOf = (files: typeof interim) => files.find((file) => file.name === name)!.content.slice(0, 500);
      expect(contentOf(interim), name).toContain("Status: interim, data not locked.");
      expect(contentOf(confirmatory), name).toContain("Status: confirmatory.");
    }
  });

  it.each(scripts)("%s prints no p of interim data, and every other p with its status", (name) => {
    const found = run(name, interim);
    if (found === null) return;
    expect(found).toContain("interim, data not locked");
    const pValues = readRows(confirmatory, "comparisons.csv").map(({ p }) => p!.slice(0, 6));
    expect(pValues.length).toBeGreaterThan(2);
    expect(pValues.filter((p) => found.includes(p))).toEqual([]);
    expect(found).not.toMatch(/\bp = \d|Pr\(>/);

    const locked = run(name, confirmatory)!;
    expect(pValues.filter((p) => locked.includes(p)).length).toBeGreaterThan(1);
    if (name.startsWith("start")) {
      expect(locked.match(/^ {2}\w+: p = /gm)).toEqual([
        "  exploratory: p = ",
        "  confirmatory: p = ",
        "  exploratory: p = ",
        "  exploratory: p = ",
      ]);
      expect(locked).not.toMatch(/^ *p = |Pr\(>/m);
    } else expect(locked).toMatch(/Status: confirmatory: Planned; exploratory: Later/);

    const gated = run(name, analyse({ kind: "confirmatory" }, secondaryPlan))!;
    expect(gated).toContain("planned, secondary, not tested");
    expect(gated).not.toContain("planned, secondary, not tested: p = ");
  });
});
