import { describe, expect, it } from "vitest";
import { limitViewToStatus } from "../interim/without-conclusions.ts";
import type { SeriesFacts } from "../model/series-facts.ts";
import { noUnmatched, type StudyResults } from "../model/study-results.ts";
import { drawVega } from "../testing/draw-vega.ts";
import { type CellMaterial, prepareCellMaterial } from "./cell-material.ts";
import { cellView, cellViewTitles } from "./cell-views.ts";
import { type EstimateCell, listViewViolations, type View, viewSchema } from "./view.ts";
import { viewFiles, viewSentences } from "./view-files.ts";

const options = [
  { value: "true", label: "True" },
  { value: "false", label: "False" },
];

/**
 * Seven stories; orders 2 and 3 of theory of mind and a factual level, under two word orders. People are right on 9 of
 * 12, on 6 of 12 at order 3; the large model always says “true”, the small one only under true-false.
 */
function made(stories = 7): CellMaterial {
  const kinds: Record<string, string | number>[] = [
    { type: "tom", order: 2 },
    { type: "tom", order: 3 },
    { type: "factual", level: 2 },
  ];
  const items = Array.from({ length: stories }, (_, story) =>
    kinds.flatMap((attributes, kind) =>
      ["true", "false"].map((right) => ({
        id: `s${story}k${kind}${right}`,
        name: `s${story}k${kind}${right}`,
        version: 1,
        kind: "true-false",
        storyId: `s${story}`,
        storyTitle: "",
        text: "",
        attributes,
        options,
        rightAnswers: [right],
        keyVersion: 1,
      })),
    ),
  ).flat();
  const conditions = ["true-false", "false-true"].map((questionOrder) => ({
    id: questionOrder,
    levels: { questionOrder },
    label: questionOrder,
  }));
  const cells = items.flatMap((item) => conditions.map(({ id }) => ({ item, conditionId: id })));
  const results: StudyResults = {
    conditions,
    items,
    counts: cells.flatMap(({ item, conditionId }, index) => {
      const correct = item.attributes.order === 3 ? 5 + (index % 5 === 0 ? 1 : 0) : 9 + (index % 2);
      const right = item.rightAnswers[0]!;
      return [
        { itemId: item.id, conditionId, answerKey: right, count: correct },
        { itemId: item.id, conditionId, answerKey: right === "true" ? "false" : "true", count: 12 - correct },
      ];
    }),
    series: ["large", "small"].map((id) => ({ id, modelId: id, model: id, source: "", rest: "", isDemo: false })),
    answers: cells.flatMap(({ item, conditionId }) =>
      ["large", "small"].map((seriesId) => {
        const answerKey = seriesId === "large" || conditionId === "true-false" ? "true" : "false";
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
    unmatched: noUnmatched,
  };
  const known = { family: "F", tuning: null, thinking: null };
  const details = new Map<string, SeriesFacts>([
    ["large", { ...known, sizeBillions: 70 }],
    ["small", { ...known, sizeBillions: 7 }],
  ]);
  return prepareCellMaterial(results, details, null, { ties: "half", unparsed: "wrong", withMismatches: false });
}

const cellOf = (view: View, table: string, find: (texts: string[]) => boolean, column: number) =>
  view.tables
    .find(({ name }) => name === table)!
    .rows.find((row) => find(row.flatMap((cell) => (cell.kind === "text" ? cell.text : []))))![column] as EstimateCell;

describe("the tables and comparisons of a study", () => {
  const material = made();

  it("show no number without n and an interval or the reason why there is none, also with two stories and with nobody", () => {
    const empty = { ...material.results, counts: [], answers: [] };
    const nobody = prepareCellMaterial(empty, new Map(), null, {
      ties: "half",
      unparsed: "wrong",
      withMismatches: false,
    });
    for (const { id } of cellViewTitles)
      for (const one of [material, made(2), nobody]) {
        const view = cellView(id, one);
        expect(listViewViolations(view), id).toEqual([]);
        expect(viewSchema.parse(JSON.parse(JSON.stringify(view)))).toEqual(view);
      }
    for (const { id } of cellViewTitles)
      if (!["prompts", "open-ended", "ratings"].includes(id)) expect(cellView(id, material).refused, id).toBeNull();
  });

  it("have estimates and intervals only while the data are not locked: no p, letter or sentence of a test", () => {
    const concluded = /significan|\bp[\s\u00a0][=<]|more often than|Letters|Decided by|Detectable/;
    expect(JSON.stringify(cellView("models", material))).toMatch(concluded);
    for (const { id } of cellViewTitles) {
      const view = limitViewToStatus(cellView(id, material), { kind: "interim" });
      expect(JSON.stringify(view), id).not.toMatch(concluded);
      expect(JSON.stringify(view), id).not.toContain('"kind":"test"');
      expect(listViewViolations(view), id).toEqual([]);
      for (const { name, content } of viewFiles(cellView(id, material), "hash", { kind: "interim" })) {
        expect(content, `${id}/${name}`).not.toMatch(concluded);
        expect(content, `${id}/${name}`).toContain("interim, data not locked");
      }
    }
  });

  it("are drawn by Vega-Lite itself from the specification alone, marks and dashed lines", async () => {
    const drawn = new Set<string>();
    for (const { id } of cellViewTitles)
      for (const { name, content } of viewFiles(cellView(id, material), "hash", null)) {
        if (!name.endsWith(".vl.json")) continue;
        const { svg, complaints } = await drawVega(JSON.parse(content));
        expect(complaints, `${id}/${name}`).toEqual([]);
        expect(svg, `${id}/${name}`).toMatch(/role="graphics-symbol"/);
        drawn.add(id);
      }
    expect([...drawn]).toEqual(expect.arrayContaining(["accuracy", "beside", "factors", "models", "scale"]));
  });

  it("have everybody's accuracy overall and at each order and level", () => {
    const { tables } = cellView("accuracy", material);
    expect(tables[0]!.columns).toEqual(["Who", "Overall", "Theory of mind 2", "Theory of mind 3", "Factual control 2"]);
    expect(tables[0]!.rows.map(([who]) => who)).toMatchObject([
      { text: "People, majority" },
      { text: "People, mean person" },
      { text: "large" },
      { text: "small" },
    ]);
    expect(tables[0]!.rows[2]![1]).toMatchObject({ value: 0.5, n: 84 });
  });

  it("compare levels within stories and types between items", () => {
    const fall = cellOf(cellView("levels", material), "levels", (texts) => texts[0] === "People, mean person", 4);
    expect(fall.value).toBeLessThan(-0.2);
    expect(fall.high).toBeLessThan(0);
    const loss = cellOf(cellView("tom-factual", material), "types", ([who]) => who === "People, mean person", 3);
    expect(loss.value).toBeLessThan(0);
  });

  it("see a model that is pulled to “true” by the order of the words, which its accuracy does not show", () => {
    const view = cellView("factors", material);
    const isSmall = ([who]: string[]) => who === "small";
    expect(cellOf(view, "anchoring", isSmall, 2)).toMatchObject({ value: -1, n: 42 });
    expect(cellOf(view, "factors", isSmall, 2)).toMatchObject({ value: 0 });
  });

  it("have one sentence a test, and limits that hold together beside each corrected p", () => {
    for (const id of ["models", "levels", "tom-factual", "factors", "interactions"] as const) {
      const view = cellView(id, material);
      const tests = view.tables.flatMap(({ rows }) => rows.flat().filter((cell) => cell.kind === "test"));
      expect(view.findings, id).toHaveLength(tests.length);
      if (id === "levels" || id === "factors")
        for (const { p, simultaneous } of tests)
          if (p !== null && tests.length > 1) expect(simultaneous, id).not.toBeNull();
    }
    const sentences = viewSentences(cellView("levels", material), "0123456789abcdef", null)!;
    expect(sentences.split("\n")[0]).toMatch(/^- People, majority, .*n = 7 stories.*\(data 0123456789ab\)$/);
  });

  it("hold the results page's own tables, to be taken away", () => {
    expect(cellView("conditions", material).tables[0]!.rows).toHaveLength(2);
    expect(cellView("cells", material).tables[0]!.rows).toHaveLength(84);
    const beside = cellView("beside", material);
    expect(beside.figures.map(({ name }) => name)).toEqual(["beside-1-1", "beside-1-2", "beside-2-1", "beside-2-2"]);
    const files = viewFiles(beside, "hash", null).map(({ name }) => name);
    expect(files).toEqual(expect.arrayContaining(["beside.csv", "beside.tex", "beside.md", "beside-1-1.svg"]));
  });

  it("compare models of one family that differ in one fact", () => {
    const table = cellView("families", material).tables[0]!;
    expect(table.rows).toHaveLength(1);
    expect(table.rows[0]![1]).toMatchObject({ text: "size: 70 minus 7" });
    const compared = (changes: Record<string, Partial<SeriesFacts>>, rest: Record<string, string> = {}) => {
      const details = new Map([...material.details].map(([id, facts]) => [id, { ...facts, ...changes[id] }]));
      const series = material.results.series.map((one) => ({ ...one, rest: rest[one.id] ?? "" }));
      const rules = { ties: "half", unparsed: "wrong", withMismatches: false } as const;
      const view = cellView("families", prepareCellMaterial({ ...material.results, series }, details, null, rules));
      return view.tables[0]?.rows.map((row) => (row[1]!.kind === "text" ? row[1]!.text : ""));
    };
    const same = { large: { sizeBillions: 7 } };
    expect(compared({ large: { sizeBillions: 7, thinking: "on" } })).toEqual(["thinking: on minus not stated"]);
    expect(compared({ large: { sizeBillions: 7, tuning: "instruct" }, small: { tuning: "base" } })).toEqual([
      "tuning: instruct minus base",
    ]);
    // Two different facts, another family, another way of asking, an unknown size, or no difference: no comparison.
    expect(compared({ large: { tuning: "base" } })).toBeUndefined();
    expect(compared({ large: { family: "G" } })).toBeUndefined();
    expect(compared({}, { large: "shots=5" })).toBeUndefined();
    expect(compared({ large: { sizeBillions: null } })).toBeUndefined();
    expect(compared(same)).toBeUndefined();
  });

  it("set models beside each other by size and shots, over every group of items, with the human ceiling across", () => {
    const view = cellView("scale", material);
    expect(view.tables[0]!.rows.map((row) => row.slice(1, 4))).toMatchObject([
      [{ text: "F" }, { text: "7 billion" }, { text: "not stated" }],
      [{ text: "F" }, { text: "70 billion" }, { text: "not stated" }],
    ]);
    expect(view.figures[0]!.lines.map(({ label }) => label).join()).toContain("one person agrees with all others");
  });

  it("compare choices with open answers on what both have, and count what was filtered", () => {
    const [first] = material.results.series;
    const open = material.results.answers
      .filter(({ seriesId }) => seriesId === "large")
      .map((answer, index) =>
        index % 4 === 0
          ? { ...answer, seriesId: "open", answerKey: null, repeats: 0, given: [], unparsed: 1 }
          : { ...answer, seriesId: "open" },
      );
    const results = {
      ...material.results,
      series: [...material.results.series, { ...first!, id: "open", rest: "prompt=open-ended" }],
      answers: [...material.results.answers, ...open],
    };
    const rules = { ties: "half", unparsed: "wrong", withMismatches: false } as const;
    const view = cellView("open-ended", prepareCellMaterial(results, material.details, null, rules));
    expect(listViewViolations(view)).toEqual([]);
    const [row] = view.tables[0]!.rows;
    const neither = open.filter(({ unparsed }) => unparsed === 1).length;
    expect(view.tables[0]!.columns[3]).toBe("Open-ended, unmatched: filtered");
    expect([row![2], row![3], row![4]]).toMatchObject([
      { n: open.length },
      { n: open.length - neither },
      { value: neither },
    ]);
    const filtered = prepareCellMaterial(results, material.details, null, { ...rules, unparsed: "omit" });
    const published = cellView("open-ended", filtered).tables[0]!;
    expect(published.columns[3]).toBe("Open-ended, unmatched: wrong");
    expect(published.rows[0]![2]).toEqual(row![3]);
    expect(published.rows[0]![5]).toMatchObject({ value: 0, n: open.length - neither });
  });

  it("print no interval over two stories, but the reason", () => {
    const fall = cellOf(cellView("levels", made(2)), "levels", () => true, 4);
    expect(fall).toMatchObject({ low: null, high: null, reason: expect.stringContaining("there are 2") });
  });
});
