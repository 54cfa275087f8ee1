import { countsOtherTexts } from "../../items/other-texts.ts";
import { type AnswerRule, storedAnswerRules } from "../scoring/classify.ts";
import { type SliceFacet, sliceFacets } from "../scoring/score-details.ts";
import { customCategoryPattern } from "../templates.ts";

/** The state of a page of figures. Every part is in the URL. */
export interface BeliefQuery {
  rule: AnswerRule;
  /** Which answers count: all, or only answers to texts that are identical to the benchmark's text. */
  parity: "all" | "matching";
  /** The ID of a study. Null selects the first study with completed sessions; "none" excludes people. */
  people: string | null;
  /** Minimum number of decided pairs. A cell with fewer counts as missing. */
  least: number;
  /**
   * The numbers in the heatmap: rates, or the difference between a rate and the observer's rate for explicit
   * expressions.
   */
  show: "rate" | "difference";
  /** Method for the p-values of the ranking. */
  test: "exact" | "monte-carlo";
  /** The models of the ranking and of rank correlations. */
  among: "all" | "base" | "instruct";
  /** The attribute by which the page of tables groups rates. */
  by: SliceFacet;
  /** The base model that is compared with its tuned sibling expression by expression. */
  couple: string | null;
  /** The observer ("people" or a run's ID) and the category that the page of expressions shows. */
  observer: string | null;
  category: string | null;
  page: number;
}

export const defaultBeliefQuery: BeliefQuery = {
  rule: "reader",
  parity: "matching",
  people: null,
  least: 1,
  show: "rate",
  test: "exact",
  among: "all",
  by: "relation",
  couple: null,
  observer: null,
  category: null,
  page: 1,
};

type BeliefSearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** Parses the query of a URL; invalid values are ignored. */
export function parseBeliefQuery(params: BeliefSearchParams): BeliefQuery {
  const readSingle = (name: keyof BeliefQuery) => {
    const value = params[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const readId = (name: keyof BeliefQuery) => {
    const value = readSingle(name);
    return value !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) ? value : null;
  };
  const readWholeNumber = (name: keyof BeliefQuery, maximum: number) => {
    const value = Number(readSingle(name) ?? 1);
    return Number.isSafeInteger(value) && value >= 1 && value <= maximum ? value : 1;
  };
  return {
    rule: storedAnswerRules.find((rule) => rule === readSingle("rule")) ?? defaultBeliefQuery.rule,
    parity: countsOtherTexts(readSingle("parity")) ? "all" : "matching",
    people: readSingle("people") === "none" ? "none" : readId("people"),
    least: readWholeNumber("least", 1_000),
    show: readSingle("show") === "difference" ? "difference" : "rate",
    test: readSingle("test") === "monte-carlo" ? "monte-carlo" : "exact",
    among: (["base", "instruct"] as const).find((tuning) => tuning === readSingle("among")) ?? "all",
    by: sliceFacets.find((facet) => facet === readSingle("by")) ?? defaultBeliefQuery.by,
    couple: readId("couple"),
    observer: readSingle("observer") === "people" ? "people" : readId("observer"),
    category: customCategoryPattern.test(readSingle("category") ?? "") ? readSingle("category") : null,
    page: readWholeNumber("page", 100_000),
  };
}

/** Formats the query as a URL string with only the values that differ from the default; empty if there are none. */
export function formatBeliefQuery(query: Partial<BeliefQuery>): string {
  const entries = Object.entries({ ...defaultBeliefQuery, ...query })
    .filter(([name, value]) => value !== null && value !== defaultBeliefQuery[name as keyof BeliefQuery])
    .map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
}

/** The parameters that links to other pages preserve. */
export function pickSharedParameters({ rule, parity, people, least }: BeliefQuery): Partial<BeliefQuery> {
  return { rule, parity, people, least };
}
