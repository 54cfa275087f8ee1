import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { humanVersusRest } from "../../statistics/agreement/human-versus-rest.ts";
import type { SingleAnswers } from "../model/single-answers.ts";
import { noUnmatched, type ResultItem, type StudyResults } from "../model/study-results.ts";
import { errorConsistencyTables } from "./items/error-consistency-tables.ts";
import { type Material, prepareMaterial } from "./material.ts";
import { computeViews } from "./study-views.ts";
import { type EstimateCell, estimate, listViewViolations, shownView, textCell, type View, viewSchema } from "./view.ts";
import { flatTable, viewFile } from "./view-files.ts";

const options = [
  { value: "true", label: "True" },
  { value: "false", label: "False" },
];

/**
 * Twelve items about six stories under two conditions, and two models. With `each` items per person, people answer that
 * many, otherwise one. Women are better by 20 points; the first model is nearly always right, the second nearly never.
 */
function made(people: number, each: number): Material {
  const random = seededRandom(`study of ${people} and ${each}`);
  const items = Array.from(
    { length: 12 },
    (_, index): ResultItem => ({
      id: `i${index}`,
      name: `item-${index}`,
      version: 1,
      kind: "true-false",
      storyId: `s${index % 6}`,
      storyTitle: "",
      text: "",
      attributes: { type: "factual", level: String((index % 3) + 1) },
      options,
      rightAnswers: [index % 2 === 0 ? "true" : "false"],
      keyVersion: 1,
    }),
  );
  const conditions = ["story", "no-story"].map((story) => ({ id: `story=${story}`, levels: { story }, label: story }));
  const gender = Array.from({ length: people }, (_, person) => (person % 3 === 0 ? "woman" : "man"));
  const columns = {
    person: [] as number[],
    item: [] as number[],
    condition: [] as number[],
    right: [] as number[],
    option: [] as number[],
  };
  const seconds: number[] = [];
  for (let person = 0; person < people; person += 1)
    for (let turn = 0; turn < each; turn += 1) {
      const item = each === 12 ? turn : (person + turn) % 12;
      columns.person.push(person);
      columns.item.push(item);
      columns.condition.push((person + turn) % 2);
      const isRight = Number(random.next() < 0.75 - (item % 3) * 0.15 + (gender[person] === "woman" ? 0.2 : 0));
      columns.right.push(isRight);
      // The options are "true" and "false", in this order.
      columns.option.push((item % 2) ^ (1 - isRight));
      seconds.push(2 + random.next() * 10);
    }
  const single: SingleAnswers = {
    drawn: null,
    people,
    attributes: [{ name: "gender", label: "gender", values: gender }],
    ...columns,
    seconds,
  };
  const counts = new Map<string, { itemId: string; conditionId: string; answerKey: string; count: number }>();
  columns.item.forEach((item, row) => {
    const right = items[item]!.rightAnswers[0]!;
    const answerKey = columns.right[row] === 1 ? right : right === "true" ? "false" : "true";
    const conditionId = conditions[columns.condition[row]!]!.id;
    const key = `${item}/${conditionId}/${answerKey}`;
    const one = counts.get(key) ?? { itemId: items[item]!.id, conditionId, answerKey, count: 0 };
    one.count += 1;
    counts.set(key, one);
  });
  const isRight = (model: number, item: number) => (model === 0 ? item !== 5 : item === 5);
  const results: StudyResults = {
    conditions,
    items,
    counts: [...counts.values()],
    series: ["good", "bad"].map((id) => ({ id, modelId: id, model: id, source: "", rest: "", isDemo: false })),
    answers: ["good", "bad"].flatMap((seriesId, model) =>
      items.flatMap((item, index) =>
        conditions.map(({ id: conditionId }) => {
          const right = item.rightAnswers[0]!;
          const answerKey = isRight(model, index) ? right : right === "true" ? "false" : "true";
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
    ),
    unmatched: noUnmatched,
  };
  const probabilities = results.answers.map(({ seriesId, itemId, conditionId, answerKey }, index) => ({
    seriesId,
    itemId,
    conditionId,
    pTrue: answerKey === "true" ? 0.6 + (index % 7) / 20 : 0.4 - (index % 7) / 20,
    answerSummed: answerKey!,
    answerArgmax: index % 9 === 0 ? (answerKey === "true" ? "false" : "true") : answerKey!,
  }));
  return prepareMaterial(results, single, {
    population: null,
    planned: { gender: { woman: 0.5, man: 0.5 } },
    probabilities,
    seed: "1",
  });
}

function viewsOf(material: Material): Map<string, View> {
  const steps = computeViews(material);
  let step = steps.next();
  let share = 0;
  for (; !step.done; step = steps.next()) {
    expect(step.value.share).toBeGreaterThanOrEqual(share);
    share = step.value.share;
  }
  return new Map(step.value.map((view) => [view.id, view]));
}

const numberIn = (view: View | undefined, table: string, row: string, column: number) =>
  view?.tables.find(({ name }) => name === table)?.rows.find(([head]) => head?.kind === "text" && head.text === row)?.[
    column
  ] as EstimateCell;

it("show the share of a model's answers that agree with people, among several options too", () => {
  const { results, single, planned, population, probabilities, seed } = made(90, 12);
  const other = { value: "other", label: "Other" };
  const items = results.items.map((item) => ({ ...item, options: [...item.options, other] }));
  // Two of three repeats are the answer, and one is an option that no person chose.
  const answers = results.answers.map((answer) => ({
    ...answer,
    repeats: 3,
    given: [...answer.given.map((one) => ({ ...one, count: 2 })), { answerKey: "other", count: 1 }],
  }));
  const material = prepareMaterial({ ...results, items, answers }, single, {
    planned,
    population,
    probabilities,
    seed,
  });
  const good = numberIn(viewsOf(material).get("ceiling"), "agreement", "good", 1);
  expect(good.value).toBeLessThanOrEqual(2 / 3);
  expect(good.value).toBeGreaterThan(0.5);
});

describe("the views of single answers", () => {
  const whole = made(90, 12);
  const views = viewsOf(whole);
  const street = viewsOf(made(240, 1));
  const nobody = viewsOf(made(0, 1));

  it("show no number without n and an interval or the reason why there is none", () => {
    for (const view of [...views.values(), ...street.values(), ...nobody.values()]) {
      expect(listViewViolations(view)).toEqual([]);
      // Storing and reading a view gives the same view.
      expect(viewSchema.parse(JSON.parse(JSON.stringify(view)))).toEqual(view);
    }
    expect([...views.values()].filter(({ refused }) => refused !== null).map(({ id }) => id)).toEqual([]);
  });

  it("are refused with a reason where the design does not carry them", () => {
    const refused = [...street.values()].filter((view) => view.refused !== null).map(({ id }) => id);
    expect(refused).toEqual(["persons", "dif", "mixed"]);
    expect(street.get("persons")?.refused).toContain("0 people answered at least 5 items");
    // Calibration of models does not need people.
    for (const view of nobody.values()) if (view.id !== "distributions") expect(view.refused, view.id).not.toBeNull();
  });

  it("find what is in the data: the better group, the better model, and which items are hard", () => {
    const test = views.get("attributes")!.tables.find(({ name }) => name === "group-tests")!.rows[0]![1]!;
    expect(test).toMatchObject({ kind: "test", n: 1080 });
    expect(test.kind === "test" && test.p).toBeLessThan(0.001);
    expect(numberIn(views.get("persons"), "percentiles", "good", 2).value).toBeGreaterThan(0.8);
    expect(numberIn(views.get("persons"), "percentiles", "bad", 2)).toMatchObject({ value: 0, n: 90 });
    const good = numberIn(views.get("clusters"), "two-way", "good", 1);
    expect(good.high).toBeLessThan(0);
    // By condition and level too, clustered by people and stories, and comparisons of neighbouring levels.
    const story = numberIn(views.get("clusters"), "two-way-groups", "story", 2);
    expect(story).toMatchObject({ n: 540 });
    expect(story.high! - story.low!).toBeGreaterThan(0);
    const steps = views.get("clusters")!.tables.find(({ name }) => name === "two-way-differences")!;
    expect(steps.rows.map(([what]) => what?.kind === "text" && what.text)).toEqual([
      "no-story minus story",
      expect.stringContaining("2 minus"),
      expect.stringContaining("3 minus"),
    ]);
    // Each level is harder by fifteen points. With six stories, the test over all sign patterns is also shown.
    expect((steps.rows[1]![1] as EstimateCell).value).toBeLessThan(0);
    expect(steps.rows[0]![2]).toMatchObject({ kind: "test", signPatterns: expect.any(Number) });
    const resampled = numberIn(views.get("resampling"), "resampled", "People's majority minus bad", 1);
    expect(resampled.low).toBeGreaterThan(0);
    // All other numbers with a majority are resampled too: conditions, levels, their differences, smaller crowds.
    const tables = views.get("resampling")!.tables.map(({ name }) => name);
    expect(tables).toEqual(["resampled", "resampled-groups", "resampled-differences", "resampled-sizes"]);
    const one = numberIn(views.get("resampling"), "resampled-sizes", "1", 1);
    const most = numberIn(views.get("resampling"), "resampled", "People's majority", 1);
    expect(one.value).toBeLessThan(most.value!);
    expect(one.low).toBeLessThan(one.value!);
    const byCondition = numberIn(views.get("resampling"), "resampled-groups", "story", 2);
    expect(byCondition.high! - byCondition.low!).toBeGreaterThan(0);
    const difficulties = views.get("rasch")!.tables[0]!.rows.map((row) => (row[1] as EstimateCell).value!);
    expect(difficulties).toEqual([...difficulties].sort((left, right) => right - left));
  });

  it("compare fewer than ten models with people on each item by an exact test", () => {
    const dif = views.get("dif")!;
    expect(dif.refused).toBeNull();
    const table = dif.tables.find(({ caption }) => caption.includes("Models against people, exact"))!;
    expect(table.rows).toHaveLength(12);
    expect(dif.sentences[0]).toContain("models are treated as independent of each other");
    expect(listViewViolations(dif)).toEqual([]);
  });

  it("show whether models fail where people fail, without an interval for one pair or below ten stories", () => {
    const matrix = views.get("items")!.tables.find(({ name }) => name === "error-consistency")!;
    expect(matrix.rows.map(([head]) => head)).toMatchObject([{ text: "People" }, {}, {}]);
    const people = matrix.rows[0]![1] as EstimateCell;
    expect(people).toMatchObject({ low: null, reason: expect.stringContaining("10 stories") });
    // People answer according to the difficulty of items, which is the only source of common errors.
    expect(people.value).toBeGreaterThan(-0.1);
    expect(people.value).toBeLessThan(0.4);
    expect((matrix.rows[2]![2] as EstimateCell).reason).toMatch(/One pair has no interval|Not defined/u);
    const many = {
      ...whole,
      cells: whole.cells.map((cell, index) => ({ ...cell, item: { ...cell.item, storyId: `s${index}` } })),
    };
    const cellOf = new Map(whole.cells.map((cell, index) => [cell, many.cells[index]!]));
    const scored = whole.scored.map((answer) => ({ ...answer, cell: cellOf.get(answer.cell)! }));
    const [table] = errorConsistencyTables({ ...many, scored });
    const mean = table!.rows[0]![1] as EstimateCell;
    expect(mean.low).toBeLessThan(mean.value!);
    expect(mean.high).toBeGreaterThan(mean.value!);
    expect(mean.reason).toMatch(/^Approximate: 78 to 95% of such intervals/);
    expect(errorConsistencyTables({ ...many, scored })).toEqual([table]);
  });

  it("place models on a scale of items where each person gave one answer", () => {
    const scale = street.get("rasch")!;
    expect(scale.tables.map(({ name }) => name)).toEqual(["models", "easiness"]);
    const effects = scale.tables[0]!.rows.map((row) => row[1] as EstimateCell);
    // The first model is nearly always right, the second nearly never.
    expect(effects[0]!.low).toBeGreaterThan(0);
    expect(effects[1]!.high).toBeLessThan(0);
    expect(scale.tables[1]!.rows).toHaveLength(12);
  });

  it("name two kinds of limits of a majority, for new stories and for other people", () => {
    const majorities = views.get("ceiling")!.tables.find(({ name }) => name === "crowd")!;
    expect(majorities.columns).toEqual([
      "k",
      "Accuracy (new stories, same people)",
      "Accuracy (same items, new people)",
    ]);
    const [, stories, people] = majorities.rows[2]! as EstimateCell[];
    expect(people!.value).toBeCloseTo(stories!.value!, 12);
    expect(people!.low).toBeLessThan(people!.value!);
    expect(people!.high! - people!.low!).not.toBeCloseTo(stories!.high! - stories!.low!, 6);
  });

  it("weight a sample to the planned shares", () => {
    const plain = numberIn(views.get("weights"), "weighted", "Unweighted", 1).value!;
    const weighted = numberIn(views.get("weights"), "weighted", "Weighted to the plan", 1).value!;
    // A third are women, who are better; half were planned.
    expect(weighted).toBeGreaterThan(plain);
  });

  it("weight a sample to a population that a researcher entered, whatever the case of its words", () => {
    const population = { Gender: { WOMAN: 0.9, man: 0.1 } };
    const view = viewsOf({ ...whole, population }).get("weights");
    const planned = numberIn(views.get("weights"), "weighted", "Weighted to the plan", 1).value!;
    expect(numberIn(view, "weighted", "Weighted to the population", 1).value).toBeGreaterThan(planned);
    expect(view!.sentences[0]).toContain("design effect");
    const unknown = viewsOf({ ...whole, population: { age: { young: 0.5, old: 0.5 } } }).get("weights");
    expect(unknown!.refused).toContain("“age”");
  });

  it("measure agreement of a person with all others as the reference function does", () => {
    const rows = Array.from({ length: whole.single.people }, () => new Array<number | null>(24).fill(null));
    whole.scored.forEach(({ person, right }, row) => {
      rows[person]![whole.single.item[row]! * 2 + whole.single.condition[row]!] = right;
    });
    const { pooled, nCells } = humanVersusRest(rows, "half");
    const shown = numberIn(views.get("ceiling"), "agreement", "One person with the majority of all others", 1);
    expect(shown).toMatchObject({ n: nCells });
    expect(shown.value).toBeCloseTo(pooled!, 12);
  });

  it("have medians and percentiles of type 7, as R's quantile()", () => {
    const all = whole.scored.map(({ seconds }) => seconds).sort((left, right) => left - right);
    expect(all.length % 2).toBe(0);
    const times = views.get("times")!.tables.find(({ name }) => name === "times")!;
    const [, , , median] = times.rows[0]! as [unknown, unknown, unknown, EstimateCell];
    expect(median.value).toBeCloseTo((all[all.length / 2 - 1]! + all[all.length / 2]!) / 2, 12);
    const placed = views.get("rasch")!.tables.find(({ name }) => name === "abilities")!;
    const shares = placed.rows.slice(0, 3).map((row) => (row[1] as EstimateCell).value!);
    expect(shares).toEqual([...shares].sort((left, right) => left - right));
  });

  it("give the same draws for the same data", () => {
    expect(viewsOf(made(240, 1)).get("resampling")).toEqual(street.get("resampling"));
  });

  it("are taken away as tables in three formats and figures in two", () => {
    const ceiling = views.get("ceiling")!;
    expect(viewFile(ceiling, "agreement", "csv", null)).toMatch(/^Who,Agreement,"Agreement, low"/);
    expect(viewFile(ceiling, "agreement", "tex", null)).toContain("\\begin{tabular}");
    expect(viewFile(ceiling, "agreement", "md", null)).toContain("| --- |");
    expect(viewFile(ceiling, "agreement", "svg", null)).toContain("</svg>");
    expect(JSON.parse(viewFile(ceiling, "agreement", "vl.json", null)!).data.values).toHaveLength(4);
    expect(viewFile(ceiling, "nothing", "csv", null)).toBeNull();
    for (const view of views.values())
      for (const table of view.tables) {
        const { columns, rows } = flatTable(table, null);
        for (const row of rows) expect(row).toHaveLength(columns.length);
      }
  });
});

describe("answers of models to another text than people read", () => {
  it("are in no analysis of single answers", () => {
    const { results, single } = made(90, 12);
    const other = (parity: "verified" | "mismatch") => ({
      ...results,
      answers: results.answers.map((answer) => (answer.seriesId === "bad" ? { ...answer, parity } : answer)),
    });
    const rest = { population: null, planned: {}, probabilities: [], seed: "1" };
    const shown = [...viewsOf(prepareMaterial(other("mismatch"), single, rest)).values()];
    const said = JSON.stringify(shown.map(({ tables, findings }) => [tables.map(({ rows }) => rows), findings]));
    const numbers = shown
      .flatMap(({ tables }) => tables.flatMap(({ rows }) => rows))
      .filter((row) => row.some((cell) => cell.kind === "text" && /\bbad\b/.test(cell.text)));
    expect(numbers.flat().filter((cell) => "n" in cell && cell.n > 0)).toEqual([]);
    expect(said).toContain("good");
  });
});

describe("the rule about bare numbers", () => {
  it("finds a number without its interval and reason, in words, or under no column", () => {
    const bare = { ...estimate({ value: 0.5, low: null, high: null, n: 3 }), reason: null };
    const table = {
      name: "t",
      caption: "",
      columns: ["a", "b"],
      rows: [
        [textCell("x"), bare],
        [textCell("0.53"), textCell("y"), textCell("z")],
      ],
    };
    expect(listViewViolations(shownView({ id: "v", title: "", lead: "" }, { tables: [table] }))).toHaveLength(3);
  });
});
