import { groupBy } from "../group-by.ts";
import { openEnded } from "../items/kinds/knp/two-choice.ts";
import kste2025 from "../statistics/fixtures/kste2025.json" with { type: "json" };
import type { Observations, ReplicatedAnswer, ReplicatedSubject } from "./observation.ts";
import type { PaperTable } from "./paper-table.ts";
import { replicateKste2025 } from "./papers/kste-2025.ts";

const shownTables = ["2", "3", "4", "figure-3", "figure-4"];
/** Tables that compare prompts or forms of questions. With only one column, such a table would repeat Table 2. */
const comparisonTables = ["4", "figure-4"];

/** The published data without the rows of the paper’s models. Each row is then one of our models under its own name. */
const nothingPrinted = {
  ...kste2025,
  table2: [],
  table3: { ...kste2025.table3, rows: [] },
  table4: { ...kste2025.table4, rows: [] },
};

/**
 * Tables 2 to 4 and Figures 3 and 4 of Yang et al. 2026, computed from any answers to story errors and next actions. A
 * model has one row for all its runs, or one row per prompt if several prompts were used for one kind of item. Answers
 * to other items are ignored. Columns and tables without a value are omitted. Table 4 reports open-ended answers twice:
 * without answers that a judge placed under neither option, as in the paper, and with these answers counted as wrong.
 */
export function modelTables({ items, subjects, peopleStatus }: Observations): PaperTable[] {
  const kinds = new Map(items.map(({ id, kind }) => [id, kind]));
  const subjectsByPrompt = subjects.flatMap(({ answers, ...subject }) =>
    separatePrompts({ ...subject, answers: answers.filter(({ item }) => kinds.has(item)) }, kinds),
  );
  const { tables } = replicateKste2025(nothingPrinted, { items, subjects: subjectsByPrompt, peopleStatus }, true);
  return tables.filter(({ table }) => shownTables.includes(table)).flatMap(omitEmptyParts);
}

/**
 * Splits a subject into one subject for each prompt. Answers to a kind of item that was asked with only one prompt
 * belong to each of these subjects.
 */
function separatePrompts(subject: ReplicatedSubject, kinds: ReadonlyMap<string, string>): ReplicatedSubject[] {
  const kindOf = ({ item }: ReplicatedAnswer) => kinds.get(item) ?? "";
  const answersByKind = groupBy(
    subject.answers.filter(({ condition }) => condition.prompt !== openEnded),
    kindOf,
  );
  const kindsWithSeveralPrompts = [...answersByKind].flatMap(([kind, answers]) => {
    const prompts = [...new Set(answers.map(promptOf))];
    return prompts.length > 1 ? [{ kind, prompts }] : [];
  });
  if (kindsWithSeveralPrompts.length === 0) return [subject];
  const separatedKinds = new Set(kindsWithSeveralPrompts.map(({ kind }) => kind));
  const isOfPrompt = (answer: ReplicatedAnswer, prompt: string) =>
    !separatedKinds.has(kindOf(answer)) || answer.condition.prompt === openEnded || promptOf(answer) === prompt;
  return [...new Set(kindsWithSeveralPrompts.flatMap(({ prompts }) => prompts))].sort().map((prompt) => ({
    ...subject,
    name: rowName(subject.name, prompt),
    answers: subject.answers.filter((answer) => isOfPrompt(answer, prompt)),
  }));
}

/** The levels of an answer's condition that describe the prompt. */
function promptOf({ condition: { prompt, shots } }: ReplicatedAnswer): string {
  return [`prompt=${prompt ?? "not named"}`, ...(shots && shots !== "0" ? [`shots=${shots}`] : [])].join(", ");
}

const rowName = (model: string, prompt: string) => `${model} (${prompt})`;

/** The rows of one model in each table; tables without the model are omitted. */
export function rowsOfModel(tables: readonly PaperTable[], model: string): PaperTable[] {
  return tables
    .map((table) => ({
      ...table,
      rows: table.rows.filter(({ row }) => row === model || row.startsWith(rowName(model, "prompt=").slice(0, -1))),
    }))
    .flatMap(omitEmptyParts);
}

function omitEmptyParts(table: PaperTable): PaperTable[] {
  const rows = table.rows.filter(({ cells }) => cells.some(({ ours }) => ours !== null));
  const keptColumns = table.columns.flatMap((_, index) =>
    rows.some(({ cells }) => cells[index]!.ours !== null) ? [index] : [],
  );
  if (keptColumns.length < (comparisonTables.includes(table.table) ? 2 : 1)) return [];
  const columns = keptColumns.map((index) => table.columns[index]!);
  const figureColumns = table.figure?.columns.filter((name) => columns.some((column) => column.name === name)) ?? [];
  return [
    {
      ...table,
      columns,
      rows: rows.map(({ row, hasPeople, cells }) => ({
        row,
        hasPeople,
        cells: keptColumns.map((index) => cells[index]!),
      })),
      figure: table.figure && figureColumns.length > 0 ? { ...table.figure, columns: figureColumns } : null,
    },
  ];
}
