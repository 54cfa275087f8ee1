/** A drawn element, or text in it, as far as the check below needs it. */
export interface FigureNode {
  /** Lower case; empty for text. */
  tag: string;
  /** The label of a picture without text. */
  label: string;
  /** Whether it is one row of a figure, or one number with its details. */
  isUnit: boolean;
  /** In the order of the markup. */
  attributes: string;
  text: string;
  children: FigureNode[];
}

/** A share, a rate, a difference in points, a mean, a kappa: an estimate with decimals. */
const estimate = /(?<![\d.,])[+\u2212-]?\d+\.\d+/;
const withInterval = /\d[%\s]*\sto\s[+\u2212-]?\d/;
/** Phrases with which pages state why there is no interval. */
const withReason =
  /no interval|no spread|without an?(?: sampling)? interval|describes?|least and most|too few|fewer than|there (?:is|are) no|only one|a single|not stated|no rate|median/i;
const withCount =
  /n\s*=\s*\d|\d\s+of\s+\d|\d\s+(?:[a-z]+\s){0,2}(?:cells?|answers?|items?|people|persons?|stor(?:y|ies)|pairs?|problems?|facts?|models?|sessions?|raters?|screens?|rows?|annotators?|questions?)\b/i;
/** A table cell that contains a count, perhaps with the count of a subset. */
const countCell = /^\s*\d[\d,]*\s*(?:\d[\d,]*\s[a-z]+\s*)?$/;
/** Columns and phrases about other numbers: test statistics, durations, prices, sizes. */
const otherNumbers =
  /^(?:p|q|holm.*|.*\bp\b.*|.*(?:time|seconds|minutes|hours|size|cost|price|usd|version|chance).*)$/i;
const ofOtherNumbers = [
  /[+\u2212-]?\d[\d.,]*%?\s(?:to|and)\s[+\u2212-]?\d[\d.,]*%?/g,
  /\b(?:p|q|Holm|corrected|version|alpha)\s*(?:is|=|<|>)?\s*<?\s*\d*\.\d+/gi,
  /[<>$€£v]\s?\d*\.\d+/g,
  // A test statistic has no interval.
  /\bQ\(\d+\) = \d+\.\d+/g,
  // A setting of a model, and of a plan.
  // The address of a server.
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?/g,
  /\bfee of \d+\.\d+%/g,
  /\b(?:holm|bonferroni|bh),\s\d*\.\d+/gi,
  /\bsections?\s\d+\.\d+/g,
  /\btemperature\s\d*\.\d+/gi,
  /\bmargin\s\d+\.\d+ points/gi,
  /\bchance level of \d+\.\d+%/g,
  /\d+\.\d+\s?(?:s|ms|min|minutes?|seconds?|hours?|[kKMG]B|USD|EUR|GBP|B|billion|times)\b/g,
];

const unitTags = new Set(["p", "li", "tr", "figcaption", "caption"]);
/** Elements whose numbers are not figures of the page. */
const silentTags = new Set([
  "svg",
  "pre",
  "code",
  "script",
  "style",
  "template",
  "select",
  "textarea",
  "time",
  "iframe",
]);

/** The hint below a field describes the expected input. */
const hint = /\bid="[^"]*-hint"/;

/**
 * Estimates of a page without n, or without an interval or the reason for its absence, in the unit that is read
 * together: sentence, list entry, table row with its header, or row of a figure. Empty if there are none.
 */
export function bareFigures(root: FigureNode): string[] {
  const found = new Set<string>();
  walk(root, [], found);
  return [...found];
}

function walk(node: FigureNode, above: readonly FigureNode[], found: Set<string>): void {
  if (silentTags.has(node.tag) || hint.test(node.attributes)) return;
  if (node.tag === "" && hasEstimate(node.text) && !isOtherColumn(above) && !isComplete(above)) {
    const unit = above.findLast(isUnit) ?? above.at(-1);
    found.add(`${node.text.trim()} in “${unit ? wordsOf(unit).trim().slice(0, 200) : ""}”`);
  }
  for (const child of node.children) walk(child, [...above, node], found);
}

function hasEstimate(text: string): boolean {
  return estimate.test(ofOtherNumbers.reduce((left, other) => left.replaceAll(other, " "), text));
}

/** Whether one of the surrounding units states n, and the interval or the reason for its absence. */
function isComplete(above: readonly FigureNode[]): boolean {
  return above.some((unit, index) => {
    if (!isUnit(unit)) return false;
    const table = unit.tag === "tr" ? above.slice(0, index).findLast(({ tag }) => tag === "table") : undefined;
    const words = `${wordsOf(unit)} ${table ? captionOf(table) : ""}`;
    const hasCount = withCount.test(words) || (table && unit.children.some((cell) => countCell.test(wordsOf(cell))));
    return hasCount && (withInterval.test(words) || withReason.test(words));
  });
}

/** Whether a text is in a table cell whose column header announces no estimate. */
function isOtherColumn(above: readonly FigureNode[]): boolean {
  const row = above.findLastIndex(({ tag }) => tag === "tr");
  const table = above.slice(0, Math.max(0, row)).findLast(({ tag }) => tag === "table");
  if (row < 0 || !table) return false;
  const column = above[row]!.children.indexOf(above[row + 1]!);
  const heads = table.children.find(({ tag }) => tag === "thead")?.children.at(-1)?.children ?? [];
  return heads[column] !== undefined && otherNumbers.test(wordsOf(heads[column]).trim());
}

function isUnit(node: FigureNode): boolean {
  return node.isUnit || unitTags.has(node.tag);
}

function captionOf(table: FigureNode): string {
  return table.children
    .filter(({ tag }) => tag === "caption")
    .map(wordsOf)
    .join(" ");
}

function wordsOf(node: FigureNode): string {
  return `${node.label} ${node.text} ${node.children.map(wordsOf).join(" ")}`.replaceAll(/\s+/g, " ");
}
