import { formatPInSentence } from "../../format/figures.ts";
import { adjustPValues } from "../basics/adjust-p-values.ts";
import { mcnemarAsSpss, mcnemarTest } from "../proportions/mcnemar.ts";
import type { PublishedCheck } from "./published-check.ts";
import { quantity } from "./quantity.ts";
import type { StreetData, StreetPairedTest } from "./street-data.ts";

const families = [
  { prefix: "mcnemar-tom", group: "4.1 McNemar's tests, ToM" },
  { prefix: "mcnemar-order5", group: "4.1 McNemar's tests, order 5" },
  { prefix: "mcnemar-fact", group: "4.2 McNemar's tests, factual" },
];

/**
 * The paired tests: the chi-square with continuity correction, or the exact binomial test for few discordant pairs, as
 * in SPSS. Also reports the mid-p and Holm's correction over the printed tests, which the paper does not apply.
 */
export function checkPairedTests({ tests, table2, table7 }: StreetData): PublishedCheck[] {
  const trials = { ofTask: table7[0]!.n, ofOrder: table2[0]!.orders["5"]!.n };
  return families.flatMap(({ prefix, group }) => {
    const family = tests.filter(
      (test): test is StreetPairedTest => test.test === "mcnemar" && test.id.startsWith(prefix),
    );
    const midP = family.map(({ solved }) => mcnemarTest(solved.b, solved.c, "midp").pvalue);
    const asPublished = family.map(({ solved }) => mcnemarAsSpss(solved.b, solved.c).pvalue);
    const [holm, holmOfMidP] = [adjustPValues(asPublished, "holm"), adjustPValues(midP, "holm")];
    return family.map((test, index) => ({
      group,
      label: `${test.label} (only the first right: ${test.solved.b}, only the second: ${test.solved.c})`,
      quantities: [
        quantity("N", String(test.printed.N), prefix === "mcnemar-order5" ? trials.ofOrder : trials.ofTask),
        ...quantitiesOf(test),
      ],
      refused: null,
      beside: `Holm over ${family.length} printed tests ${formatPInSentence(holm[index]!)}; mid-p ${formatPInSentence(midP[index]!)}, with Holm ${formatPInSentence(holmOfMidP[index]!)}`,
    }));
  });
}

function quantitiesOf({ printed, solved }: StreetPairedTest) {
  const { method, statistic, pvalue } = mcnemarAsSpss(solved.b, solved.c);
  const chiSquare =
    printed.chi2 === null || statistic === null ? [] : [quantity("chi-square", printed.chi2, statistic)];
  return [...chiSquare, quantity(method === "exact" ? "exact p" : "p", printed.p, pvalue)];
}
