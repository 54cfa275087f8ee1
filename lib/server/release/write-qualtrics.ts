import type { PoolClient } from "pg";
import { csvLine } from "@/lib/domain/csv-line.ts";
import type { ExportRecord } from "@/lib/domain/interchange/export-table.ts";
import { qualtricsColumns, qualtricsHeaders, qualtricsRow } from "@/lib/domain/release/qualtrics.ts";
import type { ExportContext } from "../studies/export/export-context.ts";
import { type Coarsening, listReleaseTables, releaseRecords } from "./release-records.ts";
import { writeReleaseLines } from "./write-table.ts";

/**
 * Maximum number of sessions whose answers are kept in memory to be written as one row each; studies with more sessions
 * have no file in this format.
 */
const maxSessions = 100_000;

/** Writes the sessions in the form of a Qualtrics export. Returns whether it did: not if there are too many. */
export async function writeQualtrics(
  client: PoolClient,
  context: ExportContext,
  folder: string,
  coarsening: Coarsening,
): Promise<boolean> {
  const codes = new Set<unknown>();
  const people: ExportRecord[] = [];
  for await (const person of releaseRecords(client, context, "participants", coarsening, codes)) {
    if (people.length === maxSessions) return false;
    people.push(person);
  }
  const answers = new Map<unknown, ExportRecord[]>();
  let positions = 0;
  for await (const { participant, position, item, condition, answer, is_correct, saved_at } of releaseRecords(
    client,
    context,
    "responses",
    coarsening,
    codes,
  )) {
    const ownAnswers = answers.get(participant) ?? [];
    // Records are in the order of revisions, so a newer revision replaces earlier ones.
    ownAnswers[position as number] = { item, condition, answer, is_correct, saved_at };
    answers.set(participant, ownAnswers);
    positions = Math.max(positions, (position as number) + 1);
  }
  const participants = listReleaseTables(context, coarsening).find(({ name }) => name === "participants");
  const personColumns = (participants?.columns ?? [])
    .filter(({ name }) => name.startsWith("answer_") || name === "stratum")
    .map(({ name, description }) => ({ name, label: description }));
  const columns = qualtricsColumns(personColumns, positions);
  const settings = { positions, language: context.study.language };
  const lines = async function* () {
    for (const header of qualtricsHeaders(columns)) yield `${csvLine(header)}\n`;
    for (const person of people) {
      const personAnswers = Array.from(answers.get(person.participant) ?? []);
      yield `${csvLine(qualtricsRow(columns, person, personAnswers, settings))}\n`;
    }
  };
  await writeReleaseLines(folder, "qualtrics/answers.csv", lines());
  return true;
}
