import * as z from "zod";
import { ksteScores } from "../agreement/kste-scores.ts";
import { majorityAccuracy, majorityVote, tiePolicies } from "../agreement/majority-vote.ts";
import { wordOverlap, wordOverlapModes, wordSpanOverlap } from "../agreement/word-overlap.ts";
import { affirmation } from "../proportions/affirmation.ts";
import { type Call, call, extendedNumber } from "./call.ts";

const responses = z.array(z.boolean().nullable());
const spans = z.array(z.tuple([z.number(), z.number()]));

export const scoringCalls: Record<string, Call> = {
  majority_vote: call(
    "responses (true, false, null) -> nTrue, nFalse, nMissing, meanTrue, tie, label",
    { responses },
    ({ responses }) => majorityVote(responses),
  ),
  majority_accuracy: call(
    `items {responses, gold}, tiePolicy (${tiePolicies.join(" | ")}) -> n, correct, accuracy, nTies, nEmpty`,
    {
      items: z.array(z.strictObject({ responses, gold: z.boolean() })),
      tiePolicy: z.enum(tiePolicies).optional(),
    },
    ({ items, tiePolicy }) => majorityAccuracy(items, tiePolicy),
  ),
  word_iou: call(
    `pred, gold, mode (${wordOverlapModes.join(" | ")}) -> nPred, nGold, intersection, union, iou`,
    { pred: z.string(), gold: z.string(), mode: z.enum(wordOverlapModes).optional() },
    ({ pred, gold, mode }) => wordOverlap(pred, gold, mode),
  ),
  word_iou_spans: call(
    "predSpans, goldSpans ([start, end) word positions) -> intersection, union, iou",
    { predSpans: spans, goldSpans: spans },
    ({ predSpans, goldSpans }) => wordSpanOverlap(predSpans, goldSpans),
  ),
  kste_scores: call(
    "items {hasError, saysError, iou} -> nPos, nNeg, posCls, negCls, fullCls, negLoc, fullLoc",
    { items: z.array(z.strictObject({ hasError: z.boolean(), saysError: z.boolean(), iou: z.number().nullable() })) },
    ({ items }) => ksteScores(items),
  ),
  p_affirm: call(
    "logprobs -> pTrue, pFalse, logOdds, answer, answerArgmax, nTrueCandidates, nFalseCandidates",
    { logprobs: z.record(z.string(), extendedNumber.nullable()) },
    ({ logprobs }) => affirmation(logprobs),
  ),
};
