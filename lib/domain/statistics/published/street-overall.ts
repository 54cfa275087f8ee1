import { cochranQOfTotals } from "../proportions/cochran-q.ts";
import { exactBinomialTest } from "../proportions/exact-binomial.ts";
import { wilsonInterval } from "../proportions/wilson.ts";
import type { PublishedCheck } from "./published-check.ts";
import { quantity } from "./quantity.ts";
import type { StreetData } from "./street-data.ts";

/** Section 4.1: two models against chance. */
export function checkBinomialTests({ binomialTests }: StreetData): PublishedCheck[] {
  return binomialTests.map(({ subject, k, n, p0, printedP }) => {
    const { low, high } = wilsonInterval(k, n);
    return {
      group: "4.1 Exact binomial tests against one half",
      label: `${subject}, ${k} of ${n}`,
      quantities: [quantity("p", printedP, exactBinomialTest(k, n, p0).pvalue)],
      refused: null,
      beside: `Wilson 95% interval ${low.toFixed(3)} to ${high.toFixed(3)}; trials of one statement are not independent`,
    };
  });
}

/** Sections 4.1 and 4.2: Cochran's Q over all six subjects. Only one integer denominator gives the printed Q. */
export function checkCochranTests({ cochranQ, table7 }: StreetData): PublishedCheck[] {
  return cochranQ.map(({ task, printed, columnTotals, solvedDenominator }) => {
    const totals = Object.values(columnTotals);
    const { statistic, df, pvalue } = cochranQOfTotals(totals, solvedDenominator);
    return {
      group: "4.1 and 4.2 Cochran's Q over six subjects",
      label: task,
      quantities: [
        quantity("N", String(printed.N), table7[0]!.n),
        quantity("Q", printed.Q, statistic),
        quantity("df", String(printed.df), df),
        quantity("p", printed.p, pvalue),
      ],
      refused: null,
      beside: "a version clustered by story needs the answers to single items, which are not public",
    };
  });
}
