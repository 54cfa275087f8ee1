import type { ResultCell } from "./cells.ts";

/** A fact about each person: a quota group, the language of the session, the answer to a question about themselves. */
export interface PersonAttribute {
  /** "gender"; unique. */
  name: string;
  /** "Gender", for tables. */
  label: string;
  /** The values by person; null if a value is not known. */
  values: readonly (string | null)[];
}

/**
 * Single counted answers in columns, for analyses that need to know which answers are from one person. People are
 * arbitrary numbers from 0; their identities are not included.
 */
export interface SingleAnswers {
  people: number;
  attributes: readonly PersonAttribute[];
  /** One entry per answer, in all six. */
  person: ArrayLike<number>;
  /** Index in the items and in the conditions of the results. */
  item: ArrayLike<number>;
  condition: ArrayLike<number>;
  /** 1 right, 0 wrong, -1 if the key is not decisive or the answer is not a single choice. */
  right: ArrayLike<number>;
  /** Index among the item's options; higher numbers are other distinct answers. */
  option: ArrayLike<number>;
  /** The seconds by the server's clock. */
  seconds: ArrayLike<number>;
  /**
   * The total number of answers and the seed of the sample, if these answers are from a sample of people; null if they
   * are complete.
   */
  drawn: { from: number; seed: string } | null;
}

/** One scored answer with its cell. */
export interface ScoredAnswer {
  person: number;
  right: number;
  option: number;
  cell: ResultCell;
  seconds: number;
}

/**
 * The answers with a decisive key, each with its cell. `cells` are the cells of `buildCells`, ordered by item, then by
 * condition.
 */
export function listScoredAnswers(
  answers: SingleAnswers,
  cells: readonly ResultCell[],
  conditions: number,
): ScoredAnswer[] {
  const scoredAnswers: ScoredAnswer[] = [];
  for (let row = 0; row < answers.right.length; row += 1) {
    const cell = cells[answers.item[row]! * conditions + answers.condition[row]!];
    if (answers.right[row]! < 0 || !cell) continue;
    scoredAnswers.push({
      person: answers.person[row]!,
      right: answers.right[row]!,
      option: answers.option[row]!,
      cell,
      seconds: answers.seconds[row]!,
    });
  }
  return scoredAnswers;
}

/** How many answers each person gave, by person. */
export function answersPerPerson(people: number, answers: readonly ScoredAnswer[]): number[] {
  const counts = new Array<number>(people).fill(0);
  for (const { person } of answers) counts[person]! += 1;
  return counts;
}
