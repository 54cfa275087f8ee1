import { twoProportionTest } from "../../statistics/proportions/two-proportions.ts";
import { wilsonInterval } from "../../statistics/proportions/wilson.ts";
import { type StreetData, streetDataSchema } from "../../statistics/published/street-data.ts";
import { countValue, type MeasuredValue, meanOf, missingValue, pairWithItems } from "../measure.ts";
import type { Observations, ReplicatedSubject } from "../observation.ts";
import { isSameName, type PaperTable, type PaperTables, type PrintedRow, tableRows } from "../paper-table.ts";
import { printedShare, printedValue } from "../printed.ts";
import { humans, type StreetCell, type StreetTask, scoreCells, streetCells } from "./street-cells.ts";
import { type CellsOf, streetTestTables } from "./street-tests.ts";

type SubjectCells = (subject: ReplicatedSubject) => readonly StreetCell[];

const depths = ["2", "3", "4", "5", "6"] as const;

/**
 * Street et al. 2024 (arXiv:2405.18870): Tables 2 and 5 to 7, Figures 1 and 2 and every test of sections 4 and A.6.1 as
 * published, from answers to items of the same format. The unit is a presentation: a statement in one arm with one
 * order of the words. The answer of people to a presentation is the answer of more than half of them.
 */
export function replicateStreet2024(published: unknown, { items, subjects }: Observations): PaperTables {
  const data = streetDataSchema.parse(published);
  const itemsById = new Map(items.map((item) => [item.id, item]));
  const cellsBySubject = new Map(subjects.map((subject) => [subject, streetCells(pairWithItems(subject, itemsById))]));
  const cellsOf: SubjectCells = (subject) => cellsBySubject.get(subject)!;
  const cellsOfName: CellsOf = (name) => {
    const matchedSubject = subjects.find((one) =>
      name === humans ? one.isPeople : !one.isPeople && isSameName(one.name, name),
    );
    return matchedSubject ? cellsOf(matchedSubject) : null;
  };
  return {
    paper: "street2024",
    title:
      "Street et al. 2024, LLMs achieve adult human performance on higher-order theory of mind tasks (arXiv:2405.18870)",
    tables: [
      accuracyTable(data, subjects, cellsOf),
      candidateTable(data, subjects, cellsOf),
      wilsonTable(subjects, cellsOf),
      taskTable(data, subjects, cellsOf),
      ...streetTestTables(data, cellsOfName),
      figureTable(
        { figure: "1", task: "tom", title: "Accuracy on ToM statements by order" },
        printedAccuracies(data.table2),
        subjects,
        cellsOf,
      ),
      figureTable(
        { figure: "2", task: "factual", title: "Accuracy on factual statements by level" },
        [],
        subjects,
        cellsOf,
      ),
    ],
    notes: [
      "The text of the paper has no values of Table 6 (Wilson intervals), and Figure 2 (factual statements by level) is printed without numbers.",
      "The unit is a presentation: a statement, with or without the story (for models: the simplified or the human prompt), with one order of the two words.",
      "The answer of people to a presentation is that of more than half of them. An answer that cannot be read is wrong.",
      "Tests are computed as published; intervals are 95% over stories, which the published tests ignore.",
    ],
  };
}

function measureDepth(cells: readonly StreetCell[], task: StreetTask, depth: string): MeasuredValue {
  const depthCells = cells.filter((cell) => cell.task === task && cell.depth === Number(depth));
  return meanOf(
    scoreCells(depthCells),
    `no answers to ${task === "tom" ? "ToM statements of order" : "factual statements of level"} ${depth}`,
  );
}

/** The column of Table 2 over all orders. */
const aggregate = "aggregate";

function accuracyTable({ table2 }: StreetData, subjects: readonly ReplicatedSubject[], of: SubjectCells): PaperTable {
  const columns = [
    ...depths.map((depth) => ({ name: depth as string, label: `Order ${depth}` })),
    { name: aggregate, label: "All orders" },
  ];
  return {
    table: "2",
    title: "Accuracy on ToM statements by order",
    head: "Subject",
    columns,
    rows: tableRows(columns, printedAccuracies(table2), subjects, (subject, column) =>
      column === aggregate ? measureTask(of(subject), "tom") : measureDepth(of(subject), "tom", column),
    ),
    unit: "share",
    figure: null,
  };
}

function printedAccuracies(table2: StreetData["table2"]): PrintedRow[] {
  return table2.map(({ subject, orders, aggregate: all }) => ({
    row: subject,
    isPeople: subject === humans,
    printed: Object.fromEntries([
      ...Object.entries(orders).map(([order, { printedPercent }]) => [order, printedShare(printedPercent)]),
      [aggregate, printedShare(all.printedPercent)],
    ]),
  }));
}

/** A line for each subject over the depths; the printed values of Figure 1 are those of Table 2. */
function figureTable(
  { figure, task, title }: { figure: string; task: StreetTask; title: string },
  printed: readonly PrintedRow[],
  subjects: readonly ReplicatedSubject[],
  of: SubjectCells,
): PaperTable {
  const columns = depths.map((depth) => ({ name: depth, label: depth }));
  return {
    table: `figure-${figure}`,
    title,
    head: "Subject",
    columns,
    rows: tableRows(columns, printed, subjects, (subject, depth) => measureDepth(of(subject), task, depth)),
    unit: "share",
    figure: { columns: depths, across: task === "tom" ? "order" : "level", up: "accuracy" },
  };
}

/** Table 6: accuracy by order with Wilson intervals, which ignore that statements share stories. */
function wilsonTable(subjects: readonly ReplicatedSubject[], of: SubjectCells): PaperTable {
  const columns = depths.map((depth) => ({ name: depth, label: `Order ${depth}` }));
  const measure = (subject: ReplicatedSubject, depth: string): MeasuredValue => {
    const measuredDepth = measureDepth(of(subject), "tom", depth);
    if (measuredDepth.ours === null) return measuredDepth;
    const { low, high } = wilsonInterval(Math.round(measuredDepth.ours * measuredDepth.n), measuredDepth.n);
    return { ...measuredDepth, interval: [low, high] };
  };
  return {
    table: "6",
    title: "Accuracy on ToM statements by order, with Wilson intervals as published",
    head: "Subject",
    columns,
    rows: tableRows(columns, [], subjects, measure),
    unit: "share",
    figure: null,
  };
}

const candidateColumns = [
  { name: "average", label: "Correct by sum", hasBest: true },
  { name: "highscore", label: "Correct by best", hasBest: true },
  { name: "matching", label: "Same answer" },
] as const;

/**
 * Table 5: accuracy by the summed probabilities of all spellings, compared with accuracy by the most probable
 * candidate.
 */
function candidateTable({ table5 }: StreetData, subjects: readonly ReplicatedSubject[], of: SubjectCells): PaperTable {
  const printedRows = table5.map(
    ({ subject, correctFromAverage, correctFromHighscore, printedPercentMatching }): PrintedRow => ({
      row: subject,
      isPeople: false,
      printed: {
        average: correctFromAverage,
        highscore: correctFromHighscore,
        matching: printedShare(printedPercentMatching.replace("%", "")),
      },
    }),
  );
  const models = subjects.filter(({ isPeople }) => !isPeople);
  return {
    table: "5",
    title: "Right answers by the summed probabilities of the candidates and by the most probable candidate",
    head: "Subject",
    columns: candidateColumns,
    rows: tableRows(candidateColumns, printedRows, models, (subject, column) => measureCandidates(of(subject), column)),
    unit: "number",
    figure: null,
  };
}

function measureCandidates(cells: readonly StreetCell[], column: string): MeasuredValue {
  const cellsWithProbabilities = cells.filter(({ rightByBest }) => rightByBest !== null);
  const noProbabilities = "no answers with probabilities of the candidates";
  if (column === "matching")
    return meanOf(
      cellsWithProbabilities.map(({ right, rightByBest, cluster }) => ({
        value: right === rightByBest ? 1 : 0,
        cluster,
      })),
      noProbabilities,
    );
  if (cellsWithProbabilities.length === 0) return missingValue(noProbabilities);
  const isRight =
    column === "average" ? ({ right }: StreetCell) => right : ({ rightByBest }: StreetCell) => rightByBest;
  return countValue(cellsWithProbabilities.filter(isRight).length, cellsWithProbabilities.length);
}

const taskColumns = [
  { name: "tomTrials", label: "ToM trials" },
  { name: "tomSuccesses", label: "ToM successes" },
  { name: "factualTrials", label: "Factual trials" },
  { name: "factualSuccesses", label: "Factual successes" },
  { name: "tom", label: "ToM", hasBest: true },
  { name: "tomSE", label: "ToM SE" },
  { name: "factual", label: "Factual", hasBest: true },
  { name: "factualSE", label: "Factual SE" },
  { name: "Z", label: "Z", isTest: true },
  { name: "p", label: "p (one-sided)", isTest: true },
] as const;

/** Table 7, as printed: ToM first, standard errors of proportions, one-sided p. */
function taskTable({ table7 }: StreetData, subjects: readonly ReplicatedSubject[], of: SubjectCells): PaperTable {
  const printedRows = table7.map(
    ({ subject, n, tom, factual, printedZ, printedP }): PrintedRow => ({
      row: subject,
      isPeople: subject === humans,
      printed: {
        tomTrials: n,
        tomSuccesses: tom.successes,
        factualTrials: n,
        factualSuccesses: factual.successes,
        tom: printedShare(tom.printedMean),
        tomSE: printedValue(tom.printedSE),
        factual: printedShare(factual.printedMean),
        factualSE: printedValue(factual.printedSE),
        Z: printedValue(printedZ),
        p: printedValue(printedP),
      },
    }),
  );
  return {
    table: "7",
    title: "ToM against factual statements",
    head: "Subject",
    columns: taskColumns,
    rows: tableRows(taskColumns, printedRows, subjects, (subject, column) => measureTask(of(subject), column)),
    unit: "number",
    figure: null,
  };
}

function measureTask(cells: readonly StreetCell[], column: string): MeasuredValue {
  const [tom, factual] = (["tom", "factual"] as const).map((task) => cells.filter((cell) => cell.task === task));
  const noBothTasks = "no answers to both kinds of statements";
  if (!tom || !factual || tom.length === 0 || factual.length === 0) return missingValue(noBothTasks);
  const countRight = (some: readonly StreetCell[]) => some.filter((cell) => cell.right).length;
  if (column === "tom" || column === "factual")
    return meanOf(scoreCells(column === "tom" ? tom : factual), noBothTasks);
  const taskCells = column.startsWith("tom") ? tom : factual;
  if (column.endsWith("Trials")) return countValue(taskCells.length);
  if (column.endsWith("Successes")) return countValue(countRight(taskCells), taskCells.length);
  if (column.endsWith("SE")) {
    const share = countRight(taskCells) / taskCells.length;
    return countValue(Math.sqrt((share * (1 - share)) / taskCells.length), taskCells.length);
  }
  const { z, pLess, pGreater } = twoProportionTest(countRight(tom), tom.length, countRight(factual), factual.length);
  const n = tom.length + factual.length;
  if (column === "p") return countValue(Math.min(pLess, pGreater), n);
  return z === null ? missingValue("nothing varies") : countValue(z, n);
}
