import { hasUncountedAnswer } from "../comparison/compared-cells.ts";
import type { ResultCell } from "../model/cells.ts";
import { clusterOf, personScore, type Share, shareOfCells, shareOfPeople } from "../model/share.ts";
import type { ResultItem } from "../model/study-results.ts";
import { quarterBands } from "./quarter-bands.ts";

/** A row of points: people and, if given, a model, by depth or by another attribute of the items. */
export interface DepthPanel {
  key: string;
  /** "Theory of mind" */
  title: string;
  /** "Order of theory of mind; the reader counts as order 1" */
  axis: string;
  points: DepthPoint[];
}

export interface DepthPoint {
  label: string;
  /** People's majority over cells. */
  majority: Share;
  /** Single answers of people, clustered by story. */
  people: Share;
  /** The share of the model over the same cells; null if no model is shown. */
  model: Share | null;
}

/**
 * Accuracy by ToM order and factual level if items have MoToMQA's attributes, or by the named attribute; other items
 * are not divided by default. With a model, only cells with answers of both people and the model are used.
 */
export function prepareDepth(
  cells: readonly ResultCell[],
  seriesId: string | null,
  attribute: string | null = null,
): DepthPanel[] {
  const comparedCells =
    seriesId === null
      ? cells
      : cells.filter((cell) => personScore(cell) !== null && (cell.models.get(seriesId)?.mean ?? null) !== null);
  return groupByDepth([...new Set(cells.map(({ item }) => item))], attribute).map(({ groupOf, labels, ...panel }) => {
    const groups = new Map<string, ResultCell[]>(labels.map((label) => [label, []]));
    for (const cell of comparedCells) groups.get(groupOf(cell.item) ?? "")?.push(cell);
    const pointOf = (label: string): DepthPoint => {
      const group = groups.get(label)!;
      const shareOf = (score: (cell: ResultCell) => number | null) =>
        shareOfCells(group.map((cell) => ({ score: score(cell), cluster: clusterOf(cell.item) })));
      return {
        label,
        majority: shareOf((cell) => cell.majority),
        people: shareOfPeople(group),
        model:
          seriesId === null
            ? null
            : shareOf((cell) => (hasUncountedAnswer(cell, seriesId) ? cell.models.get(seriesId)!.mean : null)),
      };
    };
    return { ...panel, points: labels.map(pointOf) };
  });
}

/** Items divided into groups, with the labels of the groups in order. */
export interface Grouping {
  key: string;
  title: string;
  axis: string;
  /** The group of an item; null for none. */
  groupOf: (item: ResultItem) => string | null;
  labels: string[];
}

const depths = [
  { key: "tom", title: "Theory of mind", axis: "Order (the reader counts as order 1)", depth: "order" },
  { key: "factual", title: "Factual control", axis: "Level (number of facts)", depth: "level" },
] as const;

/** Groups items by order and level, or by an attribute (`attributeGroups`); empty if the items do not have it. */
export function groupByDepth(items: readonly ResultItem[], attribute: string | null): Grouping[] {
  const depthGroupings = attribute === null ? depths.flatMap((depth) => depthGrouping(depth, items)) : [];
  if (depthGroupings.length > 0) return depthGroupings;
  const groups = attribute === null ? null : attributeGroups(items, attribute);
  return groups ? [groups] : [];
}

function depthGrouping({ depth, ...panel }: (typeof depths)[number], items: readonly ResultItem[]): Grouping[] {
  const groupOf = (item: ResultItem) => (item.attributes.type === panel.key ? attributeOf(item, depth) : null);
  const labels = sortedLabels(items.map(groupOf));
  return labels.length === 0 ? [] : [{ ...panel, groupOf, labels }];
}

/** Attributes by which items can be divided (`attributeGroups`). */
export function listBreakdowns(items: readonly ResultItem[]): string[] {
  const names = [...new Set(items.flatMap(({ attributes }) => Object.keys(attributes)))].sort();
  return names.filter((name) => attributeGroups(items, name) !== null);
}

/** Maximum number of distinct values that are used as groups directly. */
const maxGroups = 12;

/**
 * Groups items by any attribute. An attribute with 2 to 12 values is divided by its values; a number with more values
 * is divided into quarters of the items. Otherwise the groups are the eleven most frequent words that at least two
 * items share, and all other items. Null if there is only one group.
 */
export function attributeGroups(items: readonly ResultItem[], name: string): Grouping | null {
  const values = items.map((item) => attributeOf(item, name));
  const distinct = sortedLabels(values);
  const createGrouping = (groupOf: Grouping["groupOf"], labels: string[]): Grouping | null =>
    labels.length < 2 ? null : { key: name, title: `By ${name}`, axis: name, groupOf, labels };
  if (distinct.length <= maxGroups) return createGrouping((item) => attributeOf(item, name), distinct);
  const numbers = items.flatMap(({ attributes }) => {
    const value = attributes[name];
    return typeof value === "number" && Number.isFinite(value) ? [value] : [];
  });
  if (numbers.length === values.filter((value) => value !== null).length) {
    const { labels, labelOf } = quarterBands(numbers);
    return createGrouping(
      ({ attributes: { [name]: value } }) => (typeof value === "number" ? labelOf(value) : null),
      labels,
    );
  }
  const sizes = new Map<string, number>();
  for (const value of values) if (value !== null) sizes.set(value, (sizes.get(value) ?? 0) + 1);
  const frequentValues = [...sizes]
    .filter(([, size]) => size > 1)
    .sort((left, right) => right[1] - left[1] || left[0].localeCompare(right[0], "en"))
    .slice(0, maxGroups - 1)
    .map(([value]) => value);
  if (frequentValues.length < 2) return null;
  return createGrouping(
    (item) => {
      const value = attributeOf(item, name);
      return value === null || frequentValues.includes(value) ? value : otherValues;
    },
    frequentValues.length < sizes.size ? [...sortedLabels(frequentValues), otherValues] : sortedLabels(frequentValues),
  );
}

const otherValues = "all others";

function attributeOf(item: ResultItem, name: string): string | null {
  const value = Object.hasOwn(item.attributes, name) ? item.attributes[name] : null;
  return value === null || value === undefined ? null : String(value);
}

/** Numbers by size, then words alphabetically. */
function sortedLabels(values: readonly (string | null)[]): string[] {
  const present = [...new Set(values.filter((value) => value !== null))];
  return present.sort((left, right) => left.localeCompare(right, "en", { numeric: true }));
}
