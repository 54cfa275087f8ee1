import { plainName } from "./plain-name.ts";
import type { BeliefTuple } from "./tuple.ts";

/** The object that a yes/no query asks about: the true object or the asserted object. */
export type QueryType = "prior_yes" | "ctx_yes";

export const queryTypes: readonly QueryType[] = ["prior_yes", "ctx_yes"];

/** The yes/no query of a fact; the query type determines the object that is asked about. */
export function formatYesNoQuery(tuple: BeliefTuple, queryType: QueryType): string {
  return askWhether(queryType === "prior_yes" ? tuple.objectPrior : tuple.objectContext, tuple.subjectRelation);
}

/** "Is {object} the {relation} of {subject}?", in the authors' wording. */
export function askWhether(object: string, subjectRelation: string): string {
  return `Is ${object} ${subjectRelation}?`;
}

/** Relations whose objects are people, so that the open question is "who". */
const personalRelations = new Set(["author", "composer", "director", "screenwriter", "producer", "father", "mother"]);

/** The open question about a fact, which names no object. */
export function formatOpenQuery(tuple: BeliefTuple): string {
  if (tuple.relation === "place of birth") return `Where was ${tuple.subject} born?`;
  return `${personalRelations.has(tuple.relation) ? "Who" : "What"} is ${tuple.subjectRelation}?`;
}

/** All accepted names of the true object and of the asserted object, without duplicates. */
export function listAcceptedNames(tuple: BeliefTuple): { prior: string[]; context: string[] } {
  return {
    prior: removeDuplicateNames([tuple.objectPrior, ...tuple.priorAnswers, ...tuple.priorAliases]),
    context: removeDuplicateNames([tuple.objectContext, ...tuple.contextAliases]),
  };
}

function removeDuplicateNames(names: readonly string[]): string[] {
  const seen = new Map(names.filter((name) => plainName(name) !== "").map((name) => [plainName(name), name]));
  return [...seen.values()];
}

/** The parts of a yes/no query, parsed from its text. */
export interface ParsedQuery {
  queryType: QueryType;
  subjectRelation: string;
}

/**
 * Parses a query of the authors' result files, whose type is determined by the object that the query names. Null for
 * other queries. If one object is a prefix of the other ("New York", "New York City"), the longer match wins.
 */
export function readYesNoQuery(query: string, objectPrior: string, objectContext: string): ParsedQuery | null {
  const matches = [
    { queryType: "prior_yes" as const, lead: `Is ${objectPrior} ` },
    { queryType: "ctx_yes" as const, lead: `Is ${objectContext} ` },
  ]
    .filter(({ lead }) => query.startsWith(lead))
    .sort((left, right) => right.lead.length - left.lead.length);
  const best = matches[0];
  if (!best) return null;
  return { queryType: best.queryType, subjectRelation: query.slice(best.lead.length).replace(/\?\s*$/, "") };
}
