import * as z from "zod";
import type { Answer, Item } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { readByPerson, readModelAnswer } from "@/lib/domain/models/read-model-answer.ts";
import { type answerFormSchema, levelsOfText } from "@/lib/domain/models/registry.ts";
import { type Actor, inProjectsWith } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { auditChange } from "../../platform/audit/audit-change.ts";
import { db } from "../../platform/database/client.ts";
import { json, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { importPredictions } from "../import-predictions.ts";

/**
 * Stores one manually entered answer of a run: the model's text is parsed and compared with the item, as for a file.
 */
export async function enterAnswer(actor: Actor, runId: string, form: z.infer<typeof answerFormSchema>): Promise<void> {
  const run = await db().run.findFirst({
    where: { id: runId, model: inProjectsWith(actor, "research.write") },
    select: { source: true, benchmarkId: true, model: { select: { name: true, projectId: true } } },
  });
  if (!run) throw notFoundError();
  const { item, condition, repeat, output } = form;
  const row = { model: run.model.name, item, condition: levelsOfText(condition), repeat: repeat ?? 0, output };
  const report = await importPredictions({
    projectId: run.model.projectId,
    benchmarkId: run.benchmarkId,
    source: run.source,
    fileName: "entered by hand",
    lines: (async function* () {
      yield JSON.stringify(row);
    })(),
    actorId: actor.userId,
  });
  const [rejection] = report.rejections;
  if (rejection) {
    const field = ["item", "condition", "repeat"].find((name) => rejection.field.startsWith(name)) ?? "output";
    throw new AppError("invalid", rejection.message, field);
  }
  if (report.unchanged > 0) throw new AppError("conflict", "This answer is already stored.", "output");
}

const correctedRow = z.strictObject({
  project_id: z.string(),
  kind: z.string(),
  text: z.string(),
  options: z.array(z.string()),
  title: z.string(),
  genre: z.string(),
  story: z.string(),
  condition: json<ConditionLevels>(),
  answer: json<Answer>().nullable(),
  answer_key: z.string().nullable(),
  read_from: z.string().nullable(),
  reading_rule: z.string().nullable(),
});

type CorrectedRow = z.infer<typeof correctedRow>;

/**
 * Corrects the parsed value of one answer manually. The text does not change and is not parsed again; the earlier value
 * is in the audit log.
 *
 * @param given the option, or the text of an open-ended answer; empty for no answer
 */
export async function correctAnswer(actor: Actor, predictionId: string, given: string): Promise<void> {
  await withTx(async (client) => {
    const row = await maybeRow(
      client,
      correctedRow,
      sql`SELECT model.project_id, item.kind, item.text, item.options, story.title, story.genre,
         story.text AS story, prediction.condition, prediction.answer, prediction.answer_key, prediction.read_from,
         prediction.reading_rule
       FROM prediction JOIN run ON run.id = prediction.run_id JOIN model ON model.id = run.model_id
       JOIN item_version AS item ON item.id = prediction.item_version_id
       JOIN story_version AS story ON story.id = item.story_version_id
       WHERE prediction.id = ${predictionId} AND (${projectScope(actor, "research.write")}::uuid[] IS NULL
       OR model.project_id = ANY(${projectScope(actor, "research.write")})) FOR UPDATE OF prediction`,
    );
    if (!row) throw notFoundError();
    const { answer, answerKey } = readCorrection(row, given.trim());
    await client.query(
      sql`UPDATE prediction SET answer = ${answer === null ? null : JSON.stringify(answer)},
       answer_key = ${answerKey}, read_from = ${readByPerson}, reader_version = NULL, reading_rule = 'by-hand',
       stored_at = clock_timestamp()
       WHERE id = ${predictionId}`,
    );
    await client.query(sql`DELETE FROM earlier_reading WHERE prediction_id = ${predictionId}`);
    const auditSubject = { projectId: row.project_id, action: "prediction.correct", subjectId: predictionId } as const;
    await auditChange(client, actor, auditSubject, {
      before: { answer: row.answer, answerKey: row.answer_key, readFrom: row.read_from, rule: row.reading_rule },
      after: { answer, answerKey, readFrom: readByPerson },
    });
  });
}

function readCorrection(
  { kind, text, options, title, genre, story, condition, answer: before }: CorrectedRow,
  correctedText: string,
): { answer: Answer | null; answerKey: string | null } {
  if (correctedText === "") return { answer: null, answerKey: null };
  const item: Item = { kind, text, options, story: { title, genre, text: story } };
  // Marked words and a stated confidence belong to the model's text, not to the parsed verdict.
  const { spans = null, confidence = null } = before ?? {};
  const parsedAnswer = readModelAnswer(item, condition, { answer: correctedText, spans, confidence });
  if (!parsedAnswer.ok) throw new AppError("invalid", parsedAnswer.message, "answer");
  return { answer: parsedAnswer.answer, answerKey: parsedAnswer.answerKey };
}
