import { plainName } from "./plain-name.ts";
import type { BeliefTuple } from "./tuple.ts";

/** Which answer to a yes/no query means yes: the true object's query or the asserted object's. */
export type QueryType = "prior_yes" | "ctx_yes";

export const queryTypes: readonly QueryType[] = ["prior_yes", "ctx_yes"];

/** The yes/no query of a fact about the object that its type names. */
export function yesNoQuery(tuple: BeliefTuple, queryType: QueryType): string {
  return askWhether(queryType === "prior_yes" ? tuple.objectPrior : tuple.objectContext, tuple.subjectRelation);
}

/** "Is {object} the {relation} of {subject}?", the authors' wording. */
export function askWhether(object: string, subjectRelation: string): string {
  return `Is ${object} ${subjectRelation}?`;
}

/** Relations whose objects are people, so that the open question is "who". */
const personalRelations = new Set(["author", "composer", "director", "screenwriter", "producer", "father", "mother"]);

/** The open-ended query of a fact, which names no object. */
export function openQuery(tuple: BeliefTuple): string {
  if (tuple.relation === "place of birth") return `Where was ${tuple.subject} born?`;
  return `${personalRelations.has(tuple.relation) ? "Who" : "What"} is ${tuple.subjectRelation}?`;
}

/** Every accepted name of the true object and of the asserted one, without repeats. */
export function acceptedNames(tuple: BeliefTuple): { prior: string[]; context: string[] } {
  return {
    prior: distinctNames([tuple.objectPrior, ...tuple.priorAnswers, ...tuple.priorAliases]),
    context: distinctNames([tuple.objectContext, ...tuple.contextAliases]),
  };
}

function distinctNames(names: readonly string[]): string[] {
  const seen = new Map(names.filter((name) => plainName(name) !== "").map((name) => [plainName(name), name]));
  return [...seen.values()];
}

/** What a yes/no query asks about, read back from its words. */
export interface ReadQuery {
  queryType: QueryType;
  subjectRelation: string;
}

/**
 * Reads a query of the authors' result files, which name its objects but not its type; null when it is no such query.
 * Where one object begins like the other ("New York", "New York City") the longer fit wins.
 */
export function readYesNoQuery(query: string, objectPrior: string, objectContext: string): ReadQuery | null {
  const fits = [
    { queryType: "prior_yes" as const, lead: `Is ${objectPrior} ` },
    { queryType: "ctx_yes" as const, lead: `Is ${objectContext} ` },
  ]
    .filter(({ lead }) => query.startsWith(lead))
    .sort((left, right) => right.lead.length - left.lead.length);
  const best = fits[0];
  if (!best) return null;
  return { queryType: best.queryType, subjectRelation: query.slice(best.lead.length).replace(/\?\s*$/, "") };
}
