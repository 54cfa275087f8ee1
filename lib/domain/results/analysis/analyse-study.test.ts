import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { prepareConsort } from "../../survey/live/prepare-consort.ts";
import { sampleItem } from "../model/sample-item.ts";
import { noUnmatched, type StudyResults } from "../model/study-results.ts";
import { type AnalysisPlan, analysisPlanSchema, plannedTestKinds, reviewAnalysisPlan } from "../plan/analysis-plan.ts";
import type { ResultStatus } from "../plan/result-status.ts";
import { drawVega } from "../testing/draw-vega.ts";
import { flowView } from "../views/course-view.ts";
import { viewFiles } from "../views/view-files.ts";
import { analyseStudy, filesOfFigure } from "./analyse-study.ts";
import { tableAsCsv, tableAsLatex, tableAsMarkdown } from "./analysis-table.ts";
import { consortFigure } from "./consort-figure.ts";

/**
 * Six stories of five statements; twelve people per cell, of whom ten are right, and a model with `wrong` wrong
 * answers.
 */
function resultsWith(wrong: number, stories = 6): StudyResults {
  const names = Array.from({ length: 30 }, (_, index) => `i${index}`);
  const given = (index: number) => (index % 7 === 0 && index / 7 < wrong ? "false" : "true");
  return {
    conditions: [{ id: "c", levels: {}, label: "plain" }],
    items: names.map((id, index) => sampleItem({ id, storyId: `s${index % stories}` })),
    counts: names.flatMap((itemId, index) => [
      { itemId, conditionId: "c", answerKey: "true", count: index === 3 ? 4 : 10 },
      { itemId, conditionId: "c", answerKey: "false", count: index === 3 ? 8 : 2 },
    ]),
    series: [{ id: "m", modelId: "m", model: "Reader & Co", source: "", rest: "", isDemo: false }],
    answers: names.map((itemId, index) => ({
      seriesId: "m",
      itemId,
      conditionId: "c",
      answerKey: given(index),
      repeats: 1,
      given: [{ answerKey: given(index), count: 1 }],
      unparsed: 0,
      parity: "verified" as const,
    })),
    unmatched: noUnmatched,
  };
}

const plan = (changes: Partial<AnalysisPlan> = {}) => ({ ...analysisPlanSchema.parse({}), ...changes });
const equivalence: AnalysisPlan["family"] = {
  method: "holm",
  alpha: 0.05,
  tests: [{ kind: "equivalence", of: "", hypothesis: "" }],
};
const study = { name: "A study", slug: "a", benchmark: "B" };
const analyse = (results: StudyResults, one = plan(), status: ResultStatus = { kind: "confirmatory" }) =>
  analyseStudy({
    study,
    stage: "main",
    results,
    plan: one,
    status,
    data: { shown: "current", locks: [], hasEnded: false, filled: 521, planned: 768, reversals: 0 },
    record: "frozen by its owner on 2026-11-20",
  });
/** The files of the participant flow, as in a bundle. */
function flowFiles() {
  const course = { outcome: "complete", isUnderWay: false, isWaiting: false, isSurplus: false } as const;
  const consort = prepareConsort(
    [
      { ...course, arm: "story", count: 12 },
      { ...course, arm: "no story", count: 11 },
      { ...course, arm: "no story", outcome: "withdrawn", count: 3 },
    ],
    2,
  );
  const status = { kind: "confirmatory" } as const;
  return [...filesOfFigure(consortFigure(consort, status)), ...viewFiles(flowView(consort), "0".repeat(64), status)];
}
const flagOf = (program: string) => (program === "Rscript" ? "-e" : "-c");
const fileOf = (files: ReturnType<typeof analyse>, name: string) => files.find((file) => file.name === name)!.content;

describe("the files of an analysis", () => {
  it("are the same bytes on a second run, whatever order the rows come in", () => {
    const results = resultsWith(2);
    const again = {
      ...results,
      counts: results.counts.toReversed(),
      answers: results.answers.toReversed(),
    };
    expect(analyse(again)).toEqual(analyse(results));
  });

  it("change their data hash when an answer changes, and their plan hash with the plan", () => {
    const hashes = (files: ReturnType<typeof analyse>) => JSON.parse(fileOf(files, "summary.json")).hashes;
    const first = hashes(analyse(resultsWith(2)));
    expect(hashes(analyse(resultsWith(3)))).toMatchObject({ plan: first.plan });
    expect(hashes(analyse(resultsWith(3))).data).not.toBe(first.data);
    expect(hashes(analyse(resultsWith(2), plan({ margin: 0.1 }))).plan).not.toBe(first.plan);
  });

  it("tell apart the answers to items without a key, such as ratings, in the methods", () => {
    const results = resultsWith(2);
    expect(fileOf(analyse(results), "methods.md")).not.toContain("without a key");
    const items = results.items.map((item, index) => (index < 10 ? { ...item, rightAnswers: [] } : item));
    const methods = fileOf(analyse({ ...results, items }), "methods.md");
    expect(methods).toContain("360 answers of people to 30 items");
    expect(methods).toContain("120 answers to 10 items without a key, such as ratings, have no right answer");
    expect(methods).toContain("about the other 240 answers to 20 items.");
  });

  it("hold tables in four formats, figures in two, scripts, and a sentence for each test with its data hash", () => {
    const files = analyse(resultsWith(2));
    const names = files.map(({ name }) => name);
    for (const name of ["comparisons", "comparison-tests", "totals", "ceiling", "conditions", "unparsed", "crowd"])
      expect(names).toEqual(expect.arrayContaining([`${name}.csv`, `${name}.jsonl`, `${name}.md`, `${name}.tex`]));
    const [heads, first] = fileOf(files, "comparisons.csv").trim().split("\r\n");
    const [object] = fileOf(files, "comparisons.jsonl").trim().split("\n");
    const row = JSON.parse(object!);
    expect(Object.keys(row).join(",")).toBe(heads);
    expect(Object.values(row).at(-1)).toBe(first!.split(",").at(-1));
    expect(fileOf(files, "conditions.csv")).toContain("share_n,right,ties,");
    expect(fileOf(files, "methods.md")).toMatch(/Ties of people \(\d+ of \d+ answered cells?\) counted as/);
    expect(names).toEqual(expect.arrayContaining(["headline.svg", "headline.vl.json", "start.R", "start.py"]));
    const sentences = fileOf(files, "sentences.md").trim().split("\n");
    expect(sentences).toHaveLength(3);
    for (const sentence of sentences)
      expect(sentence).toMatch(/(people minus model .* points|equals the majority of).*\(data [0-9a-f]{12}\)$/);
    expect(fileOf(files, "headline.svg")).toContain("Reader &amp; Co");
    expect(fileOf(files, "comparisons.tex")).toContain("Reader \\& Co");
    expect(fileOf(files, "methods.md")).toContain("No margin was fixed, so equivalence was not tested.");
    expect(fileOf(files, "methods.md")).toContain("The analysis plan was frozen by its owner on 2026-11-20.");
  });

  it.each([null, 3])(
    "mark in cells.csv what the headline counts, so that its differences follow from that file (majority of %s)",
    (k) => {
      const results = resultsWith(2);
      const answers = results.answers.map((answer, index) => ({
        ...answer,
        parity: index % 5 === 0 ? ("mismatch" as const) : answer.parity,
      }));
      const files = analyse({ ...results, answers }, plan({ comparator: { kind: "majority", k } }));
      const [head, ...rows] = fileOf(files, "cells.csv")
        .trim()
        .split("\r\n")
        .map((line) => line.split(","));
      const of = (row: string[], column: string) => row[head!.indexOf(column)]!;
      const counted = rows.filter((row) => of(row, "counted") === "true");
      expect(counted).toHaveLength(24);
      const mean = (column: string) => counted.reduce((sum, row) => sum + Number(of(row, column)), 0) / counted.length;
      const { sides } = JSON.parse(fileOf(files, "summary.json")).comparisons.models[0];
      expect(mean("person_share") - mean("model_mean")).toBeCloseTo(sides.person.difference.value, 12);
      expect(mean("majority") - mean("model_mean")).toBeCloseTo(sides.majority.difference.value, 12);
      expect(new Set(rows.map((row) => of(row, "cluster"))).size).toBe(6);
    },
  );

  it.each([
    {
      name: "notebook.ipynb",
      programs: ["python3", "/usr/bin/python3"],
      needs: "import pandas, matplotlib; matplotlib.use('Agg')",
      codeOf: (text: string) =>
        JSON.parse(text)
          .cells.filter((cell: { cell_type: string }) => cell.cell_type === "code")
          .map((cell: { source: string[] }) => cell.source.join(""))
          .join("\n"),
      print: `import sys
headline.to_csv(sys.stderr)
assert axis.get_xlabel()
drawn = {}
for name, one in axes.items():
    data = [container.lines[0] for container in one.containers if hasattr(container, "lines")]
    along = "get_ydata" if name.endswith("crowd.vl.json") else "get_xdata"
    drawn[name] = [float(value) for line in data for value in getattr(line, along)()] or [float(bar.get_width()) for bar in one.patches]
with open("drawn.json", "w") as file:
    json.dump(drawn, file)`,
    },
    {
      name: "notebook.qmd",
      programs: ["Rscript"],
      needs: "library(jsonlite)",
      codeOf: (text: string) => [...text.matchAll(/```\{r\}\n(.*?)```/gs)].map(([, code]) => code).join("\n"),
      print: `write.csv(headline, stderr())
values <- lapply(figures, function(marks) if (is.null(marks$value)) marks$people else marks$value)
writeLines(jsonlite::toJSON(values, digits = NA), "drawn.json")`,
    },
  ])(
    "have $name, whose code recomputes the differences of the headline and draws the numbers of every figure",
    ({ name, programs, needs, codeOf, print }) => {
      const usable = programs.find((program) => spawnSync(program, [flagOf(program), needs]).status === 0);
      if (!usable) {
        console.log(`${name} was not run: none of ${programs.join(", ")} can run “${needs}”.`);
        return;
      }
      const files = analyse(resultsWith(2));
      const folder = mkdtempSync(join(tmpdir(), "parallax-notebook-"));
      try {
        mkdirSync(join(folder, "flow"));
        const everyFile = [...files, ...flowFiles().map((file) => ({ ...file, name: `flow/${file.name}` }))];
        for (const file of everyFile) writeFileSync(join(folder, file.name), file.content);
        // knitr only draws the table as HTML.
        const code = codeOf(fileOf(files, name)).replace(/^knitr::.*$/m, "");
        writeFileSync(join(folder, "code"), `${usable === "Rscript" ? "" : `${needs}\n`}${code}\n${print}\n`);
        const { status, stderr } = spawnSync(usable, ["code"], { cwd: folder, encoding: "utf8" });
        expect(status, stderr).toBe(0);
        const [head, ...rows] = stderr
          .trim()
          .split("\n")
          .map((line) => line.replaceAll('"', "").split(","));
        const of = (people: string, column: string) =>
          Number(rows.find((row) => row[head!.indexOf("people")] === people)?.[head!.indexOf(column)]);
        const { sides } = JSON.parse(fileOf(files, "summary.json")).comparisons.models[0];
        for (const [people, side] of [
          ["person_share", "person"],
          ["majority", "majority"],
        ] as const) {
          expect(of(people, "difference")).toBeCloseTo(sides[side].difference.value, 12);
          // Limits need scipy in Python.
          if (of(people, "low")) expect(of(people, "low")).toBeCloseTo(sides[side].difference.low, 8);
        }
        const drawn: Record<string, number[]> = JSON.parse(readFileSync(join(folder, "drawn.json"), "utf8"));
        const figures = everyFile.filter((file) => file.name.endsWith(".vl.json"));
        expect(Object.keys(drawn).toSorted()).toEqual(figures.map((file) => file.name).toSorted());
        for (const { name: path, content } of figures) {
          const marks: { value?: number; people?: number }[] = JSON.parse(content).data.values;
          const expected = marks.map(({ value, people }) => value ?? people!).toSorted();
          const found = drawn[path]!.toSorted();
          expect(found, path).toHaveLength(expected.length);
          for (const [index, value] of expected.entries()) expect(found[index], path).toBeCloseTo(value, 12);
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  it("have figures that Vega-Lite itself draws from the specification alone", async () => {
    const files = analyse(resultsWith(2)).filter(({ name }) => name.endsWith(".vl.json"));
    expect(files.map(({ name }) => name)).toEqual(["headline.vl.json", "crowd.vl.json"]);
    for (const { content } of files) {
      const { svg, complaints } = await drawVega(JSON.parse(content));
      expect(complaints).toEqual([]);
      // Ten of twelve people, the model, and the agreement of people: marks, intervals and dashed lines.
      expect(svg.match(/stroke-dasharray="2,3"/g)?.length ?? 0).toBeGreaterThan(0);
      expect(svg.match(/<path[^>]* d="M/g)?.length ?? 0).toBeGreaterThan(3);
    }
  });

  it("say “at human level” only after the planned comparator’s test of equivalence, on locked data", () => {
    expect(JSON.stringify(analyse(resultsWith(1)))).not.toContain("human level");
    const wide = plan({ margin: 0.2, family: equivalence });
    const said = fileOf(analyse(resultsWith(1, 10), wide), "sentences.md");
    expect(said).toContain("is at human level, meaning within 20.0 points of the majority of 12 people");
    expect(said).toContain("simulated size 12.0% at 10 stories");
    const tests = [...wide.family.tests, { ...wide.family.tests[0]!, kind: "model-against-people" as const }];
    const both = { ...wide, family: { ...wide.family, tests } };
    expect(fileOf(analyse(resultsWith(1, 10), both), "methods.md")).toContain(
      "Tests with the majority were corrected over 2 tests and those with the mean person over 1 test",
    );
    expect(said).toContain("all sign patterns of the 10 stories");
    // The other comparator, another status and a plan that names other tests make no such claim.
    expect(said.match(/human level/g)).toHaveLength(1);
    for (const kind of ["exploratory", "interim"] as const)
      expect(fileOf(analyse(resultsWith(1, 10), wide, { kind }), "sentences.md")).not.toContain("human level");
    expect(fileOf(analyse(resultsWith(1, 10), plan({ margin: 0.2 })), "sentences.md")).not.toContain("human level");
    // Secondary tests are a family of their own.
    const secondary = [
      { ...tests[0]!, kind: "non-inferiority" as const },
      { ...tests[0]!, role: "secondary" as const },
    ];
    const withSecondary = { ...wide, family: { ...wide.family, tests: secondary } };
    const secondarySentences = fileOf(analyse(resultsWith(1, 10), withSecondary), "sentences.md");
    expect(secondarySentences).toMatch(/Planned, secondary: \S.* is within 20\.0 points of the majority of 12 people/);
    expect(secondarySentences).not.toContain("human level");
    const narrow = fileOf(analyse(resultsWith(1), plan({ margin: 0.01, family: equivalence })), "sentences.md");
    expect(narrow).toContain("Equivalence within 1.0 points of the majority of 12 people is not shown");
  });

  it("mark the interval of a difference from a model with few wrong answers, in the table and the sentence", () => {
    const fewWrong = "with fewer than 5 wrong (or right) answers of the model, 65 to 96% of such intervals";
    for (const name of ["comparisons.csv", "sentences.md"]) {
      expect(fileOf(analyse(resultsWith(4, 10)), name)).toContain(fewWrong);
      expect(fileOf(analyse(resultsWith(5, 10)), name)).not.toContain("pproximate: ");
    }
    expect(fileOf(analyse(resultsWith(5, 6)), "comparisons.csv")).toContain("Approximate: 93 to 99%");
  });

  it("withhold “at human level” where the margin is above half of the distance of people from chance", () => {
    const far = plan({ margin: 0.24, family: equivalence });
    const said = fileOf(analyse(resultsWith(1, 10), far), "sentences.md");
    expect(said).toContain(
      "That is no claim of human level: the margin is above 23.3 points, half of the distance of people (96.7%) from chance (50.0%).",
    );
    expect(said).not.toContain("is at human level");
    expect(reviewAnalysisPlan(far)).toMatchObject([{ field: "margin" }]);
    expect(reviewAnalysisPlan(plan({ margin: 0.2, family: equivalence }))).toEqual([]);
  });

  it("name the status of every result: in the sentence, the table’s column and note, and the figure’s caption", () => {
    const changes = [{ path: "margin", before: "0.05", after: "0.1" }];
    for (const [status, starts, label] of [
      [{ kind: "confirmatory" }, "- No significant", "confirmatory"],
      [{ kind: "amended", changes }, "- Planned, amended after data: ", "planned, amended after data"],
      [{ kind: "interim" }, "- Interim: ", "interim, data not locked"],
      [{ kind: "exploratory" }, "- Exploratory: ", "exploratory"],
    ] as const) {
      const files = analyse(resultsWith(2), plan(), status);
      const [planned, other] = fileOf(files, "sentences.md").split("\n");
      expect(planned!.startsWith(starts), planned).toBe(true);
      const others = status.kind === "interim" ? label : "exploratory";
      expect(other).toMatch(status.kind === "interim" ? /^- Interim: / : /^- Exploratory: /);
      const [head, first, second] = fileOf(files, "comparisons.csv").split("\r\n");
      expect([head, first, second].map((line) => line!.split(",").at(-1))).toEqual(
        ["status", label, others].map((one) => (one.includes(",") ? `${one.split(",").at(-1)}"` : one)),
      );
      for (const name of ["comparisons.tex", "comparisons.md", "confirmatory.tex", "headline.svg", "headline.vl.json"])
        expect(fileOf(files, name), name).toMatch(new RegExp(`Status(?: of each row)?: ${label}(?:\\.| or )`));
      expect(fileOf(files, "conditions.csv")).toContain(others.includes(",") ? `,"${others}"\r\n` : `,${others}\r\n`);
      expect(JSON.parse(fileOf(files, "summary.json")).status.kind).toBe(status.kind);
      if (status.kind === "amended") expect(fileOf(files, "headline.svg")).toContain("margin was 0.05, now 0.1");
    }
  });

  it("conclude nothing from data that are not locked, in no sentence, table, figure or other file", () => {
    const every = {
      ...equivalence,
      tests: plannedTestKinds.slice(0, 5).map((kind) => ({ kind, of: "", hypothesis: "" })),
    };
    // Every person right and the model always wrong: each test would be significant.
    const given = resultsWith(0);
    const results = {
      ...given,
      counts: given.items.map(({ id }, index) => ({
        itemId: id,
        conditionId: "c",
        answerKey: index % 11 === 0 ? "false" : "true",
        count: 12,
      })),
      answers: given.answers.map((answer, index) => {
        const answerKey = index % 13 === 0 ? "true" : "false";
        return { ...answer, answerKey, given: [{ answerKey, count: 1 }] };
      }),
    };
    const one = plan({ margin: 0.2, family: every });
    const concluded = /significant|more often than|p[\s\u00a0][=<]|human level|equivalent|not worse/;
    expect(fileOf(analyse(results, one), "sentences.md")).toMatch(concluded);
    const files = analyse(results, one, { kind: "interim" });
    for (const { content } of files.filter(({ name: file }) => !/^(summary|start|notebook|cells)/.test(file)))
      expect(
        content.replaceAll(
          /(equivalent|p_equivalence|not worse than people by more than 20.0 points|a positive difference[^,\n|}]*more often)/g,
          "",
        ),
      ).not.toMatch(concluded);
    expect(fileOf(files, "sentences.md")).toMatch(/^- Interim: .*no conclusion.*% interval/);
    const { sides } = JSON.parse(fileOf(files, "summary.json")).comparisons.models[0];
    for (const side of [sides.majority, sides.person])
      expect(side).toMatchObject({
        pvalue: null,
        adjusted: null,
        isSignificant: false,
        equivalence: null,
        mcnemar: null,
      });
    expect(sides.person.difference.low).not.toBeNull();
    const [head, ...rows] = fileOf(files, "confirmatory.csv").trim().split("\r\n");
    expect(head).not.toMatch(/\bp\b|Decision/);
    expect(rows.length).toBeGreaterThan(3);
    expect(fileOf(files, "methods.md")).toContain("The data were not locked, so nothing was tested");
  });

  it("never say “at human level” with fewer than ten stories", () => {
    const few = fileOf(analyse(resultsWith(1, 9), plan({ margin: 0.25 })), "sentences.md");
    expect(few).not.toContain("human level");
    expect(few).toContain("is not claimed");
    expect(few).toContain("at least 10 stories are required");
  });

  it("compare the share of one answer where that is the outcome of the plan, whatever the key says", () => {
    const outcome = { measure: "share-of-answer", answer: "False" } as const;
    const files = analyse(resultsWith(2), plan({ outcome, margin: 0.2 }));
    const { sides } = JSON.parse(fileOf(files, "summary.json")).comparisons.models[0];
    // Two of twelve say "false" to 29 items, eight of twelve to one.
    expect(sides.person.people.value).toBeCloseTo((29 * 2 + 8) / (30 * 12), 12);
    expect(sides.person.model.value).toBeCloseTo(2 / 30, 12);
    const sentences = fileOf(files, "sentences.md");
    expect(sentences).toContain("“False”");
    expect(sentences).not.toMatch(/right more often|human level/);
    expect(fileOf(files, "methods.md")).toContain("The outcome is the share of answers “False”");
    expect(fileOf(files, "confirmatory.md")).toContain("the share of answers “False”");
    expect(files.map(({ name }) => name)).not.toContain("crowd.csv");
  });

  it("call models that the plan does not name exploratory, and keep one without answers in its family", () => {
    const files = analyse(resultsWith(1), plan({ models: ["Absent"] }));
    const sentences = fileOf(files, "sentences.md").trim().split("\n");
    expect(sentences.filter((one) => one.includes("Absent"))).toHaveLength(2);
    for (const one of sentences.filter((two) => !two.includes("Absent"))) expect(one).toMatch(/^- Exploratory: /);
    expect(fileOf(files, "confirmatory.csv")).toMatch(/Absent.*not tested/s);
    const fixed = analyse(resultsWith(1), plan({ modelsFixed: true }));
    expect(fileOf(fixed, "confirmatory.csv").trim().split("\n")).toHaveLength(1);
    expect(fileOf(fixed, "sentences.md")).toMatch(/^(- Exploratory: .*\n)+$/);
  });
});

describe("a table of a report", () => {
  const table = {
    name: "t",
    caption: "50% & more",
    status: null,
    columns: ["a_b", "p"],
    rows: [['x, "y"|', 0.00012] as const, [null, 3] as const],
  };

  it("is escaped for each format", () => {
    expect(tableAsCsv(table)).toBe('a_b,p\r\n"x, ""y""|",0.00012\r\n,3\r\n');
    expect(tableAsMarkdown(table)).toContain('| x, "y"\\| | 1.2e-4 |');
    expect(tableAsLatex(table)).toContain("\\caption{50\\% \\& more}");
    expect(tableAsLatex(table)).toContain("a\\_b & p \\\\");
    const signs = tableAsLatex({ ...table, rows: [["50% ~ {x}", "−0.5 to 1\nof “n”"]] });
    expect(signs).toContain("50\\% \\textasciitilde{} \\{x\\} & $-$0.5 to 1 of ``n'' \\\\");
    expect(tableAsMarkdown({ ...table, rows: [["one\ntwo", "3 | 4"]] })).toContain("| one two | 3 \\| 4 |");
  });
});

it("writes what is left of a subtraction of equal numbers as zero", () => {
  const table = { name: "a", caption: "A", status: null, columns: ["difference", "p"], rows: [[-2.2e-16, 0.00001]] };
  expect(tableAsCsv(table)).toBe("difference,p\r\n0,0.00001\r\n");
  expect(tableAsMarkdown(table)).toContain("| 0 | 1.0e-5 |");
});
