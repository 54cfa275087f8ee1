import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { renderStimulus } from "@/lib/domain/items/stimulus.ts";
import type { PredictionRow } from "@/lib/domain/models/prediction-row.ts";
import { withRawTx } from "../../platform/database/with-raw-transaction.ts";
import { prepareRow } from "../prepare-prediction.ts";
import { storePredictions } from "../store-predictions.ts";
import type { Asked } from "./ask-model.ts";
import type { ClaimedQuestion } from "./claim-questions.ts";

export interface AnsweredEvaluation {
  id: string;
  runId: string;
  /** The model's name in the registry. */
  model: string;
}

/**
 * Stores what came of a question: its answer as a prediction of the run, read and held against the stimulus as an imported
 * one is, and its cost. All of it or nothing; and nothing where the question was taken up anew meanwhile.
 */
export async function storeAnswer(
  evaluation: AnsweredEvaluation,
  question: ClaimedQuestion,
  levels: ConditionLevels,
  asked: Asked & { prompt: string },
): Promise<void> {
  const { reply, error } = asked;
  const prepared =
    reply &&
    prepareRow(rowOf(evaluation, question, levels, asked.prompt, reply), [
      { id: question.itemVersionId, externalId: question.externalId, item: question.item },
    ]);
  const refusal = error?.message ?? (prepared && !prepared.ok ? prepared.message : null);
  await withRawTx(async (client) => {
    const { rowCount } = await client.query(
      "SELECT FROM evaluation_question WHERE evaluation_id = $1 AND position = $2 AND attempts = $3 AND state = 'asking' FOR UPDATE",
      [evaluation.id, question.position, question.attempt],
    );
    // What was paid is counted also where the answer came too late to count.
    const isExpected = rowCount === 1;
    const [stored] =
      isExpected && prepared?.ok
        ? await storePredictions(client, { runOf: () => evaluation.runId }, [prepared.prediction])
        : [];
    const problem =
      refusal ?? (typeof stored === "object" ? `The run has another answer here already: it ${stored.message}.` : null);
    const isAnswered = isExpected && problem === null;
    if (isExpected)
      await client.query(
        `UPDATE evaluation_question SET state = $3, outcome = $4, prompt_tokens = $5, completion_tokens = $6,
           cost_usd = cost_usd + $7::numeric, served_model = $8
         WHERE evaluation_id = $1 AND position = $2`,
        [
          evaluation.id,
          question.position,
          isAnswered ? "answered" : "failed",
          (problem ?? reply?.ending ?? "").slice(0, 1_000),
          reply?.tokens.prompt ?? null,
          reply?.tokens.completion ?? null,
          asked.costUsd ?? 0,
          reply?.servedModel.slice(0, 200) ?? null,
        ],
      );
    const isUnparsed = isAnswered && prepared?.ok === true && prepared.prediction.answer === null;
    await client.query(
      `UPDATE evaluation SET answered = answered + $2, unparsed = unparsed + $3, failed = failed + $4,
         spent_usd = spent_usd + $5::numeric WHERE id = $1`,
      [evaluation.id, isAnswered ? 1 : 0, isUnparsed ? 1 : 0, isExpected && !isAnswered ? 1 : 0, asked.costUsd ?? 0],
    );
  });
}

function rowOf(
  { model }: AnsweredEvaluation,
  { externalId, repeat, item }: ClaimedQuestion,
  levels: ConditionLevels,
  prompt: string,
  reply: NonNullable<Asked["reply"]>,
): PredictionRow {
  const { contentFingerprint, presentationFingerprint } = renderStimulus(item, levels);
  return {
    model,
    item: externalId,
    condition: { ...levels },
    repeat,
    prompt,
    output: reply.output,
    logprobs: reply.logprobs,
    contentFingerprint,
    presentationFingerprint,
  };
}
