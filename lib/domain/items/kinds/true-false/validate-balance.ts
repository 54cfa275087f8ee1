import { formatNumber } from "../../../format/figures.ts";
import { groupBy } from "../../../group-by.ts";
import { wordTexts } from "../../../words/words.ts";
import type { ItemRow } from "../../item.ts";

/** A result of the check: the location (null for the whole benchmark), the field, and a message for people. */
export interface BalanceFinding {
  story: string | null;
  field: string;
  message: string;
}

export interface BalanceReport {
  ok: boolean;
  /** Violations of the balance; empty if `ok`. */
  errors: BalanceFinding[];
  /** Requirements that cannot be checked automatically: lengths and cues, with the measured numbers. */
  warnings: BalanceFinding[];
}

export type BalanceItem = Pick<ItemRow, "id" | "kind" | "story" | "text" | "gold" | "attributes">;

/** The highest order and the highest level in MoToMQA. */
const usualDepth = 6;

/**
 * The labels of a story's statements: one true and one false statement for each ToM order and each factual level from
 * 2. MoToMQA has 20, up to order and level 6. If a benchmark has deeper statements, every story must have them.
 */
export function balanceLabels(maxDepth: Readonly<Record<"ToM" | "F", number>>): string[] {
  return (["ToM", "F"] as const).flatMap((type) =>
    Array.from({ length: maxDepth[type] - 1 }, (_, index) => [`${type}${index + 2}t`, `${type}${index + 2}f`]).flat(),
  );
}

const labelPattern = /^(ToM|F)([1-9]\d?)([tf])$/;

/** Parses a label such as "ToM4f"; null for other texts. */
function readLabel(label: unknown): { type: "ToM" | "F"; depth: number; isTrue: boolean } | null {
  const [, type, depth, truth] = (typeof label === "string" && labelPattern.exec(label)) || [];
  return (type !== "ToM" && type !== "F") || Number(depth) < 2
    ? null
    : { type, depth: Number(depth), isTrue: truth === "t" };
}

function findMaxDepth(items: readonly BalanceItem[], type: "ToM" | "F"): number {
  return items.reduce((deepest, { attributes }) => {
    const label = readLabel(attributes.label);
    return label?.type === type ? Math.max(deepest, label.depth) : deepest;
  }, usualDepth);
}

/** "About 200 words" (Street et al. 2024, section 3), with a tolerance of 15%. */
const storyWords = { least: 170, most: 230 };
const characterCount = { least: 3, most: 5 };
/**
 * Maximum difference between the mean lengths of true and false statements in a story, as a share of the longer mean. A
 * larger difference would be a cue.
 */
const lengthTolerance = 0.1;
const negation = /\b(?:not|never|no|none|nobody|nothing|neither|nor|cannot)\b|n['\u2019]t\b/i;

/**
 * Checks whether a benchmark has the balance of MoToMQA (Street et al. 2024, section 3). Uses these `attributes` of the
 * items: `type` "tom" with `order` or "factual" with `level` (from 2), and `label` such as "ToM4f".
 *
 * Errors: a label that is missing, duplicated or unknown in a story; a label that contradicts its type, depth or gold
 * answer; a duplicate ID or text; a story with two texts; a kind other than true-false; no items at all. Warnings:
 * story length, number of characters, and cues that a reader could use instead of the story (length, negation). Some
 * properties need a reader and are not checked: the order or number of propositions of a statement, whether it is about
 * people, and whether the story decides it.
 */
export function validateBalance(items: readonly BalanceItem[]): BalanceReport {
  const errors: BalanceFinding[] = [...findIdErrors(items)];
  const warnings: BalanceFinding[] = [];
  if (items.length === 0) errors.push({ story: null, field: "items", message: "the benchmark has no items" });
  const expected = balanceLabels({ ToM: findMaxDepth(items, "ToM"), F: findMaxDepth(items, "F") });
  for (const [story, storyItems] of groupBy(items, (item) => item.story.id)) {
    const reportFinding = (field: string, message: string): BalanceFinding => ({
      story,
      field,
      message: `story ${story}: ${message}`,
    });
    errors.push(
      ...storyItems.flatMap((item) => findDeclarationErrors(item, reportFinding)),
      ...findStoryErrors(storyItems, expected, reportFinding),
    );
    warnings.push(...findStoryWarnings(storyItems, reportFinding));
  }
  warnings.push(...findNegationWarnings(items));
  return { ok: errors.length === 0, errors, warnings };
}

type ReportFinding = (field: string, message: string) => BalanceFinding;

function findIdErrors(items: readonly BalanceItem[]): BalanceFinding[] {
  return [...groupBy(items, (item) => item.id)]
    .filter(([, same]) => same.length > 1)
    .map(([id, same]) => ({
      story: same[0]?.story.id ?? null,
      field: "id",
      message: `item ${id}: ${same.length} items have this id`,
    }));
}

/** Checks whether an item's attributes match its label. */
function findDeclarationErrors(item: BalanceItem, reportFinding: ReportFinding): BalanceFinding[] {
  const { label: labelValue, type } = item.attributes;
  const label = readLabel(labelValue);
  if (item.kind !== "true-false")
    return [reportFinding("kind", `item ${item.id}: kind is ${item.kind}, not true-false`)];
  if (label === null) {
    return [
      reportFinding(
        "attributes.label",
        `item ${item.id}: label ${labelValue ?? "missing"}, expected one like ToM4f or F2t`,
      ),
    ];
  }
  const findings: BalanceFinding[] = [];
  const isTom = label.type === "ToM";
  if (type !== (isTom ? "tom" : "factual")) {
    findings.push(
      reportFinding(
        "attributes.type",
        `item ${item.id}: type ${type ?? "missing"} does not agree with label ${labelValue}`,
      ),
    );
  }
  const depthField = isTom ? "order" : "level";
  const depth = item.attributes[depthField];
  if (depth !== label.depth) {
    findings.push(
      reportFinding(
        `attributes.${depthField}`,
        `item ${item.id}: ${depthField} ${depth ?? "missing"} does not agree with label ${labelValue}`,
      ),
    );
  }
  if (item.gold !== label.isTrue) {
    findings.push(
      reportFinding(
        "gold",
        `item ${item.id}: gold ${JSON.stringify(item.gold)} does not agree with label ${labelValue}`,
      ),
    );
  }
  return findings;
}

function findStoryErrors(
  items: readonly BalanceItem[],
  expected: readonly string[],
  reportFinding: ReportFinding,
): BalanceFinding[] {
  const findings: BalanceFinding[] = [];
  if (new Set(items.map((item) => item.story.text)).size > 1) {
    findings.push(reportFinding("story.text", "its items carry different story texts"));
  }
  if (items.length !== expected.length) {
    findings.push(reportFinding("items", `${items.length} statements instead of ${expected.length}`));
  }
  const itemsByLabel = groupBy(items, (item) => String(item.attributes.label));
  for (const label of expected) {
    const labelledItems = itemsByLabel.get(label) ?? [];
    if (labelledItems.length === 0) findings.push(reportFinding("attributes.label", `${formatLabel(label)}: missing`));
    if (labelledItems.length > 1) {
      const ids = labelledItems.map((item) => item.id).join(", ");
      findings.push(reportFinding("attributes.label", `${formatLabel(label)}: ${labelledItems.length} times (${ids})`));
    }
  }
  for (const same of groupBy(items, (item) => item.text.trim().replace(/\s+/g, " ").toLowerCase()).values()) {
    if (same.length > 1) {
      findings.push(reportFinding("text", `the same statement in ${same.map((item) => item.id).join(", ")}`));
    }
  }
  return findings;
}

function findStoryWarnings(items: readonly BalanceItem[], reportFinding: ReportFinding): BalanceFinding[] {
  const findings: BalanceFinding[] = [];
  const words = wordTexts(items[0]?.story.text ?? "").length;
  if (words < storyWords.least || words > storyWords.most) {
    findings.push(
      reportFinding("story.text", `${words} words; expected about 200 (${storyWords.least} to ${storyWords.most})`),
    );
  }
  for (const characters of new Set(items.map((item) => item.attributes.characters))) {
    const inRange =
      typeof characters === "number" && characters >= characterCount.least && characters <= characterCount.most;
    if (!inRange) {
      findings.push(
        reportFinding("attributes.characters", `${characters ?? "no number of"} characters; expected 3 to 5`),
      );
    }
  }
  const whenTrue = meanWords(items.filter((item) => item.gold === true));
  const whenFalse = meanWords(items.filter((item) => item.gold === false));
  if (whenTrue === null || whenFalse === null) return findings;
  const difference = Math.abs(whenTrue - whenFalse) / Math.max(whenTrue, whenFalse);
  if (difference > lengthTolerance) {
    const figures = `${formatNumber(whenTrue)} words when true, ${formatNumber(whenFalse)} when false`;
    findings.push(
      reportFinding("text", `statement length reveals the answer: ${figures} (${Math.round(difference * 100)}%)`),
    );
  }
  return findings;
}

/**
 * Negations are counted over the whole benchmark, because a story has too few statements to distinguish a cue from
 * chance.
 */
function findNegationWarnings(items: readonly BalanceItem[]): BalanceFinding[] {
  const negatedItems = items.filter((item) => negation.test(item.text));
  const whenTrue = negatedItems.filter((item) => item.gold === true).length;
  const whenFalse = negatedItems.filter((item) => item.gold === false).length;
  if (Math.abs(whenTrue - whenFalse) <= Math.max(1, negatedItems.length * 0.2)) return [];
  const message = `negation reveals the answer: ${whenTrue} true and ${whenFalse} false statements are negated`;
  return [{ story: null, field: "text", message }];
}

function meanWords(items: readonly BalanceItem[]): number | null {
  if (items.length === 0) return null;
  return items.reduce((sum, item) => sum + wordTexts(item.text).length, 0) / items.length;
}

function formatLabel(label: string): string {
  const { type, depth, isTrue } = readLabel(label)!;
  return `${type === "ToM" ? "ToM order" : "factual level"} ${depth}, ${isTrue ? "true" : "false"}`;
}
