import type { ExportRecord } from "../interchange/export-table.ts";

/** One column of a Qualtrics export: its three header rows. */
interface QualtricsColumn {
  name: string;
  label: string;
  importId: string;
}

const standardColumns: readonly QualtricsColumn[] = [
  ["StartDate", "Start Date", "startDate"],
  ["EndDate", "End Date", "endDate"],
  ["Status", "Response Type", "status"],
  ["Progress", "Progress", "progress"],
  ["Duration (in seconds)", "Duration (in seconds)", "duration"],
  ["Finished", "Finished", "finished"],
  ["RecordedDate", "Recorded Date", "recordedDate"],
  ["ResponseId", "Response ID", "_recordId"],
  ["DistributionChannel", "Distribution Channel", "distributionChannel"],
  ["UserLanguage", "User Language", "userLanguage"],
].map(([name, label, importId]) => ({ name, label, importId }) as QualtricsColumn);

/** A question about the person: a column of the participants' table. */
export interface PersonColumn {
  name: string;
  label: string;
}

/**
 * The columns of a Qualtrics export: the standard columns except address, location and contact; one column for each
 * question; then item, condition and answer for each position in the session.
 */
export function qualtricsColumns(personColumns: readonly PersonColumn[], positions: number): QualtricsColumn[] {
  const questions = personColumns.map(({ name, label }, index) => ({
    name,
    label: label.replaceAll(/\s+/g, " ").replaceAll(" - ", " – "),
    importId: `QID${index + 1}`,
  }));
  const answers = Array.from({ length: positions }, (_, position) => {
    const answerColumn = (part: string, label: string) => ({
      name: `${part}_${position + 1}`,
      label: `${label} ${position + 1}`,
      importId: part === "answer" ? `QID${personColumns.length + position + 1}` : `${part}_${position + 1}`,
    });
    return [
      answerColumn("item", "Item"),
      answerColumn("condition", "Condition"),
      answerColumn("answer", "Answer to item"),
      answerColumn("correct", "Correct"),
    ];
  });
  return [...standardColumns, ...questions, ...answers.flat()];
}

/** The three header rows. The third row has JSON without spaces, because the R package excluder compares it as text. */
export function qualtricsHeaders(columns: readonly QualtricsColumn[]): string[][] {
  return [
    columns.map(({ name }) => name),
    columns.map(({ label }) => label),
    columns.map(({ importId }) => JSON.stringify({ ImportId: importId })),
  ];
}

/** The answers of one session by position. */
export type SessionAnswers = readonly (ExportRecord | undefined)[];

/** One session as a row. Times are `YYYY-MM-DD HH:MM:SS` in UTC. */
export function qualtricsRow(
  columns: readonly QualtricsColumn[],
  person: ExportRecord,
  answers: SessionAnswers,
  { positions, language }: { positions: number; language: string },
): (string | null)[] {
  const answeredCount = answers.filter((one) => one !== undefined).length;
  const isFinished = person.outcome === "complete";
  const last = answers.reduce<unknown>((latest, one) => one?.saved_at ?? latest, person.last_seen_at);
  const values: Record<string, unknown> = {
    ...person,
    StartDate: formatQualtricsTime(person.started_at),
    EndDate: formatQualtricsTime(person.ended_at ?? person.last_seen_at),
    Status: person.stage === "main" || person.stage === "pilot" ? 0 : 1,
    Progress: isFinished ? 100 : positions === 0 ? 0 : Math.min(99, Math.round((100 * answeredCount) / positions)),
    "Duration (in seconds)": typeof person.duration_ms === "number" ? Math.round(person.duration_ms / 1_000) : null,
    Finished: isFinished ? 1 : 0,
    RecordedDate: formatQualtricsTime(last),
    ResponseId: `R_${String(person.participant).replaceAll(/[^A-Za-z0-9]/g, "")}`,
    DistributionChannel: person.stage === "main" || person.stage === "pilot" ? "anonymous" : "preview",
    UserLanguage: language.slice(0, 2).toUpperCase(),
  };
  for (const [position, answer] of answers.entries()) {
    if (!answer) continue;
    values[`item_${position + 1}`] = answer.item;
    values[`condition_${position + 1}`] = answer.condition;
    values[`answer_${position + 1}`] = answer.answer;
    values[`correct_${position + 1}`] = answer.is_correct === null ? null : Number(answer.is_correct);
  }
  return columns.map(({ name }) => {
    const value = values[name];
    return value === null || value === undefined ? null : String(value);
  });
}

function formatQualtricsTime(value: unknown): string | null {
  return typeof value === "string" ? value.slice(0, 19).replace("T", " ") : null;
}
