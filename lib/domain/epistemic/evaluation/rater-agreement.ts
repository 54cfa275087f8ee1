import { itemId } from "../../items/kinds/mindgames/mindgames-item.ts";
import { type KappaOfPair, kappaOfPair } from "../../statistics/agreement/kappa-goodness-of-fit.ts";
import { krippendorffAlpha } from "../../statistics/agreement/krippendorff-alpha.ts";
import { percentAgreement } from "../../statistics/agreement/percent-agreement.ts";
import type { RatedAnswer } from "./human-evaluation.ts";

/** Agreement of raters with each other, independent of correctness. */
export interface RaterAgreement {
  raters: number;
  /** Items that at least two raters answered. */
  items: number;
  /** Share of pairs of answers that agree; null if there is no pair. */
  percent: number | null;
  /** Krippendorff's alpha for nominal data; null if there is no pair or only one answer occurs. */
  alpha: number | null;
  /** Cohen's kappa; null unless there are exactly two raters. `kappa.kappa` is null if both gave only one answer. */
  kappa: KappaOfPair | null;
}

/**
 * The agreement of any number of raters on the items that at least two of them answered. An unparsed answer counts as
 * missing.
 */
export function agreementOfRaters(answers: readonly RatedAnswer[]): RaterAgreement {
  const items = [...new Set(answers.map(({ row }) => itemId(row)))];
  const raters = [...new Set(answers.map(({ rater }) => rater))];
  const answerByRaterAndItem = new Map(answers.map(({ row, rater, answer }) => [`${rater}\n${itemId(row)}`, answer]));
  const table = raters.map((rater) => items.map((item) => answerByRaterAndItem.get(`${rater}\n${item}`) ?? null));
  const { nUnits, pairPooled } = percentAgreement(table);
  const [first, second] = table;
  const hasTwoRaters = table.length === 2 && first !== undefined && second !== undefined;
  return {
    raters: raters.length,
    items: nUnits,
    percent: pairPooled,
    alpha: krippendorffAlpha(table).alpha,
    kappa: hasTwoRaters ? kappaOfPair(first, second) : null,
  };
}
