import type { PoolClient } from "pg";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { isOpenEnded } from "@/lib/domain/items/kinds/knp/two-choice.ts";
import { renderStimulus } from "@/lib/domain/items/stimulus.ts";
import { type EvaluationPlan, presentationOfPlan } from "@/lib/domain/models/evaluation/plan.ts";
import { readVerdict } from "@/lib/domain/models/judging/judge.ts";
import type { PredictionRow } from "@/lib/domain/models/prediction-row.ts";
import { rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { keepJudgement } from "../judging/keep-judgement.ts";
import { prepareRow } from "../prepare-prediction.ts";
import { storePredictions } from "../store-predictions.ts";
import type { AskResult } from "./ask-model.ts";
import type { ClaimedQuestion } from "./claim-questions.ts";

export interface EvaluationOfAnswer {
  id: string;
  runId: string;
  /** The model's name in the registry. */
  model: string;
  plan: Pick<EvaluationPlan, "study">;
}

/** An answer of a model and its question. */
export type AskResultWithPrompt = AskResult & { prompt: string };

/**
 * Stores the result of a question in one transaction. The answer is stored as a prediction of the run, parsed and
 * compared with the stimulus like an imported answer; its cost is counted. The answer is not stored if the question was
 * claimed again in the meantime.
 */
export async function storeAnswer(
  evaluation: EvaluationOfAnswer,
  question: ClaimedQuestion,
  levels: ConditionLevels,
  result: AskResultWithPrompt,
): Promise<void> {
  const { reply, error } = result;
  const preparedAnswer =
    reply &&
    prepareRow(
      buildPredictionRow(evaluation, question, levels, result.prompt, reply),
      [{ id: question.itemVersionId, externalId: question.externalId, item: question.item }],
      presentationOfPlan(evaluation.plan),
    );
  const answerProblem = error?.message ?? (preparedAnswer && !preparedAnswer.ok ? preparedAnswer.message : null);
  await closeQuestion(evaluation.id, question, result, async (client) => {
    const [stored] = preparedAnswer?.ok
      ? await storePredictions(client, { runOf: () => evaluation.runId }, [preparedAnswer.prediction])
      : [];
    const problem =
      answerProblem ?? (typeof stored === "object" ? "The run already has a different answer to this question." : null);
    // An answer that waits for a judge does not count as unparsed.
    const isRead = preparedAnswer?.ok === true && preparedAnswer.prediction.answer !== null;
    return { problem, isUnparsed: !isRead && !isOpenEnded(question.item.kind, levels) };
  });
}

/** Stores a judge's verdict on an answer, and sets the answer to the current verdict. */
export async function storeJudgement(
  evaluation: Pick<EvaluationOfAnswer, "id">,
  question: ClaimedQuestion,
  judged: NonNullable<ClaimedQuestion["judged"]>,
  result: AskResultWithPrompt,
): Promise<void> {
  const verdict = result.reply ? readVerdict(result.reply.output ?? "") : null;
  await closeQuestion(evaluation.id, question, result, async (client) => {
    if (result.reply)
      await keepJudgement(client, {
        predictionId: judged.predictionId,
        by: { evaluationId: evaluation.id, output: result.reply.output ?? "" },
        verdict,
      });
    return { problem: result.error?.message ?? null, isUnparsed: verdict === null };
  });
}

/**
 * Closes a question, and counts the question and its cost.
 *
 * @param store stores the answer if it is still expected; returns the problem of the answer, or null
 */
async function closeQuestion(
  evaluationId: string,
  question: ClaimedQuestion,
  { reply, costUsd }: AskResult,
  store: (client: PoolClient) => Promise<{ problem: string | null; isUnparsed: boolean }>,
): Promise<void> {
  await withTx(async (client) => {
    const rowCount = await rowCountOf(
      client,
      sql`SELECT FROM evaluation_question WHERE evaluation_id = ${evaluationId} AND position = ${question.position}
        AND attempts = ${question.attempt} AND state = 'asking' FOR UPDATE`,
    );
    // The cost is counted even if the answer came too late to be stored.
    const storeResult = rowCount === 1 ? await store(client) : null;
    const isAnswered = storeResult?.problem === null;
    if (storeResult)
      await client.query(
        sql`UPDATE evaluation_question
           SET state = ${isAnswered ? "answered" : "failed"},
           outcome = ${(storeResult.problem ?? reply?.ending ?? "").slice(0, 1_000)},
           prompt_tokens = ${reply?.tokens.prompt ?? null}, completion_tokens = ${reply?.tokens.completion ?? null},
           cost_usd = cost_usd + ${costUsd ?? 0}::numeric, served_model = ${reply?.servedModel.slice(0, 200) ?? null}
         WHERE evaluation_id = ${evaluationId} AND position = ${question.position}`,
      );
    await client.query(
      sql`UPDATE evaluation SET answered = answered + ${isAnswered ? 1 : 0},
         unparsed = unparsed + ${isAnswered && storeResult?.isUnparsed ? 1 : 0},
         failed = failed + ${storeResult && !isAnswered ? 1 : 0},
         spent_usd = spent_usd + ${costUsd ?? 0}::numeric WHERE id = ${evaluationId}`,
    );
  });
}

function buildPredictionRow(
  { model, plan }: EvaluationOfAnswer,
  { externalId, repeat, item }: ClaimedQuestion,
  levels: ConditionLevels,
  prompt: string,
  reply: NonNullable<AskResult["reply"]>,
): PredictionRow {
  const { contentFingerprint, presentationFingerprint } = renderStimulus(item, levels, presentationOfPlan(plan));
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
