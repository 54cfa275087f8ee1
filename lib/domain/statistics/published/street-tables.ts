import { formatPInSentence } from "../../format/figures.ts";
import { twoProportionTest } from "../proportions/two-proportions.ts";
import { wilsonInterval } from "../proportions/wilson.ts";
import type { PublishedCheck, PublishedQuantity } from "./published-check.ts";
import { quantity } from "./quantity.ts";
import type { StreetData, StreetPairedTest, StreetProportionTest } from "./street-data.ts";

/** Table 2: accuracy by order, from the counts of 56 trials. */
export function checkAccuracies({ table2 }: StreetData): PublishedCheck[] {
  return table2.map(({ subject, orders, aggregate }) => {
    const cells = Object.entries(orders).map(([order, { printedPercent, count, correctedCount, n }]) => {
      const right = count ?? correctedCount ?? 0;
      const { low, high } = wilsonInterval(right, n);
      return {
        right,
        n,
        check: quantity(
          `order ${order} %`,
          String(printedPercent),
          (100 * right) / n,
          count === null ? "T2-LAMDA-6" : null,
        ),
        interval: `${(100 * low).toFixed(0)}-${(100 * high).toFixed(0)}`,
      };
    });
    return {
      group: "Table 2 Accuracy on ToM statements by order",
      label: subject,
      quantities: [
        ...cells.map(({ check }) => check),
        quantity("all orders %", String(aggregate.printedPercent), shareOf(cells)),
      ],
      refused: null,
      beside: `Wilson 95% intervals ${cells.map(({ interval }) => interval).join(", ")} %`,
    };
  });
}

/** The percentage of all cells together. */
function shareOf(cells: readonly { right: number; n: number }[]): number {
  const sum = (of: "right" | "n") => cells.reduce((total, cell) => total + cell[of], 0);
  return (100 * sum("right")) / sum("n");
}

/** Known errors in Table 7 by subject and column. In addition, all its p-values are one-sided. */
const table7Misprints: Record<string, string> = {
  "Flan-PaLM factual %": "T7-FLAN-MEAN",
  "Flan-PaLM Z": "T7-FLAN-Z",
  "Flan-PaLM p": "T7-P-ROUND",
  "Humans p": "T7-P-ROUND",
};

/**
 * Table 7: ToM statements (first) compared with factual statements, with standard errors of the proportions and
 * one-sided p-values.
 */
export function checkComparisons({ table7 }: StreetData): PublishedCheck[] {
  return table7.map(({ subject, n, tom, factual, printedZ, printedP }) => {
    const { z, pTwoSided, pLess, pGreater } = twoProportionTest(tom.successes, n, factual.successes, n);
    const namedQuantity = (name: string, printed: string, ours: number | null): PublishedQuantity =>
      quantity(name, printed, ours, table7Misprints[`${subject} ${name}`] ?? null);
    return {
      group: "Table 7 ToM against factual (p is one-sided, misprint T7-P-ONESIDED; sign reversed against 4.3, T7-SIGN)",
      label: subject,
      quantities: [
        namedQuantity("ToM %", tom.printedMean, (100 * tom.successes) / n),
        namedQuantity("ToM SE", tom.printedSE, standardError(tom.successes, n)),
        namedQuantity("factual %", factual.printedMean, (100 * factual.successes) / n),
        namedQuantity("factual SE", factual.printedSE, standardError(factual.successes, n)),
        namedQuantity("Z", printedZ, z),
        namedQuantity("p", printedP, Math.min(pLess, pGreater)),
      ],
      refused: null,
      beside: `two-sided ${formatPInSentence(pTwoSided)}`,
    };
  });
}

function standardError(successes: number, n: number): number {
  const share = successes / n;
  return Math.sqrt((share * (1 - share)) / n);
}

/**
 * Compares Section 4.4 with Sections 4.1 and 4.2. LaMDA answered "true" to everything, so a subject differs from LaMDA
 * exactly if the subject answered "false". The McNemar tests against LaMDA therefore imply the subject's number of
 * "true" answers, which Section 4.4 also reports.
 */
export function checkAnchoring({ tests }: StreetData): PublishedCheck[] {
  const anchoring = tests.filter(
    (test): test is StreetProportionTest => test.test === "two_prop_z_pooled" && test.id.startsWith("z-anchor"),
  );
  return anchoring.flatMap(({ label, input }) => {
    const subject = label.split(" share of ")[0]!;
    const againstLamda = tests.filter(
      (test): test is StreetPairedTest => test.test === "mcnemar" && test.label === `${subject} vs LaMDA`,
    );
    if (againstLamda.length !== 2) return [];
    const saidFalse = againstLamda.reduce((sum, { solved }) => sum + solved.b + solved.c, 0);
    const conflicts = subject === "PaLM" ? "PALM-ANCHOR" : null;
    return [
      {
        group: '4.4 "True" answers of 560, from the shares in 4.4 and from the tests against LaMDA',
        label: subject,
        quantities: [quantity('"true" answers', String(input.k1 + input.k2), 560 - saidFalse, conflicts)],
        refused: null,
        beside: null,
      },
    ];
  });
}
