import { type Setup, setups } from "../../epistemic/mindgames/problem.ts";
import { groupBy } from "../../group-by.ts";
import { isOnlyExample } from "../../items/example-split.ts";
import { type MindgamesData, mindgamesDataSchema } from "../../statistics/published/mindgames-data.ts";
import {
  type AnswerWithItem,
  countValue,
  type MeasuredValue,
  meanOf,
  missingValue,
  pairWithItems,
  scoreCorrectness,
} from "../measure.ts";
import type { Observations, ReplicatedItem, ReplicatedSubject } from "../observation.ts";
import {
  isSameName,
  noPeopleYet,
  type PaperCell,
  type PaperRow,
  type PaperTable,
  type PaperTables,
  tableRows,
} from "../paper-table.ts";

type AnswersOf = (subject: ReplicatedSubject) => readonly AnswerWithItem[];

/** The paper's names of the setups, by those of the data. */
const setupNames: Readonly<Record<Setup, string>> = {
  forehead: "forehead-mud",
  forehead_mirror: "forehead-mud-mirror",
  internal: "thirst",
  explicit: "explicit",
};

/**
 * Sileo and Lernould 2023 (MindGames): the values in the text, Figures 1 and 2 (accuracy by model and number of
 * examples), and accuracy by setup, which the paper does not print.
 */
export function replicateMindgames2023(published: unknown, { items, subjects }: Observations): PaperTables {
  const data = mindgamesDataSchema.parse(published);
  const itemsById = new Map(items.map((item) => [item.id, item]));
  const answersBySubject = new Map(subjects.map((subject) => [subject, pairWithItems(subject, itemsById)]));
  const answersOf: AnswersOf = (subject) => answersBySubject.get(subject)!;
  const models = subjects.filter(({ isPeople }) => !isPeople);
  return {
    paper: "mindgames2023",
    title: "Sileo and Lernould 2023, MindGames (Findings of EMNLP, doi 10.18653/v1/2023.findings-emnlp.303)",
    tables: [
      problemTable(data, items),
      humanTable(data, subjects, answersOf),
      modelTable(data, models, answersOf),
      ...figureTables(data, models, answersOf),
      setupTable(subjects, answersOf),
    ],
    notes: [
      ...data.figureOnly.map(
        ({ figure, finding }) => `The paper prints Figure ${figure} without numbers; its finding: ${finding}.`,
      ),
      "An answer that cannot be read is wrong. Intervals are 95% over problems that share a premise.",
      "Agreement is the share of problems to which two raters gave the same answer; the paper does not name its coefficient.",
    ],
  };
}

const zeroShot = ({ answer }: AnswerWithItem) => (answer.condition.shots ?? "0") === "0";

function measureAccuracy(answers: readonly AnswerWithItem[], why = "no answers"): MeasuredValue {
  return meanOf(scoreCorrectness(answers), why);
}

function problemTable({ dataset }: MindgamesData, items: readonly ReplicatedItem[]): PaperTable {
  const testItems = items.filter((item) => !isOnlyExample(item));
  const examples = items.length - testItems.length;
  const itemsBySetup = groupBy(testItems, ({ attributes }) => String(attributes.setup ?? ""));
  const smallest = Math.min(...setups.map((setup) => itemsBySetup.get(setup)?.length ?? 0));
  const rows: [string, PaperCell["printed"], MeasuredValue][] = [
    ["test cases per setup", dataset.testCases, countValue(smallest)],
    ["setups", dataset.setups.length, countValue(setups.filter((setup) => itemsBySetup.has(setup)).length)],
    [
      "training examples",
      dataset.trainExamples,
      examples > 0 ? countValue(examples) : missingValue("the data have no problems of the split “examples”"),
    ],
    [
      "share of entailed hypotheses",
      0.5,
      meanOf(
        testItems.map(({ gold, cluster }) => ({ value: gold === true ? 1 : 0, cluster })),
        "the data have no problems",
      ),
    ],
  ];
  return {
    table: "problems",
    title: "The problems (section 4.1)",
    head: "What",
    columns: [{ name: "value", label: "Value" }],
    rows: rows.map(([row, printed, measured]) => ({ row, hasPeople: false, cells: [{ ...measured, printed }] })),
    unit: "number",
    figure: null,
  };
}

function humanTable({ human }: MindgamesData, subjects: readonly ReplicatedSubject[], of: AnswersOf): PaperTable {
  const people = subjects.find(({ isPeople }) => isPeople);
  const measurePeople = (measure: (answers: readonly AnswerWithItem[]) => MeasuredValue) =>
    people ? measure(of(people)) : missingValue(noPeopleYet);
  return {
    table: "human",
    title: `Human evaluation (section 4.3): ${human.raters} raters, ${human.samplesPerSetup} problems of each setup`,
    head: "Raters",
    columns: [
      { name: "accuracy", label: "Mean accuracy" },
      { name: "agreement", label: "Agreement" },
    ],
    rows: [
      {
        row: "Human",
        hasPeople: people !== undefined,
        cells: [
          { ...measurePeople((answers) => measureAccuracy(answers)), printed: human.meanAccuracy },
          { ...measurePeople(measureAgreement), printed: human.interAnnotatorAgreement },
        ],
      },
    ],
    unit: "share",
    figure: null,
  };
}

/**
 * The share of rater pairs that gave the same answer to a problem, averaged over the problems with at least two raters.
 */
function measureAgreement(answers: readonly AnswerWithItem[]): MeasuredValue {
  const values = [...groupBy(answers, ({ item }) => item)].flatMap(([{ cluster }, some]) => {
    const keys = some.map(({ answer }) => answer.key);
    const pairs = keys.flatMap((one, index) => keys.slice(index + 1).map((other) => (one === other ? 1 : 0)));
    return pairs.length === 0
      ? []
      : [{ value: pairs.reduce<number>((sum, same) => sum + same, 0) / pairs.length, cluster }];
  });
  return meanOf(values, "no problem has two raters");
}

function modelTable({ models: printed }: MindgamesData, models: readonly ReplicatedSubject[], of: AnswersOf) {
  const columns = [{ name: "accuracy", label: "Accuracy" }];
  const rows = printed.map(({ model, value }) => ({
    // Text in parentheses is a comment and not part of the model's name.
    row: model.replace(/ \(.*\)$/, ""),
    isPeople: false,
    printed: { accuracy: value },
  }));
  const table: PaperTable = {
    table: "models",
    title: "Accuracy that the text states (sections 4.2 and 4.4), without examples",
    head: "Model",
    columns,
    rows: tableRows(columns, rows, models, (subject) =>
      measureAccuracy(of(subject).filter(zeroShot), "not asked without examples"),
    ),
    unit: "share",
    figure: null,
  };
  return table;
}

/**
 * One line for each number of examples over the models of a figure; models that are not in the paper are in Figure 1.
 */
function figureTables(
  { figureOnly }: MindgamesData,
  models: readonly ReplicatedSubject[],
  of: AnswersOf,
): PaperTable[] {
  const isIn = (names: readonly string[], { name }: ReplicatedSubject) =>
    names.some((printed) => isSameName(printed.replace(/ \(.*\)$/, ""), name));
  const isInLaterFigure = (subject: ReplicatedSubject) => figureOnly.slice(1).some((one) => isIn(one.models, subject));
  return figureOnly.map(({ figure, models: names, finding }, index) => {
    const figureModels = models
      .filter((subject) => (index === 0 ? !isInLaterFigure(subject) : isIn(names, subject)))
      .sort((left, right) => parseModelSize(left, names) - parseModelSize(right, names));
    const columns = figureModels.map(({ name }) => ({ name, label: name }));
    const shots = [...new Set(["0", "5", ...figureModels.flatMap(shotsOf(of))])].sort((left, right) => +left - +right);
    const rows = shots.map(
      (count): PaperRow => ({
        row: `${count} examples`,
        hasPeople: false,
        cells: figureModels.map((subject) => ({
          ...measureAccuracy(
            of(subject).filter(({ answer }) => (answer.condition.shots ?? "0") === count),
            `not asked with ${count} examples`,
          ),
          printed: null,
        })),
      }),
    );
    return {
      table: `figure-${figure}`,
      title: `Accuracy by model, smallest first, and number of examples (the paper: ${finding})`,
      head: "Examples",
      columns,
      rows,
      unit: "share",
      figure: { columns: columns.map(({ name }) => name), across: "model", up: "accuracy" },
    };
  });
}

/**
 * The number of parameters in millions, read from the printed name of a model, otherwise from the model's own name. A
 * model without a size gets the largest number, so it is sorted last.
 */
function parseModelSize({ name }: ReplicatedSubject, printed: readonly string[]): number {
  const statedName = printed.find((one) => isSameName(one.replace(/ \(.*\)$/, ""), name)) ?? name;
  const [, number, unit] = /(?:^|[^\d.])(\d+(?:\.\d+)?)\s*([MB])\b/i.exec(statedName) ?? [];
  if (number === undefined || unit === undefined) return Number.MAX_VALUE;
  return Number(number) * (unit.toUpperCase() === "B" ? 1_000 : 1);
}

function shotsOf(of: AnswersOf) {
  return (subject: ReplicatedSubject) => of(subject).map(({ answer }) => answer.condition.shots ?? "0");
}

function setupTable(subjects: readonly ReplicatedSubject[], of: AnswersOf): PaperTable {
  const columns = setups.map((setup) => ({ name: setup, label: setupNames[setup] }));
  return {
    table: "setups",
    title: "Accuracy by setup, without examples (not printed in the paper)",
    head: "Who",
    columns,
    rows: tableRows(columns, [], subjects, (subject, setup) =>
      measureAccuracy(
        of(subject).filter((placed) => zeroShot(placed) && placed.item.attributes.setup === setup),
        "no answers to problems of this setup",
      ),
    ),
    unit: "share",
    figure: { columns: columns.map(({ name }) => name), across: "setup", up: "accuracy" },
  };
}
