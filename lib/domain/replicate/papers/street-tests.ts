import { cochranQ } from "../../statistics/proportions/cochran-q.ts";
import { exactBinomialTest } from "../../statistics/proportions/exact-binomial.ts";
import { mcnemarAsSpss } from "../../statistics/proportions/mcnemar.ts";
import { twoProportionTest } from "../../statistics/proportions/two-proportions.ts";
import type { StreetData, StreetPairedTest, StreetProportionTest } from "../../statistics/published/street-data.ts";
import { countValue, type MeasuredValue, meanOf, missingValue, unavailableValue } from "../measure.ts";
import { noPeopleYet, type PaperCell, type PaperColumn, type PaperTable } from "../paper-table.ts";
import { printedShare, printedValue } from "../printed.ts";
import { humans, type StreetArm, type StreetCell, type StreetTask, scoreCells } from "./street-cells.ts";

/** Finds the cells of a subject by its printed name; null if the subject was not evaluated. */
export type CellsOf = (subject: string) => readonly StreetCell[] | null;

const isOfTask = (task: StreetTask) => (cell: StreetCell) => cell.task === task;

/** Why a subject has no cells. */
export function absentSubject(subject: string): MeasuredValue {
  return missingValue(subject === humans ? noPeopleYet : `no endpoint or log is ${subject}`);
}

/** Every test printed in sections 4 and A.6.1, computed as published from our cells. */
export function streetTestTables(data: StreetData, of: CellsOf): PaperTable[] {
  return [
    chanceTable(data, of),
    cochranTable(data, of),
    pairedTable(data, of, { table: "4.1-mcnemar", title: "McNemar's tests, ToM", prefix: "mcnemar-tom" }),
    pairedTable(data, of, {
      table: "4.1-mcnemar-order-5",
      title: "McNemar's tests, order 5",
      prefix: "mcnemar-order5",
    }),
    pairedTable(data, of, { table: "4.2-mcnemar", title: "McNemar's tests, factual", prefix: "mcnemar-fact" }),
    proportionTable(data, of, { table: "4.1-orders", title: "Comparison of orders", prefix: "z-order" }),
    proportionTable(data, of, { table: "4.3", title: "Comparison of factual and ToM statements", prefix: "z-tomfact" }),
    proportionTable(data, of, { table: "4.4", title: 'Share of "true" by the order of the words', prefix: "z-anchor" }),
    trueAnswerTable(data, of),
    proportionTable(data, of, {
      table: "A.6.1",
      title: "Comparison of prompts or story conditions",
      prefix: "z-prompt",
    }),
  ];
}

/** The columns with test statistics and p values. */
const testColumns: readonly string[] = ["chi-square", "Q", "df", "Z", "p"];

function createStatisticTable(
  table: string,
  title: string,
  names: readonly string[],
  rows: PaperTable["rows"],
): PaperTable {
  const columns = names.map(
    (name): PaperColumn => ({ name, label: name, ...(testColumns.includes(name) ? { isTest: true } : {}) }),
  );
  return { table, title, head: "Test", columns, rows, unit: "number", figure: null };
}

function combineCells(printed: readonly PaperCell["printed"][], measured: readonly MeasuredValue[]): PaperCell[] {
  return measured.map((one, index) => ({ ...one, printed: printed[index] ?? null }));
}

function chanceTable({ binomialTests }: StreetData, of: CellsOf): PaperTable {
  const rows = binomialTests.map(({ subject, printedP, p0 }) => {
    const cells = of(subject)?.filter(isOfTask("tom"));
    const rightCount = cells?.filter((cell) => cell.right).length ?? 0;
    const measuredValue =
      cells && cells.length > 0
        ? countValue(exactBinomialTest(rightCount, cells.length, p0).pvalue, cells.length)
        : absentSubject(subject);
    return {
      row: subject,
      hasPeople: subject === humans,
      cells: combineCells([printedValue(printedP)], [measuredValue]),
    };
  });
  return createStatisticTable("4.1-chance", "Exact binomial tests against one half", ["p"], rows);
}

/** Cochran's Q over the presentations that all six subjects answered. */
function cochranTable({ cochranQ: printedTests }: StreetData, of: CellsOf): PaperTable {
  const rows = printedTests.map(({ task, printed, columnTotals }) => {
    const subjects = Object.keys(columnTotals);
    const absentSubjects = subjects.filter((name) => of(name) === null);
    const values = [printed.N, printedValue(printed.Q), printed.df, printedValue(printed.p)];
    const row = (measured: readonly MeasuredValue[]) => ({
      row: task,
      hasPeople: subjects.includes(humans),
      cells: combineCells(values, measured),
    });
    if (absentSubjects.length > 0) {
      const why =
        absentSubjects.includes(humans) && absentSubjects.length === 1
          ? noPeopleYet
          : `not asked: ${absentSubjects.join(", ")}`;
      return row(values.map(() => missingValue(why)));
    }
    const matchesTask = isOfTask(task === "ToM" ? "tom" : "factual");
    const cellsBySubject = subjects.map(
      (name) =>
        new Map(
          of(name)!
            .filter(matchesTask)
            .map((cell) => [cell.id, cell.right]),
        ),
    );
    const sharedIds = [...cellsBySubject[0]!.keys()].filter((id) => cellsBySubject.every((cells) => cells.has(id)));
    if (sharedIds.length === 0) return row(values.map(() => missingValue("the subjects share no presentation")));
    const { statistic, df, pvalue } = cochranQ(
      sharedIds.map((id) => cellsBySubject.map((cells) => (cells.get(id) ? 1 : 0))),
    );
    return row([
      countValue(sharedIds.length, sharedIds.length),
      statistic === null ? missingValue("all subjects agree") : countValue(statistic, sharedIds.length),
      countValue(df, sharedIds.length),
      countValue(pvalue, sharedIds.length),
    ]);
  });
  return createStatisticTable(
    "4.1-cochran",
    "Cochran's Q over six subjects (sections 4.1 and 4.2)",
    ["N", "Q", "df", "p"],
    rows,
  );
}

interface Family {
  table: string;
  title: string;
  prefix: string;
}

function pairedTable({ tests }: StreetData, of: CellsOf, { table, title, prefix }: Family): PaperTable {
  const family = tests.filter(
    (test): test is StreetPairedTest => test.test === "mcnemar" && test.id.startsWith(prefix),
  );
  const rows = family.map(({ label, task, printed }) => {
    const [, first = "", second = "", order] = /^(.+) vs (.+?)(?:, order (\d))?$/.exec(label) ?? [];
    const values = [printed.N, printed.chi2 === null ? null : printedValue(printed.chi2), printedValue(printed.p)];
    const hasPeople = [first, second].includes(humans);
    const missingSubject = [first, second].find((name) => of(name) === null);
    if (missingSubject !== undefined)
      return {
        row: label,
        hasPeople,
        cells: combineCells(
          values,
          values.map(() => absentSubject(missingSubject)),
        ),
      };
    const isInTest = (cell: StreetCell) =>
      cell.task === (task === "ToM" ? "tom" : "factual") && (order === undefined || cell.depth === Number(order));
    const secondById = new Map(
      of(second)!
        .filter(isInTest)
        .map((cell) => [cell.id, cell.right]),
    );
    const pairs = of(first)!.filter((cell) => isInTest(cell) && secondById.has(cell.id));
    const onlyFirst = pairs.filter((cell) => cell.right && !secondById.get(cell.id)).length;
    const onlySecond = pairs.filter((cell) => !cell.right && secondById.get(cell.id)).length;
    const { statistic, pvalue } = mcnemarAsSpss(onlyFirst, onlySecond);
    // If the paper's test is exact, it has no chi-square, so no value is missing.
    const withoutValue = printed.chi2 === null ? unavailableValue : missingValue;
    const chiSquare =
      statistic === null
        ? withoutValue("few discordant pairs: the exact test has no chi-square")
        : countValue(statistic, pairs.length);
    const [n, p] = [pairs.length, pvalue].map((value) =>
      pairs.length === 0 ? missingValue("the subjects share no presentation") : countValue(value, pairs.length),
    ) as [MeasuredValue, MeasuredValue];
    return { row: label, hasPeople, cells: combineCells(values, [n, chiSquare, p]) };
  });
  return createStatisticTable(table, title, ["N", "chi-square", "p"], rows);
}

function proportionTable({ tests }: StreetData, of: CellsOf, { table, title, prefix }: Family): PaperTable {
  const family = tests.filter(
    (test): test is StreetProportionTest => test.test === "two_prop_z_pooled" && test.id.startsWith(prefix),
  );
  // Not every family states its number of answers.
  const statesN = family.some(({ printed }) => printed.N !== null);
  const rows = family.map(({ label, printed }) => {
    const values = [
      ...(statesN ? [printed.N] : []),
      printedShare(printed.percent1),
      printedShare(printed.percent2),
      printedValue(printed.z),
      printedValue(printed.pTwoSided),
    ];
    const sides = parseComparison(label);
    const cells = sides && of(sides.subject);
    const measuredValues = cells
      ? testSides(cells.filter(sides.first), cells.filter(sides.second), sides.isTrue)
      : [0, 1, 2, 3, 4].map(() => absentSubject(sides?.subject ?? label));
    const hasPeople = sides?.subject === humans;
    return { row: label, hasPeople, cells: combineCells(values, statesN ? measuredValues : measuredValues.slice(1)) };
  });
  return createStatisticTable(table, title, [...(statesN ? ["N"] : []), "first", "second", "Z", "p"], rows);
}

/** How often each subject answered "true" under both orders of the words, from the shares of section 4.4. */
function trueAnswerTable({ tests }: StreetData, of: CellsOf): PaperTable {
  const family = tests.filter(
    (test): test is StreetProportionTest => test.test === "two_prop_z_pooled" && test.id.startsWith("z-anchor"),
  );
  const rows = family.map(({ label, input }) => {
    const subject = parseComparison(label)?.subject ?? label;
    const cells = of(subject);
    const trueCount = cells
      ? countValue(cells.filter(({ saysTrue }) => saysTrue).length, cells.length)
      : absentSubject(subject);
    return { row: subject, hasPeople: subject === humans, cells: combineCells([input.k1 + input.k2], [trueCount]) };
  });
  return createStatisticTable("4.4-true", '"True" answers under both orders of the words', ["answers"], rows);
}

/** The number of answers, both shares, z and p. */
function testSides(first: readonly StreetCell[], second: readonly StreetCell[], isTrue: boolean): MeasuredValue[] {
  const valuesOf = (cells: readonly StreetCell[]) =>
    isTrue ? cells.map(({ saysTrue, cluster }) => ({ value: saysTrue ? 1 : 0, cluster })) : scoreCells(cells);
  const [left, right] = [valuesOf(first), valuesOf(second)];
  const noAnswers = "no answers under one of the two conditions";
  const shares = [meanOf(left, noAnswers), meanOf(right, noAnswers)];
  if (left.length === 0 || right.length === 0)
    return [missingValue(noAnswers), ...shares, missingValue(noAnswers), missingValue(noAnswers)];
  const sum = (values: readonly { value: number }[]) => values.reduce((total, { value }) => total + value, 0);
  const { z, pTwoSided } = twoProportionTest(sum(left), left.length, sum(right), right.length);
  const n = left.length + right.length;
  return [
    countValue(n, n),
    ...shares,
    z === null ? missingValue("nothing varies") : countValue(z, n),
    countValue(pTwoSided, n),
  ];
}

interface Sides {
  subject: string;
  first: (cell: StreetCell) => boolean;
  second: (cell: StreetCell) => boolean;
  /** Whether the share of "true" is compared instead of right answers. */
  isTrue: boolean;
}

/** The cells compared by a test, derived from its label; null if the label belongs to none of the four families. */
function parseComparison(label: string): Sides | null {
  const order = /^(.+) order (\d) vs (\d)$/.exec(label);
  if (order) {
    const hasDepth = (depth: string) => (cell: StreetCell) => cell.task === "tom" && cell.depth === Number(depth);
    return { subject: order[1]!, first: hasDepth(order[2]!), second: hasDepth(order[3]!), isTrue: false };
  }
  const task = /^(.+) factual vs ToM$/.exec(label);
  if (task) return { subject: task[1]!, first: isOfTask("factual"), second: isOfTask("tom"), isTrue: false };
  const anchor = /^(.+) share of "true"/.exec(label);
  if (anchor) {
    const hasOrder = (wanted: string) => (cell: StreetCell) => cell.order === wanted;
    return { subject: anchor[1]!, first: hasOrder("true-false"), second: hasOrder("false-true"), isTrue: true };
  }
  const prompt = /^(.+) (ToM|factual) (?:human prompt|\(no story)/.exec(label);
  if (!prompt) return null;
  const promptTask = prompt[2] === "ToM" ? "tom" : "factual";
  const isInArm = (arm: StreetArm) => (cell: StreetCell) => cell.task === promptTask && cell.arm === arm;
  return { subject: prompt[1]!, first: isInArm("no-story"), second: isInArm("story"), isTrue: false };
}
