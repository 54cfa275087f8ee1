import { conditionKey } from "../../items/stimulus.ts";
import { predictionRowSchema } from "../../models/prediction-row.ts";
import { affirmation } from "../../statistics/proportions/affirmation.ts";
import { firstProblem } from "../../text.ts";
import { createLogRecord, type LogObject, type ReadRecord } from "./log-record.ts";

/**
 * Reads a row of a Parallax prediction file. The answer is `answer`, otherwise the most probable answer in `logprobs`,
 * otherwise `output`.
 */
export function readParallaxRow(row: LogObject): ReadRecord {
  const parsed = predictionRowSchema.safeParse(row);
  if (!parsed.success) {
    const { field, message } = firstProblem(parsed.error);
    return { rejected: `${field} ${message}`.trim() };
  }
  const { model, item, condition, repeat, prompt, answer, logprobs, output } = parsed.data;
  const recorded = readRecordedAnswer(answer) ?? findMostProbable(logprobs) ?? output ?? null;
  return createLogRecord({
    id: item,
    variant: [model, conditionKey(condition), repeat].join(" "),
    repeat,
    recorded: recorded === null || recorded.trim() === "" ? null : recorded,
    text: answer === null || answer === undefined ? (output ?? recorded) : recorded,
    model,
    prompt: prompt ?? null,
    contentFingerprint: parsed.data.contentFingerprint ?? null,
    logprobs: logprobs ?? null,
  });
}

function readRecordedAnswer(answer: unknown): string | null {
  if (answer === null || answer === undefined) return null;
  if (typeof answer !== "object") return String(answer);
  const { choice, text, number } = answer as { choice?: string; text?: string; number?: number };
  return choice ?? text ?? (number === undefined ? null : String(number));
}

function findMostProbable(logprobs: Record<string, number | null> | null | undefined): string | null {
  if (!logprobs) return null;
  const words = Object.keys(logprobs).map((word) => word.trim().toLowerCase());
  if (words.includes("true") || words.includes("false")) {
    const { answer } = affirmation(logprobs);
    return answer === null ? null : answer ? "True" : "False";
  }
  const presentLogprobs = Object.entries(logprobs).filter((entry): entry is [string, number] => entry[1] !== null);
  const best = Math.max(...presentLogprobs.map(([, value]) => value));
  const winners = presentLogprobs.filter(([, value]) => value === best);
  return winners.length === 1 ? (winners[0]?.[0].trim() ?? null) : null;
}
