import { formatPInSentence } from "../../format/figures.ts";
import { adjustPValues } from "../basics/adjust-p-values.ts";
import { twoProportionTest } from "../proportions/two-proportions.ts";
import { chooseTest } from "../referee/choose-test.ts";
import { mcnemarBounds } from "./mcnemar-bounds.ts";
import type { PublishedCheck } from "./published-check.ts";
import { quantity } from "./quantity.ts";
import type { StreetData, StreetProportionTest } from "./street-data.ts";

/** The unpaired tests by question, and whether both sides answered the same statements. */
const families = [
  { prefix: "z-order", group: "4.1 Two proportions, one order against another", items: "different" as const },
  { prefix: "z-tomfact", group: "4.3 Two proportions, factual against ToM", items: "different" as const },
  { prefix: "z-anchor", group: "4.4 Two proportions, order of the answer options", items: "same" as const },
  { prefix: "z-prompt", group: "A.6.1 Two proportions, prompt or story condition", items: "same" as const },
];

/** Known errors of the paper that affect its Z values. */
const misprintsOfZ: Record<string, string> = {
  "z-anchor-palm": "PALM-ANCHOR",
  "z-anchor-hum": "ANCHOR-HUM-Z",
  "z-prompt-05": "A61-SIGN",
  "z-prompt-06": "A61-SIGN",
};

/**
 * The pooled z-tests. If both sides answered the same statements, the referee rejects them. The paper does not print
 * the paired cells, so the p of McNemar's test is given as the range over all tables with these totals.
 */
export function checkProportionTests({ tests }: StreetData): PublishedCheck[] {
  return families.flatMap(({ prefix, group, items }) => {
    const family = tests.filter(
      (test): test is StreetProportionTest => test.test === "two_prop_z_pooled" && test.id.startsWith(prefix),
    );
    const results = family.map(({ input: { k1, n1, k2, n2 } }) => twoProportionTest(k1, n1, k2, n2));
    const holm = adjustPValues(
      results.map(({ pTwoSided }) => pTwoSided),
      "holm",
    );
    return family.map((test, index) => {
      const { p1, p2, z, pTwoSided } = results[index]!;
      const { printed, input } = test;
      return {
        group,
        label: `${test.label} (${input.k1} and ${input.k2} of ${input.n1})`,
        quantities: [
          ...(printed.N === null ? [] : [quantity("N", String(printed.N), input.n1 + input.n2)]),
          quantity("first %", String(printed.percent1), percent(p1)),
          quantity("second %", String(printed.percent2), percent(p2)),
          quantity("Z", printed.z, z, misprintsOfZ[test.id] ?? null),
          quantity("p", printed.pTwoSided, pTwoSided),
        ],
        refused: findPairingRefusal(items),
        beside:
          items === "same"
            ? `McNemar's mid-p ${rangeOf(mcnemarBounds(input.k1, input.k2, input.n1))} for every table with these totals`
            : `Holm over ${family.length} printed tests ${formatPInSentence(holm[index]!)}; the statements share seven stories, which this test ignores`,
      };
    });
  });
}

function findPairingRefusal(items: "same" | "different"): string | null {
  const choice = chooseTest(
    { aim: "difference", outcome: "binary", parties: 2, items, stories: 7, answersPerPerson: "none", complete: true },
    "two-proportion-z",
  );
  return choice.ok ? null : choice.sentence;
}

function rangeOf({ smallest, largest }: { smallest: number; largest: number }): string {
  if (largest < 0.001) return "is below 0.001";
  return `lies between ${smallest.toFixed(3)} and ${largest.toFixed(3)}`;
}

function percent(share: number | null): number | null {
  return share === null ? null : 100 * share;
}
