import { formatPInSentence } from "../../format/figures.ts";
import { adjustPValues } from "../basics/adjust-p-values.ts";
import { exactBinomialTest } from "../proportions/exact-binomial.ts";
import { wilsonInterval } from "../proportions/wilson.ts";
import { type KsteData, type KsteRow, ksteDataSchema } from "./kste-data.ts";
import type { NamedError, PublishedCheck, PublishedQuantity, Reproduction } from "./published-check.ts";
import { checkPrintedMean, type PrintedShare } from "./rounded-mean.ts";

/**
 * Recomputes the derived columns in Table 2 of Yang et al. 2026 (KSTE, arXiv:2601.12410) from the other columns, and
 * compares the columns that Tables 3 and 4 repeat. Adds to each row what the paper omits: intervals, and the test
 * against chance with a correction over all rows. Intervals and tests are approximate, because counts are derived from
 * proportions with two decimals. Whether a derived column follows from its parts is decided exactly, from all counts
 * that round to the printed values.
 */
export function reproduceKste2025(published: unknown): Reproduction {
  const data = ksteDataSchema.parse(published);
  const knp = data.table2.map((row) => exactBinomialTest(Math.round(row.knp * row.n.knp), row.n.knp, 0.5).pvalue);
  const knpHolm = adjustPValues(knp, "holm");
  const checks = data.table2.map((row, index) => checkTableRow(row, knpHolm[index]!, data.table2.length));
  return {
    title: "Yang et al. 2026, Are LLMs Smarter Than Chimpanzees? (arXiv:2601.12410)",
    checks: [...checks, ...checkRepeatedColumns(data), ...checkRepeatedValues(data)],
    errors: data.table2.flatMap(errorsOf),
    remarks: [],
    notReproducible: [
      {
        what: "paired tests between models, and between people and models",
        why: "answers to single items are not public",
      },
      {
        what: "posCls, negCls, negLoc and KNP of Table 2, the columns of Tables 3 and 4 with hints and open answers",
        why: "counted from answers to single items, which are not public; the other columns are recomputed from them",
      },
      {
        what: "other benchmarks in Table 1",
        why: "quoted from their papers",
      },
      { what: "Figures 3 and 4 (genres, explicit prompt)", why: "printed as figures without numbers" },
      {
        what: "the text's values with an explicit prompt (+12.6 and +12.2 points, best KNP 0.84)",
        why: "of a figure that is printed without numbers",
      },
    ],
  };
}

/** The two derived columns, each the mean of two parts. */
const derivedColumns = [
  { name: "fullCls", parts: ["posCls", "negCls"] },
  { name: "fullLoc", parts: ["posCls", "negLoc"] },
] as const;

type DerivedColumn = (typeof derivedColumns)[number];

function checkTableRow(row: KsteRow, knpHolm: number, rows: number): PublishedCheck {
  const { ikd, n, model, knp } = row;
  const interval = (share: number, of: number) => {
    const { low, high } = wilsonInterval(Math.round(share * of), of);
    return `${low.toFixed(2)}-${high.toFixed(2)}`;
  };
  return {
    group: "Table 2 Derived columns: fullCls = (posCls + negCls)/2, fullLoc = (posCls + negLoc)/2",
    label: model,
    quantities: derivedColumns.map((column) => meanOf(row, column)),
    refused: null,
    beside:
      `Wilson 95%: posCls ${interval(ikd.posCls, n.posStories)}, negCls ${interval(ikd.negCls, n.negStories)}, ` +
      `KNP ${interval(knp, n.knp)}; KNP against chance, Holm over ${rows}: ${formatPInSentence(knpHolm)}`,
  };
}

/** Classifications are counts of stories; the overlap is a mean of real numbers, so it has no number of answers. */
function checkDerivedMean({ ikd, n }: KsteRow, { name, parts }: DerivedColumn) {
  const shareOf = (part: (typeof parts)[number]): PrintedShare => ({
    printed: ikd[part],
    of: part === "negLoc" ? null : part === "posCls" ? n.posStories : n.negStories,
  });
  return checkPrintedMean(shareOf(parts[0]), shareOf(parts[1]), ikd[name]);
}

function meanOf(row: KsteRow, column: DerivedColumn): PublishedQuantity {
  const { possible } = checkDerivedMean(row, column);
  const ours = (row.ikd[column.parts[0]] + row.ikd[column.parts[1]]) / 2;
  const printed = row.ikd[column.name].toFixed(2);
  return { name: column.name, printed, ours, agrees: possible, misprint: possible ? null : misprintId(row, column) };
}

function misprintId({ model }: KsteRow, { name }: DerivedColumn): string {
  return `T2-${model.toUpperCase()}-${name.toUpperCase()}`;
}

function errorsOf(row: KsteRow): NamedError[] {
  return derivedColumns.flatMap((column) => {
    const { possible, low, high } = checkDerivedMean(row, column);
    if (possible) return [];
    const { name, parts } = column;
    const sources = parts.map((part) => `${part} ${row.ikd[part].toFixed(2)}`).join(" and ");
    return [
      {
        id: misprintId(row, column),
        where: `Table 2, ${row.model} ${name}`,
        printed: row.ikd[name].toFixed(2),
        correct: `between ${low.toFixed(4)} and ${high.toFixed(4)}`,
        confidence: "the row contradicts itself",
        evidence: `every pair of values that rounds to ${sources} has its mean there`,
      },
    ];
  });
}

/**
 * The column of Table 3 without hints repeats negLoc of Table 2; the binary choice in Table 4 repeats KNP of Table 2.
 */
function checkRepeatedColumns({ table2, table3, table4 }: KsteData): PublishedCheck[] {
  return table2.flatMap(({ model, kind, ikd, knp }) => {
    const isSameModel = (row: { model: string }) => row.model === (kind === "human" ? "Human" : model);
    const noHint = table3.rows.find(isSameModel)?.default ?? null;
    const binary = table4.rows.find(isSameModel)?.binaryChoice ?? null;
    const quantities = [
      ...(noHint === null ? [] : [equal("Table 3, no hint", noHint, ikd.negLoc)]),
      ...(binary === null ? [] : [equal("Table 4, binary choice", binary, knp)]),
    ];
    if (quantities.length === 0) return [];
    return [
      { group: "Tables 3 and 4: columns that repeat Table 2", label: model, quantities, refused: null, beside: null },
    ];
  });
}

/** Table 1 repeats GPT-4o's values from Table 2, and the text repeats a value from Table 3. */
function checkRepeatedValues({ table1, table2, table3, textValues }: KsteData): PublishedCheck[] {
  const gpt4o = table2.find(({ model }) => model === "GPT-4o");
  const human = table3.rows.find(({ kind }) => kind === "human");
  const printedOf = (dataset: string) => table1.find((row) => row.dataset === dataset)?.gpt4oAccuracy ?? null;
  const [classified, acted] = [printedOf("IKD Classification"), printedOf("KNP")];
  const highlighted = textValues.find(({ claim }) => claim.includes("both events highlighted"))?.value;
  const group = "Table 1 and text Values repeated from Tables 2 and 3";
  const check = (label: string, quantity: PublishedQuantity) => ({
    group,
    label,
    quantities: [quantity],
    refused: null,
    beside: null,
  });
  return [
    ...(gpt4o && classified !== null ? [check("GPT-4o, IKD", equal("fullCls", classified, gpt4o.ikd.fullCls))] : []),
    ...(gpt4o && acted !== null ? [check("GPT-4o, KNP", equal("KNP", acted, gpt4o.knp))] : []),
    ...(human?.abl2 != null && typeof highlighted === "number"
      ? [check("Human, both events highlighted", equal("negLoc", highlighted, human.abl2))]
      : []),
  ];
}

function equal(name: string, printed: number, ours: number): PublishedQuantity {
  return { name, printed: printed.toFixed(2), ours, agrees: printed === ours, misprint: null };
}
