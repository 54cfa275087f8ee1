import type { ItemRole } from "../../items/kinds/eob/belief-item.ts";
import { clusteredEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import { type AnswerRule, classifyAnswer } from "../scoring/classify.ts";
import { type BeliefScore, checkEntry, computeRates, countOutcomes } from "../scoring/model-score.ts";
import {
  type BeliefAnswer,
  type BeliefPair,
  createPairTable,
  type PairTable,
  type PairTableOptions,
} from "../scoring/pair-table.ts";
import type { BeliefItemFacts } from "../scoring/read-answer.ts";

/** A person's answer to an item; `role` is the purpose of the item. */
export interface BeliefPersonAnswer extends BeliefAnswer {
  role: ItemRole;
  /** Stated confidence of the answer, from 0 to 1; null if not stated. */
  confidence: number | null;
}

/**
 * Converts a participant's answer to an item into the input of the scorer.
 *
 * @param answer "yes", "no" or "dont-know"; any other value is undecided
 */
export function toPersonAnswer(
  participant: string,
  item: BeliefItemFacts,
  answer: string,
  confidence: number | null = null,
): BeliefPersonAnswer {
  const { role, fact, queryType, query, dimension, category, expression } = item;
  return {
    observer: participant,
    role,
    fact,
    queryType,
    expression: role === "prior" ? null : { dimension, category, text: expression },
    shown: role !== "prior",
    query,
    answer,
    repeat: 0,
    confidence,
  };
}

export interface ParticipantScore extends BeliefScore {
  participants: number;
  /** Share of correct answers to queries after true assertions. */
  fillers: ShareScore;
  /** Shares of "I do not know" answers: without an expression (before or after the block), and after an expression. */
  unsure: { prior: ShareScore; shown: ShareScore };
  /** Mean confidence of the answers that state it. */
  confidence: { prior: ShareScore; shown: ShareScore };
}

/** A share or a mean of people's answers, between 0 and 1, with an interval over people. */
export interface ShareScore {
  answers: number;
  /** null without answers. */
  share: number | null;
  low: number | null;
  high: number | null;
}

/**
 * Scores the context following of people, with the same definitions as for models, so that the scores are comparable.
 *
 * A pair counts if the participant answered both queries of the fact correctly without the expression. Intervals
 * account for the correlation of answers by one person and about one fact (two-way clusters). Answers to fillers, and
 * to the prior queries of their facts, do not count.
 *
 * @param observer the display name, for instance "people"
 */
export function scoreParticipants(
  observer: string,
  answers: Iterable<BeliefPersonAnswer>,
  rule: AnswerRule = "first-word",
): ParticipantScore {
  const table = createPairTable(rule);
  const fillers: BeliefPersonAnswer[] = [];
  const prior: BeliefPersonAnswer[] = [];
  const shownAnswers: BeliefPersonAnswer[] = [];
  for (const answer of answers) {
    if (answer.role === "prior") prior.push(answer);
    else shownAnswers.push(answer);
    if (answer.role === "filler") fillers.push(answer);
    else table.add(answer);
  }
  const participants = table.observers();
  const pairs = pairsOf(table);
  const knownPairs = pairs.filter((pair) => pair.prior === "known");
  const notKnown = pairs.filter((pair) => pair.prior === "notKnown").length;
  const knownShare = knownPairs.length + notKnown === 0 ? null : knownPairs.length / (knownPairs.length + notKnown);
  const repeatedCounts = participants.map((participant) => table.repeated(participant));
  return {
    observer,
    participants: participants.length,
    known: knownPairs.length,
    notKnown,
    priorMissing: pairs.length - knownPairs.length - notKnown,
    knownShare,
    ...checkEntry(knownShare),
    outcomes: countOutcomes(knownPairs),
    ...computeRates(pairs, knownPairs, (decided) => [
      decided.map((pair) => pair.participant),
      decided.map((pair) => pair.fact),
    ]),
    repeated: {
      rows: repeatedCounts.reduce((sum, { rows }) => sum + rows, 0),
      contradicted: repeatedCounts.reduce((sum, { contradicted }) => sum + contradicted, 0),
    },
    // After a true assertion, correct answers agree with memory: yes to the true object, no to the false
    // alternative.
    fillers: shareOf(fillers, ({ answer, queryType }) => Number(classifyAnswer(answer, queryType, rule) === "memory")),
    unsure: { prior: shareOf(prior, countDontKnow), shown: shareOf(shownAnswers, countDontKnow) },
    confidence: { prior: meanConfidence(prior), shown: meanConfidence(shownAnswers) },
  };
}

/** A pair of answers and its person. */
export interface PersonPair extends BeliefPair {
  participant: string;
}

/** Lists the pairs of all participants except fillers. */
export function listPersonPairs(
  answers: Iterable<BeliefPersonAnswer>,
  rule: AnswerRule,
  options: PairTableOptions = {},
): PersonPair[] {
  const table = createPairTable(rule, options);
  for (const answer of answers) if (answer.role !== "filler") table.add(answer);
  return pairsOf(table);
}

function pairsOf(table: PairTable): PersonPair[] {
  return table
    .observers()
    .flatMap((participant) => table.pairs(participant).map((pair): PersonPair => ({ ...pair, participant })));
}

function countDontKnow({ answer }: BeliefPersonAnswer): number {
  return answer === "dont-know" ? 1 : 0;
}

function meanConfidence(answers: readonly BeliefPersonAnswer[]): ShareScore {
  return shareOf(
    answers.filter(({ confidence }) => confidence !== null),
    ({ confidence }) => confidence ?? 0,
  );
}

function shareOf(answers: readonly BeliefPersonAnswer[], amountOf: (answer: BeliefPersonAnswer) => number): ShareScore {
  const { value, low, high } = clusteredEstimate(
    answers.map(amountOf),
    [{ one: "person", many: "people", ids: answers.map(({ observer }) => observer) }],
    { range: [0, 1], unit: "answers" },
  );
  return { answers: answers.length, share: value, low, high };
}
