import { formatDay } from "../../format/times.ts";
import { groupBy } from "../../group-by.ts";
import type { CopyVerdict } from "../requests.ts";
import { type CountedShare, countedShare } from "./prepare-collection-figures.ts";

/** One person's verdicts on one copy, summarised. */
export interface PersonVerdict {
  userId: string;
  itemId: string;
  /** The first verdict of this person, or the first answers to a task schema as a text: used for agreement and gold. */
  first: string;
  /** Their latest verdict. */
  verdict: CopyVerdict;
  /** What any submission of this person changed in the assigned copy; null for nothing. */
  change: "text" | "marks" | null;
  /** Time of the first verdict. */
  at: Date;
  /** Active time until the first verdict, in milliseconds; 0 if none was measured. */
  activeMs: number;
  /** Length of the story that was given to the annotator, in characters. */
  characters: number;
  /** Whether the author had read models' answers before the first verdict; excluded from agreement if so. */
  isUnblinded: boolean;
  /**
   * The person's earlier verdict on the copy, before a lead reopened it for a second judgement; null if there was none,
   * or if review returned the copy in between. A reopening by the annotator does not count.
   */
  before: CopyVerdict | null;
  /**
   * For a gold item: whether the first verdict or the first answers of this person are correct; null for an ordinary
   * item.
   */
  isGoldRight: boolean | null;
}

/**
 * Maximum plausible reading speed, in characters per second: about 2,000 words per minute, which is six to eight times
 * the speed of adult readers.
 */
const maxCharactersPerSecond = 200;

/** Whether a first verdict was given faster than its story can be read. False if no time was measured. */
export function isFast({ activeMs, characters }: Pick<PersonVerdict, "activeMs" | "characters">): boolean {
  return activeMs > 0 && characters / (activeMs / 1000) > maxCharactersPerSecond;
}

/** The figures of a person, or `agreement` of a pair, whose items can be listed. */
export const personFigures = [
  "judged",
  "agreement",
  "self-agreement",
  "gold",
  "fast",
  "returned-by-review",
  "first-half",
  "last-half",
] as const;
export type PersonFigure = (typeof personFigures)[number];

/** A copy that was reviewed. */
export interface ReviewedCopy {
  userId: string;
  itemId: string;
  wasReturned: boolean;
}

/** Quality of one person's work, each share with its interval. */
export interface PersonQuality {
  userId: string;
  items: number;
  /** Pairs of verdicts with other people on the same items, and the number of equal pairs. */
  agreement: CountedShare;
  /**
   * Copies that a lead reopened for a second judgement (not returned by review), and the number that got the same
   * verdict again.
   */
  selfAgreement: CountedShare;
  /** Hidden gold items, and the number with the correct verdict. */
  gold: CountedShare;
  /** First verdicts, and the number given faster than the story can be read (`isFast`). */
  fast: CountedShare;
  /** Reviewed copies that were returned at least once. */
  returned: CountedShare;
  /** The shares of changed copies in the first and in the last half of this person's work, to detect drift. */
  firstHalf: ChangedShares;
  lastHalf: ChangedShares;
  /** Mean number of items per day with work; null if there is no such day. */
  perDay: number | null;
  /** The items that the denominator (n) of each figure counts, not only those in its numerator (k). */
  behind: Record<PersonFigure, string[]>;
}

/** The shares of copies with a text change, and of copies in which only marks were moved. */
export interface ChangedShares {
  refined: CountedShare;
  marksOnly: CountedShare;
}

/** Agreement of two people on the items that both judged. */
export interface PairQuality {
  left: string;
  right: string;
  agreement: CountedShare;
  /** The items that both judged. */
  behind: string[];
}

/** Quality by person and by pair of people, in the order in which they first worked. */
export function preparePeople(
  verdicts: readonly PersonVerdict[],
  reviewed: readonly ReviewedCopy[],
): { people: PersonQuality[]; pairs: PairQuality[] } {
  const orderedVerdicts = verdicts.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const people = [...new Set(orderedVerdicts.map(({ userId }) => userId))];
  const pairs = pairsOf(orderedVerdicts.filter(({ isUnblinded }) => !isUnblinded));
  return {
    people: people.map((userId) => {
      const verdictsOfPerson = orderedVerdicts.filter((one) => one.userId === userId);
      const half = Math.floor(verdictsOfPerson.length / 2);
      const pairsOfPerson = pairs.filter(({ left, right }) => left === userId || right === userId);
      const copies = reviewed.filter((copy) => copy.userId === userId);
      const repeatedVerdicts = verdictsOfPerson.filter(({ before }) => before !== null);
      const gold = verdictsOfPerson.filter(({ isGoldRight }) => isGoldRight !== null);
      const fast = verdictsOfPerson.filter(isFast);
      const [early, late] = [verdictsOfPerson.slice(0, half), verdictsOfPerson.slice(verdictsOfPerson.length - half)];
      const days = new Set(verdictsOfPerson.map(({ at }) => formatDay(at))).size;
      return {
        userId,
        items: verdictsOfPerson.length,
        agreement: countedShare(
          sum(pairsOfPerson.map(({ agreement }) => agreement.k)),
          sum(pairsOfPerson.map(({ agreement }) => agreement.n)),
        ),
        selfAgreement: countedShare(
          repeatedVerdicts.filter(({ before, verdict }) => before === verdict).length,
          repeatedVerdicts.length,
        ),
        gold: countedShare(gold.filter(({ isGoldRight }) => isGoldRight).length, gold.length),
        fast: countedShare(fast.length, verdictsOfPerson.length),
        returned: countedShare(copies.filter(({ wasReturned }) => wasReturned).length, copies.length),
        firstHalf: computeChangedShares(early),
        lastHalf: computeChangedShares(late),
        perDay: days === 0 ? null : verdictsOfPerson.length / days,
        behind: {
          judged: itemsOf(verdictsOfPerson),
          agreement: [...new Set(pairsOfPerson.flatMap(({ behind }) => behind))],
          "self-agreement": itemsOf(repeatedVerdicts),
          gold: itemsOf(gold),
          fast: itemsOf(fast),
          "returned-by-review": itemsOf(copies),
          "first-half": itemsOf(early),
          "last-half": itemsOf(late),
        },
      };
    }),
    pairs,
  };
}

/**
 * Estimates when the remaining work will be finished at the recent pace; null if unknown, and `now` if no work is left.
 * `finished` contains the completion times of copies; the pace is computed from the first completion within the window.
 */
export function estimateEnd(finished: readonly Date[], remaining: number, now: Date, windowDays = 7): Date | null {
  if (remaining === 0) return now;
  const since = now.getTime() - windowDays * 86_400_000;
  const recent = finished.map((at) => at.getTime()).filter((at) => at > since && at <= now.getTime());
  if (recent.length === 0) return null;
  // The pace is computed over at least one day, because less than a day of work is not representative.
  const span = Math.max(86_400_000, now.getTime() - Math.min(...recent));
  return new Date(now.getTime() + (remaining / recent.length) * span);
}

function computeChangedShares(verdicts: readonly PersonVerdict[]): ChangedShares {
  const share = (what: "text" | "marks") =>
    countedShare(verdicts.filter(({ change }) => change === what).length, verdicts.length);
  return { refined: share("text"), marksOnly: share("marks") };
}

function pairsOf(verdicts: readonly PersonVerdict[]): PairQuality[] {
  const byItem = groupBy(verdicts, ({ itemId }) => itemId);
  const counts = new Map<string, { left: string; right: string; k: number; n: number; behind: string[] }>();
  for (const group of byItem.values()) {
    for (const [index, one] of group.entries()) {
      for (const other of group.slice(index + 1)) {
        if (one.userId === other.userId) continue;
        const [left, right] = [one.userId, other.userId].sort() as [string, string];
        const key = `${left} ${right}`;
        const count = counts.get(key) ?? { left, right, k: 0, n: 0, behind: [] };
        count.n += 1;
        count.behind.push(one.itemId);
        if (one.first === other.first) count.k += 1;
        counts.set(key, count);
      }
    }
  }
  return [...counts.values()].map(({ left, right, k, n, behind }) => ({
    ...{ left, right, agreement: countedShare(k, n) },
    behind: [...new Set(behind)],
  }));
}

function itemsOf(copies: readonly { itemId: string }[]): string[] {
  return [...new Set(copies.map(({ itemId }) => itemId))];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
