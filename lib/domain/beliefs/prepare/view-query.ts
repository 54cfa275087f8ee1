import { countsOtherTexts } from "../../items/other-texts.ts";
import { type AnswerRule, storedAnswerRules } from "../scoring/classify.ts";
import { type SliceFacet, sliceFacets } from "../scoring/score-details.ts";
import { ownCategoryPattern } from "../templates.ts";

/** The choices of a page of figures; every part is in the URL. */
export interface BeliefQuery {
  rule: AnswerRule;
  /**
   * Whether answers to texts that are known to differ from the benchmark's count: all answers, or only those to
   * identical texts.
   */
  parity: "all" | "matching";
  /** A study's id; null for the first with finished people; "none" excludes people. */
  people: string | null;
  /** Minimum decided pairs; a cell with fewer counts as missing. */
  least: number;
  /** The heatmap's numbers: rates, or their difference from the same observer's rate for explicit expressions. */
  show: "rate" | "difference";
  /** Method for the p-values of the ranking. */
  test: "exact" | "monte-carlo";
  /** The models of the ranking and of rank correlations. */
  among: "all" | "base" | "instruct";
  /** The attribute by which rates are divided on the page of tables. */
  by: SliceFacet;
  /** The base model whose pair is compared expression by expression. */
  couple: string | null;
  /** "people" or a run's id, and a category: the selection of the page of expressions. */
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

type Asked = Readonly<Record<string, string | string[] | undefined>>;

/** Parses the query of a URL; invalid values are ignored. */
export function parseBeliefQuery(asked: Asked): BeliefQuery {
  const one = (name: keyof BeliefQuery) => {
    const value = asked[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const id = (name: keyof BeliefQuery) => {
    const value = one(name);
    return value !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) ? value : null;
  };
  const whole = (name: keyof BeliefQuery, most: number) => {
    const value = Number(one(name) ?? 1);
    return Number.isSafeInteger(value) && value >= 1 && value <= most ? value : 1;
  };
  return {
    rule: storedAnswerRules.find((rule) => rule === one("rule")) ?? defaultBeliefQuery.rule,
    parity: countsOtherTexts(one("parity")) ? "all" : "matching",
    people: one("people") === "none" ? "none" : id("people"),
    least: whole("least", 1_000),
    show: one("show") === "difference" ? "difference" : "rate",
    test: one("test") === "monte-carlo" ? "monte-carlo" : "exact",
    among: (["base", "instruct"] as const).find((tuning) => tuning === one("among")) ?? "all",
    by: sliceFacets.find((facet) => facet === one("by")) ?? defaultBeliefQuery.by,
    couple: id("couple"),
    observer: one("observer") === "people" ? "people" : id("observer"),
    category: ownCategoryPattern.test(one("category") ?? "") ? one("category") : null,
    page: whole("page", 100_000),
  };
}

/** The query as a URL string, which contains only values that differ from the default; empty if there are none. */
export function formatBeliefQuery(query: Partial<BeliefQuery>): string {
  const entries = Object.entries({ ...defaultBeliefQuery, ...query })
    .filter(([name, value]) => value !== null && value !== defaultBeliefQuery[name as keyof BeliefQuery])
    .map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
}

/** The parameters that links between pages keep. */
export function sharedPart({ rule, parity, people, least }: BeliefQuery): Partial<BeliefQuery> {
  return { rule, parity, people, least };
}
