import type { Fold } from "../../fold.ts";
import type { UncountedAnswers } from "../prepare/participant-study.ts";
import type { AnswerRule } from "../scoring/classify.ts";
import { type BeliefItemFacts, readBeliefItem } from "../scoring/read-answer.ts";
import {
  type BeliefPersonAnswer,
  type ParticipantScore,
  scoreParticipants,
  toPersonAnswer,
} from "./score-participants.ts";

/** An answer of a person who completed a study, with the item as stored. */
export interface PeopleRow {
  person: string;
  given: string | null;
  confidence: number | null;
  isSurplus: boolean;
  isExcluded: boolean;
  /** Whether the answer was given in another study of the benchmark. */
  isElsewhere: boolean;
  itemId: string;
  query: string;
  attributes: unknown;
  expression: string;
}

export interface GatheredAnswers {
  answers: BeliefPersonAnswer[];
  uncounted: UncountedAnswers;
}

/** A score as JSON: each map is a list of pairs. */
export interface PeopleFigures {
  score: Omit<ParticipantScore, "byDimension" | "byCategory"> & {
    byDimension: [string, MapValue<ParticipantScore["byDimension"]>][];
    byCategory: [string, MapValue<ParticipantScore["byCategory"]>][];
  };
  uncounted: UncountedAnswers;
}
type MapValue<Of> = Of extends ReadonlyMap<string, infer Value> ? Value : never;

/**
 * Converts people's answers to the input of the scorer, with numbers instead of person IDs, and counts the excluded
 * answers.
 */
export function gatherAnswers(): Fold<PeopleRow, GatheredAnswers> {
  const uncounted: UncountedAnswers = { excluded: 0, surplus: 0, alsoTrue: 0, fromOtherStudies: 0 };
  const personNames = new Map<string, string>();
  const namesFromOtherStudies = new Set<string>();
  const answers: BeliefPersonAnswer[] = [];
  // Caches each item, so that its text is stored once for all answers.
  const items = new Map<string, BeliefItemFacts | null>();
  const itemOf = ({ itemId, query, attributes, expression }: PeopleRow) => {
    const cached = items.get(itemId);
    if (cached !== undefined) return cached;
    const beliefItem =
      readBeliefItem({ id: itemId, story: { text: expression }, text: query, attributes })?.item ?? null;
    items.set(itemId, beliefItem);
    return beliefItem;
  };
  const addRow = (row: PeopleRow) => {
    if (row.isSurplus) uncounted.surplus += 1;
    else if (row.isExcluded) uncounted.excluded += 1;
    else {
      const item = itemOf(row);
      if (!item) return;
      if (item.isAlsoTrue) {
        uncounted.alsoTrue += 1;
        return;
      }
      const name = personNames.get(row.person) ?? `person ${personNames.size + 1}`;
      personNames.set(row.person, name);
      if (row.isElsewhere) namesFromOtherStudies.add(name);
      answers.push(toPersonAnswer(name, item, row.given ?? "", row.confidence));
    }
  };
  return {
    add: (rows) => rows.forEach(addRow),
    finish: () => ({ answers, uncounted: { ...uncounted, fromOtherStudies: namesFromOtherStudies.size } }),
  };
}

/** Scores the answers of a study's participants by a rule. */
export function foldPeople(rule: AnswerRule): Fold<PeopleRow, PeopleFigures> {
  const answerFold = gatherAnswers();
  return {
    add: answerFold.add,
    finish() {
      const { answers, uncounted } = answerFold.finish();
      const score = scoreParticipants("People", answers, rule);
      return {
        score: { ...score, byDimension: [...score.byDimension], byCategory: [...score.byCategory] },
        uncounted,
      };
    },
  };
}

/** The score in the form that pages use. */
export function readPeopleFigures({ score }: PeopleFigures): ParticipantScore {
  return { ...score, byDimension: new Map(score.byDimension), byCategory: new Map(score.byCategory) };
}
