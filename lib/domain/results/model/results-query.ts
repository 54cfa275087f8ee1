import { type ItemSelection, selectItems, selectionOfText } from "../../items/item-selection.ts";
import { comparators } from "../comparison/side-test.ts";
import { type DataVersion, dataVersions } from "../plan/data-collection-state.ts";
import type { ResultCell } from "./cells.ts";
import { isTied } from "./is-rated.ts";
import { type ResultTiePolicy, resultTiePolicies } from "./majority.ts";
import type { ModelSeries, StudyResults } from "./study-results.ts";

export const parityChoices = ["matching", "all", "verified"] as const;

export const resultSorts = ["file", "hardest", "closest", "gap"] as const;
export type ResultSort = (typeof resultSorts)[number];

/** Filters of the item table. */
export const cellFilters = ["only-people-right", "only-models-right", "tie", "unparsed"] as const;
export type CellFilter = (typeof cellFilters)[number];

/**
 * The possible leading comparators of models: those of the tests, and single people, who occur in a stored analysis.
 */
export const headlineComparators = [...comparators, "best-person", "distribution"] as const;
export type HeadlineComparator = (typeof headlineComparators)[number];

/** Majority sizes that a page offers: odd ones, up to the end of the curve. */
export const majoritySizes = [1, 3, 5, 7, 9, 11, 15, 21, 25] as const;

/** The choices of a results page, which are encoded in its URL. Null means all. */
export interface ResultsQuery {
  condition: string | null;
  /** Value of the attribute `type` ("tom", "factual"). */
  type: string | null;
  /** ToM order or factual level. */
  order: string | null;
  story: string | null;
  /** A selection of items by attributes and names, as typed; see `parseItemSelection`. */
  items: string | null;
  /** Series ids. */
  models: string[] | null;
  /**
   * "matching": answers to texts that differ from people's are shown but excluded from tests. "all": these answers are
   * included. "verified": only answers with proven parity.
   */
  parity: (typeof parityChoices)[number];
  /** The leading comparator; null selects it by the plan, or by the number of answers in a cell. */
  leads: HeadlineComparator | null;
  /** The number of people whose majority is taken; null for everyone who answered, or for the plan's size. */
  majorityOf: number | null;
  /** The score of a tie of people; null for the plan's rule, otherwise for one half. */
  ties: ResultTiePolicy | null;
  /** The attribute of items by which accuracies are divided; null for order and level, or for no division. */
  by: string | null;
  sort: ResultSort;
  /** The cells listed in the item table; does not affect tests. */
  show: CellFilter | null;
  /** The page number, from 1. */
  page: number;
  stage: string | null;
  /** Include answers of people who finished after their slot was reassigned. */
  surplus: boolean;
  /** Include excluded answers. */
  excluded: boolean;
  /** Include answers of people outside all quotas. */
  openStratum: boolean;
  /** The version of the key that scores the answers, or the newest version before it; null for the newest version. */
  key: number | null;
  /** Which data are shown: the data of the study's first lock, if there is one, or all current answers. */
  data: DataVersion;
}

export const defaultResultsQuery: ResultsQuery = {
  condition: null,
  type: null,
  order: null,
  story: null,
  items: null,
  models: null,
  parity: "matching",
  leads: null,
  majorityOf: null,
  ties: null,
  by: null,
  sort: "file",
  show: null,
  page: 1,
  stage: null,
  surplus: false,
  excluded: false,
  openStratum: true,
  key: null,
  data: "locked",
};

type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Parses a URL query. Invalid values are ignored, so that old links work. */
export function parseResultsQuery(parameters: Parameters): ResultsQuery {
  const list = (name: string): string[] => [parameters[name] ?? []].flat().filter((value) => value !== "");
  const first = (name: string): string | null => list(name)[0]?.slice(0, 300) ?? null;
  const number = (name: string) => {
    const value = Number(first(name));
    return Number.isInteger(value) && value >= 1 && value <= 1_000_000 ? value : null;
  };
  const oneOf = <Value extends string>(name: string, values: readonly Value[], fallback: Value): Value =>
    values.find((value) => value === first(name)) ?? fallback;
  const models = list("model").slice(0, 100);
  return {
    condition: first("condition"),
    type: first("type"),
    order: first("order"),
    story: first("story"),
    items: list("items")[0]?.trim().slice(0, 4_000) || null,
    models: models.length > 0 ? models : null,
    parity: oneOf("parity", parityChoices, "matching"),
    leads: headlineComparators.find((value) => value === first("leads")) ?? null,
    majorityOf: majoritySizes.find((value) => value === number("of")) ?? null,
    ties: resultTiePolicies.find((value) => value === first("ties")) ?? null,
    by: first("by"),
    sort: oneOf("sort", resultSorts, "file"),
    show: cellFilters.find((value) => value === first("show")) ?? null,
    page: number("page") ?? 1,
    stage: first("stage"),
    surplus: first("surplus") === "1",
    excluded: first("excluded") === "1",
    openStratum: first("open") !== "0",
    key: number("key"),
    data: oneOf("data", dataVersions, "locked"),
  };
}

/**
 * The query string of a page. It contains only values that differ from the default, in a fixed order, and is empty for
 * the default page.
 */
export function formatResultsQuery(query: ResultsQuery): string {
  const parameters = new URLSearchParams();
  const put = (name: string, value: string | null) => value !== null && parameters.append(name, value);
  put("condition", query.condition);
  put("type", query.type);
  put("order", query.order);
  put("story", query.story);
  put("items", query.items);
  for (const model of query.models ?? []) put("model", model);
  put("parity", query.parity === defaultResultsQuery.parity ? null : query.parity);
  put("leads", query.leads);
  put("of", query.majorityOf === null ? null : String(query.majorityOf));
  put("ties", query.ties);
  put("by", query.by);
  put("sort", query.sort === "file" ? null : query.sort);
  put("show", query.show);
  put("stage", query.stage);
  put("surplus", query.surplus ? "1" : null);
  put("excluded", query.excluded ? "1" : null);
  put("open", query.openStratum ? null : "0");
  put("key", query.key === null ? null : String(query.key));
  put("data", query.data === "current" ? "current" : null);
  put("page", query.page === 1 ? null : String(query.page));
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/**
 * Whether the query changes the tested data. The choice of models, the attribute that divides accuracies, and the order
 * of rows do not change them.
 */
export function changesTestedData(query: ResultsQuery): boolean {
  const comparableQuery = {
    ...defaultResultsQuery,
    models: query.models,
    sort: query.sort,
    show: query.show,
    page: query.page,
    leads: query.leads,
    by: query.by,
  };
  return formatResultsQuery(query) !== formatResultsQuery(comparableQuery);
}

/** The models that a page shows; unknown ids are ignored. */
export function chooseSeries(results: StudyResults, query: ResultsQuery): ModelSeries[] {
  const chosenSeries = results.series.filter(({ id }) => query.models?.includes(id) ?? true);
  return chosenSeries.length > 0 ? chosenSeries : [...results.series];
}

/**
 * Parses the selection of items in the query. If a line cannot be read, all items are selected and `problem` is a
 * message for the user.
 */
export function parseItemSelection({ items }: Pick<ResultsQuery, "items">): {
  selection: ItemSelection | null;
  problem: string | null;
} {
  try {
    return { selection: selectionOfText(items ?? ""), problem: null };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { selection: null, problem: error.message };
  }
}

/**
 * Removes the data that the query excludes from the results. Models' answers without proven parity are excluded on
 * request.
 */
export function narrowResults(results: StudyResults, query: ResultsQuery): StudyResults {
  const items = selectItems(results.items, parseItemSelection(query).selection).filter(
    ({ attributes, storyId }) =>
      (query.type === null || attributes.type === query.type) &&
      (query.order === null || String(attributes.order ?? attributes.level) === query.order) &&
      (query.story === null || storyId === query.story),
  );
  const conditions = results.conditions.filter(({ id }) => query.condition === null || id === query.condition);
  return {
    ...results,
    items,
    conditions: conditions.length > 0 ? conditions : results.conditions,
    // If nothing is excluded, the list itself is returned, because caches are attached to it.
    answers:
      query.parity === "verified" ? results.answers.filter(({ parity }) => parity === "verified") : results.answers,
  };
}

/** The cells of the item table, for the displayed models. */
export function filterCells(
  cells: readonly ResultCell[],
  show: CellFilter | null,
  series: readonly ModelSeries[],
): readonly ResultCell[] {
  return show === null ? cells : cells.filter((cell) => isListed(cell, show, series));
}

function isListed(cell: ResultCell, show: CellFilter, series: readonly ModelSeries[]): boolean {
  const { isMajorityRight, models } = cell;
  const answers = series.flatMap(({ id }) => models.get(id) ?? []);
  switch (show) {
    case "only-people-right":
      return isMajorityRight === true && answers.length > 0 && answers.every(({ isRight }) => isRight !== true);
    case "only-models-right":
      return isMajorityRight === false && answers.length > 0 && answers.every(({ isRight }) => isRight === true);
    case "tie":
      return isTied(cell);
    case "unparsed":
      return answers.some(({ unparsed }) => unparsed > 0);
  }
}

/** Cells in the requested order; cells without answers come last. The sort is stable. */
export function sortCells(cells: readonly ResultCell[], sort: ResultSort): ResultCell[] {
  if (sort === "file") return [...cells];
  return cells.toSorted((left, right) => rankOf(left, sort) - rankOf(right, sort));
}

function rankOf({ vote, correct, models }: ResultCell, sort: Exclude<ResultSort, "file">): number {
  if (vote.n === 0) return 9;
  const share = (correct ?? 0) / vote.n;
  switch (sort) {
    case "hardest":
      return share;
    case "closest": {
      const [most = 0, second = 0] = vote.counts.map(({ count }) => count).sort((left, right) => right - left);
      return (most - second) / vote.n;
    }
    case "gap": {
      const shares = [...models.values()].flatMap(({ mean }) => mean ?? []);
      if (shares.length === 0) return 2;
      return -Math.abs(share - shares.reduce((sum, one) => sum + one, 0) / shares.length);
    }
  }
}
