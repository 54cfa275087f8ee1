import { adjustPValues } from "../adjust-p-values.ts";
import { exactBinomialTest } from "../exact-binomial.ts";
import { wordingOfP } from "../referee/wording.ts";
import { wilsonInterval } from "../wilson.ts";
import { type KsteData, type KsteRow, ksteDataSchema } from "./kste-data.ts";
import type { NamedError, PublishedCheck, PublishedQuantity, Reproduction } from "./published-check.ts";

/**
 * Two printed proportions that were rounded to two decimals can move their mean by 0.005, and the printed mean is
 * rounded by another 0.005.
 */
const roundingOfMeans = 0.01 + 1e-9;

/**
 * Yang et al. 2026 (KSTE, arXiv:2601.12410): the derived columns of Table 2 from the others, and the columns that
 * Tables 3 and 4 repeat. Beside each row what the paper leaves out: intervals, and the test against chance corrected over
 * all rows. Counts are implied by proportions of two decimals, so these are approximate.
 */
export function reproduceKste2025(published: unknown): Reproduction {
  const data = ksteDataSchema.parse(published);
  const knp = data.table2.map((row) => exactBinomialTest(Math.round(row.knp * row.n.knp), row.n.knp, 0.5).pvalue);
  const knpHolm = adjustPValues(knp, "holm");
  const checks = data.table2.map((row, index) => rowCheck(row, knpHolm[index]!, data.table2.length));
  return {
    title: "Yang et al. 2026, Are LLMs Smarter Than Chimpanzees? (arXiv:2601.12410)",
    checks: [...checks, ...repeatedColumns(data)],
    errors: data.table2.flatMap(errorOf),
    notReproducible: [
      {
        what: "paired tests between models, and between people and models",
        why: "answers to single items are not public",
      },
      { what: "Figures 3 and 4 (genres, explicit prompt)", why: "printed as figures without numbers" },
    ],
  };
}

function rowCheck(row: KsteRow, knpHolm: number, rows: number): PublishedCheck {
  const { ikd, n, model, knp } = row;
  const misprint = errorOf(row)[0]?.id ?? null;
  const interval = (share: number, of: number) => {
    const { low, high } = wilsonInterval(Math.round(share * of), of);
    return `${low.toFixed(2)}-${high.toFixed(2)}`;
  };
  return {
    group: "Table 2 Derived columns: fullCls = (posCls + negCls)/2, fullLoc = (posCls + negLoc)/2",
    label: model,
    quantities: [
      mean("fullCls", ikd.fullCls, ikd.posCls, ikd.negCls, misprint),
      mean("fullLoc", ikd.fullLoc, ikd.posCls, ikd.negLoc, null),
    ],
    refused: null,
    beside:
      `Wilson 95%: posCls ${interval(ikd.posCls, n.posStories)}, negCls ${interval(ikd.negCls, n.negStories)}, ` +
      `KNP ${interval(knp, n.knp)}; KNP against chance, Holm over ${rows}: ${wordingOfP(knpHolm)}`,
  };
}

function mean(name: string, printed: number, a: number, b: number, misprint: string | null): PublishedQuantity {
  const ours = (a + b) / 2;
  const agrees = Math.abs(ours - printed) <= roundingOfMeans;
  return { name, printed: printed.toFixed(2), ours, agrees, misprint: agrees ? null : misprint };
}

function errorOf({ model, ikd, note }: KsteRow): NamedError[] {
  const ours = (ikd.posCls + ikd.negCls) / 2;
  if (note === undefined || Math.abs(ours - ikd.fullCls) <= roundingOfMeans) return [];
  return [
    {
      id: `T2-${model.toUpperCase()}-FULLCLS`,
      where: `Table 2, ${model} fullCls`,
      printed: ikd.fullCls.toFixed(2),
      correct: ours.toFixed(3),
      confidence: "the row contradicts itself",
      evidence: note,
    },
  ];
}

/** Table 3's column without hints is Table 2's negLoc, and Table 4's binary choice is Table 2's KNP. */
function repeatedColumns({ table2, table3, table4 }: KsteData): PublishedCheck[] {
  return table2.flatMap(({ model, kind, ikd, knp }) => {
    const named = (row: { model: string }) => row.model === (kind === "human" ? "Human" : model);
    const noHint = table3.rows.find(named)?.default ?? null;
    const binary = table4.rows.find(named)?.binaryChoice ?? null;
    const quantities = [
      ...(noHint === null ? [] : [equal("Table 3, no hint", noHint, ikd.negLoc)]),
      ...(binary === null ? [] : [equal("Table 4, binary choice", binary, knp)]),
    ];
    if (quantities.length === 0) return [];
    return [
      { group: "Tables 3 and 4 Columns repeated from Table 2", label: model, quantities, refused: null, beside: null },
    ];
  });
}

function equal(name: string, printed: number, ours: number): PublishedQuantity {
  return { name, printed: printed.toFixed(2), ours, agrees: printed === ours, misprint: null };
}
