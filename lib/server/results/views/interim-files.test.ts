import { describe, expect, it } from "vitest";
import { seededRandom } from "@/lib/domain/random.ts";
import { limitViewToStatus } from "@/lib/domain/results/interim/without-conclusions.ts";
import { sampleItem } from "@/lib/domain/results/model/sample-item.ts";
import type { SeriesFacts } from "@/lib/domain/results/model/series-facts.ts";
import { noUnmatched, type StudyResults } from "@/lib/domain/results/model/study-results.ts";
import { exploratory, type ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { prepareCellMaterial } from "@/lib/domain/results/views/cell-material.ts";
import { cellView, cellViewTitles } from "@/lib/domain/results/views/cell-views.ts";
import { prepareMaterial } from "@/lib/domain/results/views/material.ts";
import { computeViews } from "@/lib/domain/results/views/study-views.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { openTable } from "../../platform/tables/open-table.ts";
import { viewFileResponse } from "./view-file-response.ts";

const interim: ResultStatus = { kind: "interim" };
const tableFormats = ["csv", "jsonl", "md", "tex", "xlsx", "parts.json"] as const;
const figureFormats = ["svg", "vl.json", "parts.json"] as const;

/** Statements of tests: p values, letters, classes, decisions and their explanations. */
const statements =
  /\bp[\s\u00a0][=<>]|p adjusted|sign patterns|significan|McNemar|Letters|Decided by|Detectable|80% power|Not needed|Class\b|ETS class|scale, and the abilities|finds no difference|was not tested:|Wald tests?:/;

/**
 * 120 people answer the same twelve items about six stories, half of them under each word order. The first half of the
 * items measures another ability than the rest, women find the first item harder, and “Large” is right more often than
 * “Small”, also when it answers openly.
 */
function makeStudy(): { results: StudyResults; single: Parameters<typeof prepareMaterial>[1] } {
  const random = seededRandom("interim");
  const people = 120;
  const items = Array.from({ length: 12 }, (_, index) =>
    sampleItem({
      id: `i${index}`,
      name: `item-${index}`,
      storyId: `s${index % 6}`,
      attributes: { type: index % 2 === 0 ? "tom" : "factual", level: (index % 3) + 1 },
    }),
  );
  const conditions = ["true-false", "false-true"].map((questionOrder) => ({
    id: questionOrder,
    levels: { questionOrder },
    label: questionOrder,
  }));
  const gender = Array.from({ length: people }, (_, person) => (person % 4 < 2 ? "woman" : "man"));
  const rows = gender.flatMap((own, person) => {
    const isAble = random.next() < 0.5;
    return items.map((_, item) => {
      const share = item < 6 ? (isAble ? 0.95 : 0.2) : 0.6;
      const isRight = random.next() < (item === 0 && own === "woman" ? share - 0.15 : share);
      return { person, item, condition: person % 2, right: Number(isRight), option: Number(!isRight) };
    });
  });
  const counts = new Map<string, StudyResults["counts"][number]>();
  for (const { item, condition, right } of rows) {
    const cell = { itemId: `i${item}`, conditionId: conditions[condition]!.id, answerKey: right ? "true" : "false" };
    const key = Object.values(cell).join("/");
    counts.set(key, { ...cell, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const series = [
    { id: "Large", model: "Large", rest: "" },
    { id: "Small", model: "Small", rest: "" },
    { id: "open", model: "Large", rest: "prompt=open-ended" },
  ].map((one) => ({ ...one, modelId: one.model, source: "", isDemo: false }));
  const answers = series.flatMap(({ id: seriesId, model }) =>
    items.flatMap((item, index) =>
      conditions.map(({ id: conditionId }) => {
        const answerKey = model === "Large" ? (index === 1 ? "false" : "true") : index % 4 === 0 ? "true" : "false";
        return {
          seriesId,
          itemId: item.id,
          conditionId,
          answerKey,
          repeats: 1,
          given: [{ answerKey, count: 1 }],
          unparsed: 0,
          parity: "verified" as const,
        };
      }),
    ),
  );
  const column = (name: "person" | "item" | "condition" | "right" | "option") => rows.map((row) => row[name]);
  return {
    results: { conditions, items, counts: [...counts.values()], series, answers, unmatched: noUnmatched },
    single: {
      drawn: null,
      people,
      attributes: [{ name: "gender", label: "gender", values: gender }],
      person: column("person"),
      item: column("item"),
      condition: column("condition"),
      right: column("right"),
      option: column("option"),
      seconds: rows.map((_, row) => 3 + (row % 5)),
    },
  };
}

function makeViews(): View[] {
  const { results, single } = makeStudy();
  const steps = computeViews(
    prepareMaterial(results, single, {
      population: null,
      planned: { gender: { woman: 0.5, man: 0.5 } },
      probabilities: results.answers.map(({ seriesId, itemId, conditionId, answerKey }, index) => ({
        seriesId,
        itemId,
        conditionId,
        pTrue: answerKey === "true" ? 0.6 + (index % 7) / 20 : 0.4 - (index % 7) / 20,
        answerSummed: answerKey!,
        answerArgmax: index % 3 === 0 ? "false" : answerKey!,
      })),
      seed: "1",
    }),
  );
  let step = steps.next();
  for (; !step.done; step = steps.next());
  const facts = { family: "F", tuning: null, thinking: null };
  const details = new Map<string, SeriesFacts>([
    ["Large", { ...facts, sizeBillions: 70 }],
    ["Small", { ...facts, sizeBillions: 7 }],
  ]);
  const rules = { ties: "half", unparsed: "wrong", withMismatches: false } as const;
  const material = prepareCellMaterial(results, details, null, rules);
  return [...step.value, ...cellViewTitles.map(({ id }) => cellView(id, material))];
}

/** A file's text, with the cells of a workbook separated by tabs; null if there is no such file. */
async function download(view: View, file: string, status: ResultStatus, options: object = {}): Promise<string | null> {
  const query = new URLSearchParams({ options: JSON.stringify(options) });
  const request = new Request(`http://localhost/${file}?${query}`);
  const response = await viewFileResponse(request, view, file, status, "0123456789abcdef").catch(() => null);
  if (!response) return null;
  if (!file.endsWith(".xlsx")) return response.text();
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { header, records } = await openTable(
    (async function* () {
      yield bytes;
    })(),
  );
  const lines = [header.join("\t")];
  for await (const record of records) lines.push((record.cells ?? []).join("\t"));
  return lines.join("\n");
}

/** Every column under another name, in reverse order. */
function renameAll({ columns }: View["tables"][number]) {
  return {
    title: "Renamed",
    columns: columns.toReversed(),
    labels: Object.fromEntries(columns.map((column, index) => [column, `Column ${index}`])),
  };
}

/** The p values of a view that are too long to be anything else in a file. */
function longPValues({ tables }: View): string[] {
  const cells = tables.flatMap(({ rows }) => rows.flat());
  return cells
    .flatMap((cell) => (cell.kind === "test" ? [cell.p, cell.adjusted] : []))
    .map(String)
    .filter((p) => p.length > 8);
}

/** What a text says about tests of a view. */
function listStatements(text: string, view: View): string[] {
  return [
    ...(text.match(statements) ?? []),
    // A class of differential item functioning, alone in its cell.
    ...(text.match(/(^|[\t,"&|]) ?[ABC] ?($|[\t,"&|])/m)?.slice(0, 1) ?? []),
    ...longPValues(view).filter((p) => text.includes(p)),
    ...[...view.findings, ...view.conclusions].filter((one) => text.includes(one)),
  ];
}

describe("the files of a study whose data are not locked", () => {
  const views = makeViews();
  const named = (id: string) => views.find((view) => view.id === id)!;

  it("have no p, letter, class or conclusion, in any view and format and under any names of columns", async () => {
    const problems: string[] = [];
    let files = 0;
    for (const view of views) {
      problems.push(
        ...listStatements(JSON.stringify(limitViewToStatus(view, interim)), view).map((one) => `${view.id}: ${one}`),
      );
      const check = async (file: string, options = {}) => {
        const content = await download(view, file, interim, options);
        if (content === null) return;
        files += 1;
        problems.push(
          ...listStatements(content, view).map((one) => `${view.id}/${file} ${Object.keys(options)}: ${one}`),
        );
      };
      for (const table of view.tables)
        for (const format of tableFormats) {
          // A workbook takes a thread, so only tables that have something to hide are printed.
          if (format === "xlsx" && limitViewToStatus(view, interim).tables.includes(table)) continue;
          await check(`${table.name}.${format}`);
          await check(`${table.name}.${format}`, renameAll(table));
        }
      for (const { name } of view.figures) for (const format of figureFormats) await check(`${name}.${format}`);
      await check("sentences.md");
    }
    expect(problems).toEqual([]);
    expect(files).toBeGreaterThan(250);
  });

  it("have them once the data are locked, so that the study above has something to hide", async () => {
    const lines = async (id: string, file: string, options = {}) => download(named(id), file, exploratory, options);
    expect(await lines("models", "letters.xlsx")).toContain("Letters");
    expect(await lines("models", "pairs.xlsx")).toContain("Not needed: the difference is significant.");
    expect(await lines("models", "pairs.xlsx", renameAll(named("models").tables[1]!))).toContain("Not needed");
    expect(await lines("dif", "dif-2.xlsx")).toMatch(/\t[ABC]\t/);
    expect(await lines("models", "sentences.md")).toMatch(/p\s[=<]/u);
    expect(views.filter((view) => longPValues(view).length > 0).length).toBeGreaterThan(7);
    expect(JSON.stringify(named("rasch"))).toContain("they do not fit one scale");
  });
});
