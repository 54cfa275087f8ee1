import type { ResultCell } from "./cells.ts";

/** A fact about each person: a quota group, the language of the session, the answer to a question about themselves. */
export interface PersonAttribute {
  /** "gender"; unique. */
  name: string;
  /** "Gender", for tables. */
  label: string;
  /** By person; null where it is not known. */
  values: readonly (string | null)[];
}

/**
 * Counted answers one by one, as columns: what counts cannot tell, such as which answers are one person's. People are
 * numbers from 0 without meaning; who they are stands nowhere here.
 */
export interface SingleAnswers {
  people: number;
  attributes: readonly PersonAttribute[];
  /** One entry an answer, in all six. */
  person: ArrayLike<number>;
  /** Index in the items and in the conditions of the results. */
  item: ArrayLike<number>;
  condition: ArrayLike<number>;
  /** 1 right, 0 wrong, -1 where the key decides nothing or the answer is no single choice. */
  right: ArrayLike<number>;
  /** Place among the item's options; from there on, other things that were said to it, each with a number of its own. */
  option: ArrayLike<number>;
  /** By the server's clock. */
  seconds: ArrayLike<number>;
  /** How many answers there are and by what the people were drawn whose answers these are; null where these are all. */
  drawn: { from: number; seed: string } | null;
}

/** One scored answer beside its cell. */
export interface ScoredAnswer {
  person: number;
  right: number;
  option: number;
  cell: ResultCell;
  seconds: number;
}

/** The answers that the key decides, each with its cell; `cells` are those of `layCells`, items first, then conditions. */
export function scoredAnswers(
  answers: SingleAnswers,
  cells: readonly ResultCell[],
  conditions: number,
): ScoredAnswer[] {
  const scored: ScoredAnswer[] = [];
  for (let row = 0; row < answers.right.length; row += 1) {
    const cell = cells[answers.item[row]! * conditions + answers.condition[row]!];
    if (answers.right[row]! < 0 || !cell) continue;
    scored.push({
      person: answers.person[row]!,
      right: answers.right[row]!,
      option: answers.option[row]!,
      cell,
      seconds: answers.seconds[row]!,
    });
  }
  return scored;
}

/** How many answers each person gave, by person. */
export function answersPerPerson(people: number, answers: readonly ScoredAnswer[]): number[] {
  const counts = new Array<number>(people).fill(0);
  for (const { person } of answers) counts[person]! += 1;
  return counts;
}
