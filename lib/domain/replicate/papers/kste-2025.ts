import { type KsteData, ksteDataSchema } from "../../statistics/published/kste-data.ts";
import { parseWords } from "../../words/words.ts";
import {
  countValue,
  type MeasuredValue,
  meaninglessValue,
  meanOf,
  missingValue,
  pairWithItems,
  scoreCorrectness,
  unavailableValue,
} from "../measure.ts";
import type { Observations, ReplicatedItem, ReplicatedSubject } from "../observation.ts";
import {
  isSameName,
  noPeopleYet,
  type PaperCell,
  type PaperTable,
  type PaperTables,
  type PrintedRow,
  tableRows,
} from "../paper-table.ts";
import { explicitTable, genreTable, textTable } from "./kste-figures.ts";
import { measureChoices, measureStories, measureTask, type ScoresOf, scoreAnswers } from "./kste-scores.ts";

/** Our names for the highlights and instructions of the paper's section 5. */
const displayOfColumn = {
  default: "plain",
  abl1: "event",
  abl2: "event-knowledge",
  abl3: "event-knowledge-attention",
} as const;

const taskColumns = [
  { name: "posCls", label: "IKD Pos Cls" },
  { name: "negCls", label: "IKD Neg Cls" },
  { name: "fullCls", label: "IKD Full Cls" },
  { name: "negLoc", label: "IKD Neg Loc" },
  { name: "fullLoc", label: "IKD Full Loc" },
  { name: "knp", label: "KNP" },
] as const;

/**
 * Yang et al. 2026 (arXiv:2601.12410): Tables 1 to 4, Figures 3 and 4 and the values of section 5, from answers to the
 * released stories. Words are compared by the paper's measure (section 3.1), independent of the quoting style. A reply
 * without a verdict is wrong. An open-ended answer that a judge could match to neither option is excluded.
 *
 * @param countsUnmatched whether Table 4 has a further column in which unmatched answers count as wrong
 */
export function replicateKste2025(
  published: unknown,
  { items, subjects }: Observations,
  countsUnmatched = false,
): PaperTables {
  const data = ksteDataSchema.parse(published);
  const itemsById = new Map(items.map((item) => [item.id, item]));
  const scoresBySubject = new Map(
    subjects.map((subject) => [subject, scoreAnswers(pairWithItems(subject, itemsById))]),
  );
  const scoresOf = (subject: ReplicatedSubject) => scoresBySubject.get(subject)!;
  const genres = [...new Set(items.map(({ story }) => story.genre).filter((genre) => genre !== ""))].sort();
  const tables = [
    benchmarkTable(data, items, subjects, scoresOf),
    mainTable(data, subjects, scoresOf),
    hintTable(data, subjects, scoresOf),
    openTable(data, subjects, scoresOf, countsUnmatched),
    genreTable(genres, subjects, scoresOf),
    explicitTable(subjects, scoresOf),
    textTable(data, subjects, scoresOf),
  ];
  return {
    paper: "kste2025",
    title: "Yang et al. 2026, Are LLMs Smarter Than Chimpanzees? (arXiv:2601.12410)",
    tables,
    notes: [
      "Intervals are 95% over source groups: an original story, its erroneous version and its question.",
      "A reply without a verdict is wrong. Open-ended answers that the judge placed under neither option are excluded, as in the paper (Table 4).",
      "Both orders of the two options are asked; the paper does not say which order it used.",
    ],
  };
}

function mainTable(data: KsteData, subjects: readonly ReplicatedSubject[], of: ScoresOf): PaperTable {
  const printedRows = data.table2.map(
    ({ model, kind, ikd, knp }): PrintedRow => ({
      row: model,
      isPeople: kind === "human",
      printed: { ...ikd, knp },
    }),
  );
  return {
    table: "2",
    title: "IKD and KNP",
    head: "Model",
    columns: taskColumns,
    rows: tableRows(taskColumns, printedRows, subjects, (subject, column) => measureTask(of(subject), column)),
    unit: "share",
    figure: null,
  };
}

function hintTable({ table3 }: KsteData, subjects: readonly ReplicatedSubject[], of: ScoresOf): PaperTable {
  const columns = [
    { name: "default", label: "No hint" },
    { name: "abl1", label: "Error event" },
    { name: "abl2", label: "Error and knowledge events" },
    { name: "abl3", label: "Both, and the instruction to attend to knowledge" },
  ] as const;
  const printedRows = table3.rows.map(({ model, kind, ...values }) => ({
    row: model,
    isPeople: kind === "human",
    printed: values,
  }));
  const measure = (subject: ReplicatedSubject, column: string) => {
    const display = displayOfColumn[column as keyof typeof displayOfColumn];
    const scores = of(subject).stories.get(display);
    if (scores) return measureStories(scores, "negLoc");
    return missingValue(subject.isPeople ? noPeopleYet : `not asked under this condition (${display})`);
  };
  return {
    table: "3",
    title: "Localisation on erroneous stories (Neg Loc) with hints",
    head: "Model",
    columns,
    rows: tableRows(columns, printedRows, subjects, measure),
    unit: "share",
    figure: null,
  };
}

function openTable(
  { table4 }: KsteData,
  subjects: readonly ReplicatedSubject[],
  of: ScoresOf,
  countsUnmatched: boolean,
): PaperTable {
  const columns = [
    { name: "binaryChoice", label: "Binary choice" },
    { name: "openEnded", label: "Open-ended" },
    ...(countsUnmatched ? [{ name: "openEndedAll", label: "Open-ended, unmatched answers count as wrong" }] : []),
  ];
  const printedRows = table4.rows.map(({ model, kind, ...values }) => ({
    row: model,
    isPeople: kind === "human",
    printed: values,
  }));
  const measure = (subject: ReplicatedSubject, column: string) => {
    const { choices, open, unmatched } = of(subject);
    if (column === "binaryChoice") return measureChoices(choices.get("plain"));
    return meanOf(
      scoreCorrectness(column === "openEndedAll" && open.length > 0 ? [...open, ...unmatched] : open),
      unmatched.length > 0 ? "no judge placed an open-ended answer under an option" : "no open-ended answers",
    );
  };
  return {
    table: "4",
    title: "KNP with two options and open-ended",
    head: "Model",
    columns,
    rows: tableRows(
      columns,
      printedRows,
      subjects.filter(({ isPeople }) => !isPeople),
      measure,
    ),
    unit: "share",
    figure: null,
  };
}

function benchmarkTable(
  { table1 }: KsteData,
  items: readonly ReplicatedItem[],
  subjects: readonly ReplicatedSubject[],
  of: ScoresOf,
): PaperTable {
  const columns = [
    { name: "samples", label: "Samples" },
    { name: "contextLength", label: "Words of context" },
    { name: "randomChance", label: "Chance" },
    { name: "gpt4oAccuracy", label: "GPT-4o" },
  ] as const;
  const kinds: Readonly<Record<string, string>> = { "IKD Classification": "consistency", KNP: "two-choice" };
  const gpt4o = subjects.find(({ name, isPeople }) => !isPeople && isSameName(name, "GPT-4o"));
  const measure = (dataset: string, column: string): MeasuredValue => {
    const kind = kinds[dataset];
    if (kind === undefined) return unavailableValue("another benchmark: not part of the released data");
    const itemsOfKind = items.filter((item) => item.kind === kind);
    if (itemsOfKind.length === 0) return missingValue("the data have no items of this task");
    if (column === "samples") return countValue(itemsOfKind.length);
    if (column === "contextLength") {
      const words = itemsOfKind.map(({ story }) => parseWords(story.text).words.length);
      return countValue(words.reduce((sum, count) => sum + count, 0) / itemsOfKind.length, itemsOfKind.length);
    }
    if (column === "randomChance") return countValue(0.5, itemsOfKind.length);
    return gpt4o
      ? measureTask(of(gpt4o), dataset === "KNP" ? "knp" : "fullCls")
      : missingValue("no endpoint or log is GPT-4o");
  };
  return {
    table: "1",
    title: "Comparison of benchmarks",
    head: "Benchmark",
    columns,
    rows: table1.map((printed) => ({
      row: printed.dataset,
      hasPeople: false,
      cells: columns.map(({ name }): PaperCell => {
        const value = printed[name];
        const isBlank = value === null && kinds[printed.dataset] === undefined;
        return { ...(isBlank ? meaninglessValue : measure(printed.dataset, name)), printed: value };
      }),
    })),
    unit: "number",
    figure: null,
  };
}
