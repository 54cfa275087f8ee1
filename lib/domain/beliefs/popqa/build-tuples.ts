import { canonicalJson } from "../../fingerprint.ts";
import { groupBy } from "../../group-by.ts";
import { drawOne, type Random, seededRandom, shuffle } from "../../random.ts";
import { alsoTrue } from "../false-alternative.ts";
import { namesOverlap, plainName } from "../plain-name.ts";
import { type BeliefTuple, setTupleId } from "../tuple.ts";
import type { PopQaRow } from "./read-row.ts";

/** The filters of section 4.3 of the paper and of its code, in the order in which they are applied. */
export const filterNames = [
  "excludedRelation",
  "empty",
  "severalObjects",
  "repeated",
  "unlinkedObject",
  "relationPool",
  "length",
  "numeric",
  "malformed",
  "relationCap",
  "noConflictingObject",
  "noExtraInformation",
  "noCondition",
] as const;
export type FilterName = (typeof filterNames)[number];

/** Description of each filter for a report. */
export const filterDescriptions: Readonly<Record<FilterName, string>> = {
  excludedRelation: "the relation is excluded (capital of)",
  empty: "subject, relation or object is empty",
  severalObjects: "the subject has several objects under this relation",
  repeated: "the same fact is in an earlier row",
  unlinkedObject: "the object occurs in too few facts to say anything else about it",
  relationPool: "not drawn: more facts of the relation than the first limit",
  length: "subject or object is too short or too long",
  numeric: "the object is a number",
  malformed: "subject, relation or object begins or ends with a comma",
  relationCap: "not drawn: more facts of the relation than the final limit",
  noConflictingObject: "the relation has no other object to assert",
  noExtraInformation: "nothing else is known about the asserted object",
  noCondition: "no well-known fact is left to serve as a condition",
};

export interface TupleSettings {
  seed: string | number;
  excludedRelations: readonly string[];
  /** Minimum number of facts in which an object must occur. */
  minimumLinks: number;
  relationPool: number;
  relationCap: number;
  /** In Unicode code points. */
  minimumLength: number;
  maximumLength: number;
  /** Number of most popular subjects whose facts may be used as conditions. */
  conditionSubjects: number;
}

/** The authors' settings and seed. The random generator is different from theirs, so the sample differs too. */
export const paperSettings: TupleSettings = {
  seed: 42,
  excludedRelations: ["capital of"],
  minimumLinks: 2,
  relationPool: 500,
  relationCap: 333,
  minimumLength: 2,
  maximumLength: 50,
  conditionSubjects: 100,
};

export interface BuiltTuples {
  tuples: BeliefTuple[];
  /** Rows given, and rows removed by each filter: given = tuples + sum of removed. */
  given: number;
  removed: Record<FilterName, number>;
}

/**
 * Builds tuples of false claims from PopQA rows by the steps of the paper.
 *
 * Two departures make items unambiguous. The asserted object shares no name with the true object, not even as whole
 * words inside a longer name. A condition names neither the subject of the fact nor one of its objects (a condition
 * "Warsaw is the capital of Poland" would reveal the answer).
 *
 * The draw depends on the seed and on the facts, not on the order of the rows.
 */
export function buildTuples(rows: readonly PopQaRow[], settings: TupleSettings = paperSettings): BuiltTuples {
  const removedCounts = Object.fromEntries(filterNames.map((name) => [name, 0])) as Record<FilterName, number>;
  const applyFilter = (name: FilterName, facts: PopQaRow[], isKept: (fact: PopQaRow) => boolean): PopQaRow[] => {
    const remaining = facts.filter(isKept);
    removedCounts[name] = facts.length - remaining.length;
    return remaining;
  };

  let facts = [...rows].sort(compareFacts);
  facts = applyFilter("excludedRelation", facts, (fact) => !settings.excludedRelations.includes(fact.relation));
  facts = applyFilter("empty", facts, (fact) => fact.subject !== "" && fact.relation !== "" && fact.object !== "");
  const rowsOf = groupBy(facts, factKey);
  facts = applyFilter("severalObjects", facts, (fact) =>
    (rowsOf.get(factKey(fact)) ?? []).every((row) => row.object === fact.object),
  );
  const firstRows = new Set(new Map([...facts].reverse().map((fact) => [factKey(fact), fact])).values());
  facts = applyFilter("repeated", facts, (fact) => firstRows.has(fact));
  const links = countItemsByKey(facts, (fact) => fact.object);
  facts = applyFilter("unlinkedObject", facts, (fact) => (links.get(fact.object) ?? 0) >= settings.minimumLinks);
  const pool = drawPerRelation(facts, settings.relationPool, seededRandom(`${settings.seed}|pool`));
  facts = applyFilter("relationPool", facts, (fact) => pool.has(fact));
  facts = applyFilter("length", facts, (fact) =>
    [fact.subject, fact.object].every((name) => fitsLength(name, settings)),
  );
  facts = applyFilter("numeric", facts, (fact) => !isNumeric(fact.object));
  facts = applyFilter("malformed", facts, (fact) => ![fact.subject, fact.relation, fact.object].some(hasStrayComma));
  const candidates = facts;
  const cappedFacts = drawPerRelation(facts, settings.relationCap, seededRandom(`${settings.seed}|cap`));
  facts = applyFilter("relationCap", facts, (fact) => cappedFacts.has(fact));

  const factsByRelation = groupBy(candidates, (fact) => fact.relation);
  const factsByObject = groupBy(candidates, (fact) => fact.object);
  const conditions = selectPopularFacts(candidates, settings.conditionSubjects);
  const tuples: BeliefTuple[] = [];
  for (const fact of facts) {
    const random = seededRandom(`${settings.seed}|${factKey(fact)}|${fact.object}`);
    const conflict = drawConflict(fact, factsByRelation.get(fact.relation) ?? [], random);
    if (!conflict) {
      removedCounts.noConflictingObject += 1;
      continue;
    }
    const otherFacts = (factsByObject.get(conflict.object) ?? []).filter((other) => other.subject !== fact.subject);
    if (otherFacts.length === 0) {
      removedCounts.noExtraInformation += 1;
      continue;
    }
    const extra = drawOne(otherFacts, random);
    const usableConditions = conditions.filter((condition) => !revealsAnswer(condition, fact, conflict));
    if (usableConditions.length === 0) {
      removedCounts.noCondition += 1;
      continue;
    }
    const condition = drawOne(usableConditions, random);
    tuples.push(toTuple(fact, conflict, extra, condition, conditions.indexOf(condition)));
  }
  return { tuples, given: rows.length, removed: removedCounts };
}

function toTuple(fact: PopQaRow, conflict: PopQaRow, extra: PopQaRow, condition: PopQaRow, index: number): BeliefTuple {
  return setTupleId({
    subject: fact.subject,
    relation: fact.relation,
    subjectRelation: `the ${fact.relation} of ${fact.subject}`,
    objectContext: conflict.object,
    objectPrior: fact.object,
    contextAliases: conflict.objectAliases,
    priorAliases: fact.objectAliases,
    priorAnswers: fact.possibleAnswers.length > 0 ? fact.possibleAnswers : [fact.object, ...fact.objectAliases],
    extraInformation: `is the ${extra.relation} of ${extra.subject}`,
    condition: `${condition.object} is the ${condition.relation} of ${condition.subject}`,
    counterfactualCondition: `${condition.object} were not the ${condition.relation} of ${condition.subject}`,
    subjectPopularity: fact.subjectPopularity,
    objectPopularity: fact.objectPopularity,
    objectPriorId: fact.objectId,
    conditionIndex: index,
  });
}

/**
 * Draws another object of the same relation uniformly. No accepted answer equals, overlaps or contains the drawn
 * object.
 */
function drawConflict(fact: PopQaRow, sameRelation: readonly PopQaRow[], random: Random): PopQaRow | null {
  const acceptedNames = [fact.object, ...fact.objectAliases, ...fact.possibleAnswers];
  const byObject = new Map(sameRelation.map((other) => [other.object, other]));
  // Taking the first fitting object of a shuffled list is as uniform as filtering all candidates first, and much
  // faster.
  for (const candidate of shuffle([...byObject.values()], random)) {
    const names = [candidate.object, ...candidate.objectAliases];
    const clashes = names.some((name) => acceptedNames.some((answer) => namesOverlap(name, answer)));
    const isExclusive =
      alsoTrue({ objectPrior: fact.object, objectContext: candidate.object, accepted: acceptedNames }) === null;
    if (!clashes && isExclusive) return candidate;
  }
  return null;
}

/** The facts of the most popular subjects: one fact per subject, most popular first. */
function selectPopularFacts(facts: readonly PopQaRow[], subjects: number): PopQaRow[] {
  const byPopularity = [...facts].sort(
    (left, right) => (right.subjectPopularity ?? -1) - (left.subjectPopularity ?? -1) || compareFacts(left, right),
  );
  const bySubject = new Map<string, PopQaRow>();
  for (const fact of byPopularity) {
    if (!bySubject.has(fact.subject)) bySubject.set(fact.subject, fact);
  }
  return [...bySubject.values()].slice(0, subjects);
}

function revealsAnswer(condition: PopQaRow, fact: PopQaRow, conflict: PopQaRow): boolean {
  return (
    plainName(condition.subject) === plainName(fact.subject) ||
    [fact.object, conflict.object].some((object) => plainName(object) === plainName(condition.object))
  );
}

function drawPerRelation(facts: readonly PopQaRow[], maxPerRelation: number, random: Random): ReadonlySet<PopQaRow> {
  const relations = [...groupBy(facts, (fact) => fact.relation).values()];
  return new Set(relations.flatMap((group) => shuffle(group, random).slice(0, maxPerRelation)));
}

function countItemsByKey<Fact>(facts: readonly Fact[], key: (fact: Fact) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const fact of facts) counts.set(key(fact), (counts.get(key(fact)) ?? 0) + 1);
  return counts;
}

function factKey(fact: PopQaRow): string {
  return `${fact.relation}\u0000${fact.subject}`;
}

/** Orders facts only by content. The order of rows that differ only in their line number is not defined. */
function compareFacts(left: PopQaRow, right: PopQaRow): number {
  const [first, second] = [sortKey(left), sortKey(right)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

function sortKey(fact: PopQaRow): string {
  return `${factKey(fact)}\u0000${fact.object}\u0000${canonicalJson({ ...fact, line: 0 })}`;
}

function fitsLength(name: string, settings: TupleSettings): boolean {
  const length = [...name].length;
  return length >= settings.minimumLength && length <= settings.maximumLength;
}

/** Whether a name consists only of digits and their usual separators: "1984", "3.14", "1,000". */
function isNumeric(name: string): boolean {
  return /^[\p{N}\s.,+-]+$/u.test(name) && /\p{N}/u.test(name);
}

function hasStrayComma(name: string): boolean {
  return /^,|,$/.test(name);
}
