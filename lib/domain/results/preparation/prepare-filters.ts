import { formatNumberOf } from "../../format/figures.ts";
import { textOfSelection } from "../../items/item-selection.ts";
import { resultTiePolicies, tieWording } from "../model/majority.ts";
import {
  type CellFilter,
  cellFilters,
  defaultResultsQuery,
  type HeadlineComparator,
  headlineComparators,
  majoritySizes,
  parseItemSelection,
  type ResultSort,
  type ResultsQuery,
  resultSorts,
} from "../model/results-query.ts";
import type { ResultItem, StudyResults } from "../model/study-results.ts";
import type { StoredPlan } from "../plan/plan-record.ts";
import { defaultTies } from "../plan/planned-comparisons.ts";

interface Option {
  value: string;
  label: string;
}

export interface PreparedFilter {
  name: string;
  label: string;
  value: string;
  options: Option[];
}

const leadLabels: Record<HeadlineComparator, string> = {
  majority: "The majority",
  person: "The mean person",
  "best-person": "The best person",
  distribution: "The distribution of people",
};
const typeLabels: Record<string, string> = { tom: "Theory of mind", factual: "Factual" };
const sortLabels: Record<ResultSort, string> = {
  file: "As in the file",
  hardest: "Hardest for people",
  closest: "Closest to a tie",
  gap: "Widest gap to models",
};
/** The labels of the sort orders. */
export function sortOptions(): { value: ResultSort; label: string }[] {
  return resultSorts.map((value) => ({ value, label: sortLabels[value] }));
}

const showLabels: Record<CellFilter, string> = {
  "only-people-right": "People right, all models wrong",
  "only-models-right": "People wrong, all models right",
  tie: "Ties",
  unparsed: "Unparsed answers",
};

/** The labels of the item table's filters; null lists all. */
export function showOptions(): { value: CellFilter | null; label: string }[] {
  return [{ value: null, label: "All cells" }, ...cellFilters.map((value) => ({ value, label: showLabels[value] }))];
}

/** The filter options for this study's results; options with a single value are omitted. */
export function prepareFilters(
  results: StudyResults,
  query: ResultsQuery,
  frame: { stages: readonly string[]; stage: string; keyVersions: readonly number[]; plan: StoredPlan | null },
): { choices: PreparedFilter[]; more: PreparedFilter[] } {
  const { items, conditions } = results;
  const stories = [...new Map(items.map(({ storyId, storyTitle }) => [storyId, storyTitle || storyId]))];
  const choices = [
    createFilter(
      "type",
      "Statements",
      query.type,
      listDistinct(items, "type").map((value) => ({ value, label: typeLabels[value] ?? value })),
    ),
    createFilter("order", "Order or level", query.order, depthsOf(items)),
    createFilter(
      "condition",
      "Condition",
      query.condition,
      conditions.map(({ id, label }) => ({ value: id, label })),
    ),
    createFilter(
      "story",
      "Story",
      query.story,
      stories.map(([value, label]) => ({ value, label })),
    ),
  ].filter(({ options }) => options.length > 2);
  const hasFalseOption = items.some(({ options }) => options.some(({ value }) => value === "false"));
  const planTies = defaultTies(frame.plan);
  const policies = resultTiePolicies.filter((policy) => policy !== planTies && (policy !== "false" || hasFalseOption));
  const moreFilters: PreparedFilter[] = [
    {
      name: "ties",
      label: "Ties",
      value: query.ties === planTies ? "" : (query.ties ?? ""),
      options: [
        { value: "", label: `Ties ${tieWording(planTies)}${frame.plan ? ", as planned" : ""}` },
        ...policies.map((value) => ({ value, label: `Ties ${tieWording(value)}` })),
      ],
    },
    {
      name: "leads",
      label: "Leading comparator",
      value: query.leads ?? "",
      options: [
        { value: "", label: frame.plan ? "As planned" : "By the number of answers" },
        ...headlineComparators.map((value) => ({ value, label: leadLabels[value] })),
      ],
    },
    {
      name: "of",
      label: "Size of the majority",
      value: query.majorityOf === null ? "" : String(query.majorityOf),
      options: [
        {
          value: "",
          label: frame.plan?.plan.comparator.k
            ? `${formatNumberOf(frame.plan.plan.comparator.k, "person", "people")}, as planned`
            : "All people who answered",
        },
        ...majoritySizes.map((size) => ({ value: String(size), label: size === 1 ? "1 person" : `${size} people` })),
      ],
    },
    {
      name: "parity",
      label: "Models’ answers",
      value: query.parity,
      options: [
        { value: "matching", label: "Tests exclude answers to other texts" },
        { value: "all", label: "Tests include answers to other texts" },
        { value: "verified", label: "Only verified texts" },
      ],
    },
    {
      name: "stage",
      label: "Stage",
      value: frame.stage,
      options: frame.stages.map((value) => ({ value, label: value })),
    },
    createFilter(
      "key",
      "Key",
      query.key === null ? null : String(query.key),
      frame.keyVersions.map((version) => ({ value: String(version), label: `version ${version}` })),
      "Newest version",
    ),
  ].filter(({ options, name }) => options.length > (name === "key" ? 2 : 1));
  return { choices, more: moreFilters };
}

/** The active filters, each with the query that removes it. */
export function listActiveFilters(
  results: StudyResults,
  query: ResultsQuery,
  labels: ReadonlyMap<string, string>,
): { label: string; without: ResultsQuery }[] {
  const withChanges = (changes: Partial<ResultsQuery>): ResultsQuery => ({ ...query, ...changes, page: 1 });
  const { selection } = parseItemSelection(query);
  const filters: { label: string | null; without: ResultsQuery }[] = [
    { label: query.type && (typeLabels[query.type] ?? query.type), without: withChanges({ type: null }) },
    { label: query.order && `Order or level ${query.order}`, without: withChanges({ order: null }) },
    {
      label: query.condition && (results.conditions.find(({ id }) => id === query.condition)?.label ?? null),
      without: withChanges({ condition: null }),
    },
    {
      label: query.story && (results.items.find(({ storyId }) => storyId === query.story)?.storyTitle || query.story),
      without: withChanges({ story: null }),
    },
    { label: selection && `Items ${textOfSelection(selection)}`, without: withChanges({ items: null }) },
    {
      label:
        query.models && query.models.length > 0
          ? query.models.flatMap((id) => labels.get(id) ?? []).join(", ") || null
          : null,
      without: withChanges({ models: null }),
    },
    {
      label: { matching: null, all: "With answers to other texts", verified: "Only verified texts" }[query.parity],
      without: withChanges({ parity: "matching" }),
    },
    {
      label: query.leads && `${leadLabels[query.leads]} first`,
      without: withChanges({ leads: null }),
    },
    {
      label: query.majorityOf === null ? null : `Majority of ${query.majorityOf}`,
      without: withChanges({ majorityOf: null }),
    },
    {
      label: query.ties === null ? null : `Ties ${tieWording(query.ties)}`,
      without: withChanges({ ties: defaultResultsQuery.ties }),
    },
    { label: query.stage && `Stage ${query.stage}`, without: withChanges({ stage: null }) },
    { label: query.surplus ? "With surplus answers" : null, without: withChanges({ surplus: false }) },
    { label: query.excluded ? "With excluded answers" : null, without: withChanges({ excluded: false }) },
    {
      label: query.data === "current" ? "With answers after the data lock" : null,
      without: withChanges({ data: "locked" }),
    },
    { label: query.key === null ? null : `Key version ${query.key}`, without: withChanges({ key: null }) },
  ];
  return filters.flatMap(({ label, without }) => (label === null ? [] : [{ label, without }]));
}

function createFilter(
  name: string,
  label: string,
  value: string | null,
  options: readonly Option[],
  all = "All",
): PreparedFilter {
  return { name, label, value: value ?? "", options: [{ value: "", label: all }, ...options] };
}

function depthsOf(items: readonly ResultItem[]): Option[] {
  const values = new Set(items.flatMap(({ attributes }) => attributes.order ?? attributes.level ?? []));
  const sorted = [...values].map(String).sort((left, right) => left.localeCompare(right, "en", { numeric: true }));
  return sorted.length > 30 ? [] : sorted.map((value) => ({ value, label: value }));
}

function listDistinct(items: readonly ResultItem[], name: string): string[] {
  return [
    ...new Set(items.flatMap(({ attributes }) => (typeof attributes[name] === "string" ? attributes[name] : []))),
  ];
}
