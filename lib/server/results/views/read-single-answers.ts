import * as z from "zod";
import { isCountedAnswer } from "@/lib/domain/results/model/cells.ts";
import type { PersonAttribute, SingleAnswers } from "@/lib/domain/results/model/single-answers.ts";
import type { StudyResults } from "@/lib/domain/results/model/study-results.ts";
import type { UnparsedPolicy } from "@/lib/domain/results/model/unparsed-policy.ts";
import { personAttributes, personQuestions } from "@/lib/domain/results/views/people/person-questions.ts";
import type { ViewChoice } from "@/lib/domain/results/views/view-choice.ts";
import { protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { countedRowsView, countedWhere } from "../../counting/counted-where.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json, maybeRow } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";

const cursorBatchSize = 5_000;

/** The sample of people to read if there are too many answers: their share, drawn with a seed. */
export interface AnswerSample {
  share: number;
  seed: string;
}

const singleAnswerRow = z.strictObject({
  session_id: z.string(),
  item: z.string(),
  condition: z.string(),
  answer_key: z.string().nullable(),
  ms: z.number(),
});

/**
 * The counted answers of a study one by one, as columns, with properties of the people who gave them: quota group,
 * language, and answers about themselves. Sessions are replaced by numbers; no ID of a person is returned.
 *
 * @param unparsed how answers after the time limit count
 * @param draw null for everyone
 */
export async function readSingleAnswers(
  studyId: string,
  choice: ViewChoice,
  { items, conditions, counts }: Pick<StudyResults, "items" | "conditions" | "counts">,
  unparsed: UnparsedPolicy,
  draw: AnswerSample | null = null,
): Promise<SingleAnswers> {
  const itemIndex = new Map(items.map(({ id }, index) => [id, index]));
  const conditionIndex = new Map(conditions.map(({ id }, index) => [id, index]));
  const rightAnswers = items.map(({ rightAnswers: right }) => new Set(right));
  const optionIndexes = items.map(({ options }) => new Map(options.map(({ value }, index) => [value, index])));
  const columns = new Columns();
  return withSnapshot(async (client) => {
    const sessions: string[] = [];
    const rows = readCursor(
      client,
      singleAnswerRow,
      sql`SELECT counted.session_id, counted.item_version_id AS item, condition.key AS condition, counted.answer_key,
         counted.elapsed_ms AS ms
       FROM ${countedRowsView(choice)} AS counted JOIN condition ON condition.id = counted.condition_id
       WHERE counted.study_id = ${studyId} AND counted.stage = ${choice.stage}::stage AND ${countedWhere(choice)}
         AND ${isDrawn(fragment`counted.session_id`, draw)}
       ORDER BY counted.session_id, counted.position`,
      cursorBatchSize,
    );
    for await (const row of rows) {
      if (sessions.at(-1) !== row.session_id) sessions.push(row.session_id);
      const item = itemIndex.get(row.item);
      const condition = conditionIndex.get(row.condition);
      if (item === undefined || condition === undefined || !isCountedAnswer(row.answer_key, unparsed)) continue;
      const key = rightAnswers[item]!;
      const right = key.size === 0 || row.answer_key === null ? -1 : Number(key.has(row.answer_key));
      const option = row.answer_key === null ? -1 : optionIndexOf(optionIndexes[item]!, row.answer_key);
      columns.add(sessions.length - 1, item, condition, right, option, row.ms / 1000);
    }
    return {
      people: sessions.length,
      attributes: await readAttributes(client, studyId, sessions, draw),
      ...columns.all(),
      drawn: draw && { from: counts.reduce((sum, { count }) => sum + count, 0), seed: draw.seed },
    };
  });
}

/** The index of an answer to an item; answers other than the item's options get the next free index. */
function optionIndexOf(optionIndex: Map<string, number>, answer: string): number {
  const existingIndex = optionIndex.get(answer);
  if (existingIndex !== undefined) return existingIndex;
  optionIndex.set(answer, optionIndex.size);
  return optionIndex.size - 1;
}

/** SQL: whether a session is in the sample; with the same seed, every statement selects the same sessions. */
function isDrawn(session: SqlFragment, draw: AnswerSample | null): SqlFragment {
  if (!draw) return fragment`true`;
  return fragment`abs(hashtextextended(${session}::text || ${draw.seed}::text, 0) % 1000000) < ${draw.share}::float8 * 1000000`;
}

/** Growing columns of numbers: twenty-three bytes per answer, and transferable to a thread without a copy. */
class Columns {
  private person = new Uint32Array(1_024);
  private item = new Uint32Array(1_024);
  private condition = new Uint16Array(1_024);
  private right = new Int8Array(1_024);
  private option = new Int32Array(1_024);
  private seconds = new Float64Array(1_024);
  private length = 0;

  add(person: number, item: number, condition: number, right: number, option: number, seconds: number): void {
    if (this.length === this.person.length) this.resize(this.length * 2);
    this.person[this.length] = person;
    this.item[this.length] = item;
    this.condition[this.length] = condition;
    this.right[this.length] = right;
    this.option[this.length] = option;
    this.seconds[this.length] = seconds;
    this.length += 1;
  }

  all(): Pick<SingleAnswers, "person" | "item" | "condition" | "right" | "option" | "seconds"> {
    this.resize(this.length);
    const { person, item, condition, right, option, seconds } = this;
    return { person, item, condition, right, option, seconds };
  }

  private resize(length: number): void {
    const keptLength = Math.min(this.length, length);
    const resizeColumn = <Column extends { set(from: Column): void; subarray(from: number, to: number): Column }>(
      made: Column,
      from: Column,
    ): Column => {
      made.set(from.subarray(0, keptLength));
      return made;
    };
    this.person = resizeColumn(new Uint32Array(length), this.person);
    this.item = resizeColumn(new Uint32Array(length), this.item);
    this.condition = resizeColumn(new Uint16Array(length), this.condition);
    this.right = resizeColumn(new Int8Array(length), this.right);
    this.option = resizeColumn(new Int32Array(length), this.option);
    this.seconds = resizeColumn(new Float64Array(length), this.seconds);
  }
}

type Client = Parameters<Parameters<typeof withSnapshot>[0]>[0];

const documentRow = z.strictObject({ document: json() });

const attributeRow = z.strictObject({
  id: z.string(),
  stratum: z.string().nullable(),
  language: z.string().nullable(),
});

const givenAnswersRow = z.strictObject({ session_id: z.string(), given: json<Record<string, unknown>>() });

async function readAttributes(
  client: Client,
  studyId: string,
  sessions: readonly string[],
  draw: AnswerSample | null,
): Promise<PersonAttribute[]> {
  const protocolRow = await maybeRow(
    client,
    documentRow,
    sql`SELECT document FROM protocol_version WHERE study_id = ${studyId} ORDER BY version DESC LIMIT 1`,
  );
  const questions = protocolRow ? personQuestions(protocolSchema.parse(protocolRow.document)) : [];
  const personBySession = new Map(sessions.map((id, person) => [id, person]));
  const createEmptyColumn = () => new Array<string | null>(sessions.length).fill(null);
  const stratum = createEmptyColumn();
  const language = createEmptyColumn();
  const answers = new Map(questions.map(({ key }) => [key, createEmptyColumn()]));
  for await (const row of readCursor(
    client,
    attributeRow,
    sql`SELECT session.id, stratum.label AS stratum, session.language FROM session
     LEFT JOIN stratum ON stratum.id = session.stratum_id WHERE session.study_id = ${studyId}
       AND session.outcome = 'complete' AND ${isDrawn(fragment`session.id`, draw)}`,
    cursorBatchSize,
  )) {
    const person = personBySession.get(row.id);
    if (person === undefined) continue;
    stratum[person] = row.stratum;
    language[person] = row.language;
  }
  for await (const row of readCursor(
    client,
    givenAnswersRow,
    sql`SELECT answer.session_id, answer.given FROM step_answer AS answer JOIN session ON session.id = answer.session_id
     WHERE session.study_id = ${studyId} AND session.outcome = 'complete'
       AND answer.given ?| ${questions.map(({ key }) => key)}::text[] AND ${isDrawn(fragment`session.id`, draw)}`,
    cursorBatchSize,
  )) {
    const person = personBySession.get(row.session_id);
    if (person === undefined) continue;
    for (const { key } of questions) {
      const value = row.given[key];
      if (typeof value === "string") answers.get(key)![person] = value;
    }
  }
  return [
    { name: "quota", label: "Quota group", values: stratum },
    { name: "language", label: "Language", values: language },
    ...questions.flatMap((question) => personAttributes(question, answers.get(question.key)!)),
  ];
}
