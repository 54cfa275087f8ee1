import type { Parity } from "../models/decide-parity.ts";
import { countVote, isMajorityRight, type ResultTiePolicy, type Vote } from "./majority.ts";
import type { ResultCondition, ResultItem, StudyResults } from "./study-results.ts";

/** One item under one condition: what people said, and beside it what each model said. */
export interface ResultCell {
  item: ResultItem;
  condition: ResultCondition;
  vote: Vote;
  /** Single answers that are right; null where the key decides nothing. */
  correct: number | null;
  /** Whether the majority is right, by the tie policy. */
  isMajorityRight: boolean | null;
  /** By series id; a series without an answer here is missing. */
  models: ReadonlyMap<string, ModelCell>;
}

export interface ModelCell {
  /** Null where the model's answer could not be read or its repeats tie. */
  answerKey: string | null;
  isRight: boolean | null;
  parity: Parity;
  repeats: number;
}

/** Lays people's counts and models' answers side by side, items in file order, conditions in plan order. */
export function layCells(results: StudyResults, ties: ResultTiePolicy): ResultCell[] {
  const counts = groupedBy(results.counts, ({ itemId, conditionId }) => cellKey(itemId, conditionId));
  const answers = groupedBy(results.answers, ({ itemId, conditionId }) => cellKey(itemId, conditionId));
  return results.items.flatMap((item) =>
    results.conditions.map((condition): ResultCell => {
      const key = cellKey(item.id, condition.id);
      const given = new Map<string, number>();
      for (const { answerKey, count } of counts.get(key) ?? [])
        given.set(answerKey, (given.get(answerKey) ?? 0) + count);
      const vote = countVote(
        item.options.map(({ value }) => value),
        given,
      );
      const models = new Map(
        (answers.get(key) ?? []).map(({ seriesId, answerKey, parity, repeats }): [string, ModelCell] => [
          seriesId,
          { answerKey, isRight: isRight(item, answerKey), parity, repeats },
        ]),
      );
      return {
        item,
        condition,
        vote,
        correct: item.rightAnswers.length === 0 ? null : correctIn(vote, item),
        isMajorityRight: isMajorityRight(vote, item.rightAnswers, ties),
        models,
      };
    }),
  );
}

function isRight(item: ResultItem, answerKey: string | null): boolean | null {
  return answerKey === null || item.rightAnswers.length === 0 ? null : item.rightAnswers.includes(answerKey);
}

function correctIn(vote: Vote, item: ResultItem): number {
  return vote.counts.reduce((sum, { value, count }) => (item.rightAnswers.includes(value) ? sum + count : sum), 0);
}

function cellKey(itemId: string, conditionId: string): string {
  return `${itemId}/${conditionId}`;
}

function groupedBy<Member>(members: readonly Member[], key: (member: Member) => string): Map<string, Member[]> {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const name = key(member);
    const group = groups.get(name);
    if (group) group.push(member);
    else groups.set(name, [member]);
  }
  return groups;
}
