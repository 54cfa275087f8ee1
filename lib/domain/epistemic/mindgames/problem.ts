import type { Mode } from "../logic/formula.ts";

/**
 * The facts of a setup and who observes them (MindGames, section 3.2). `forehead`: mud, which everyone except its
 * bearer sees. `forehead_mirror`: mud, which everyone sees. `internal`: thirst, which only the thirsty person feels.
 * `explicit`: cards, which the text shows to named persons.
 */
export const setups = ["forehead", "forehead_mirror", "internal", "explicit"] as const;
export type Setup = (typeof setups)[number];

/**
 * Subjects of a fact other than a person. `nobody` and `not everyone` are the negations of `someone` and `everyone`.
 */
export const quantifiers = ["someone", "everyone", "nobody", "not everyone"] as const;
export type Quantifier = (typeof quantifiers)[number];

/**
 * A statement about persons, who are numbered from 0. Only a fact about one person can be negated; negated quantifiers
 * are quantifiers of their own.
 */
export type Statement =
  | { kind: "fact"; subject: number | Quantifier; negated: boolean }
  | { kind: "knows"; person: number; mode: Mode; negated: boolean; of: Statement };

/** The part of a problem that the premise states. */
export interface Premise {
  setup: Setup;
  /** The persons' names; person i is `names[i]`. */
  names: readonly string[];
  /** `sees[i][j]` states whether person i sees the fact about person j. */
  sees: readonly (readonly boolean[])[];
  /** The public announcements in order. In the released problems the first one begins with "someone". */
  announcements: readonly Statement[];
}

export interface Problem extends Premise {
  hypothesis: Statement;
}

export type Label = "entailment" | "not_entailment";

/**
 * Maximum number of persons in a problem. Agents are named by letters, and every valuation of the facts is enumerated.
 */
export const MAXIMUM_PERSONS = 20;

/** The observations that a setup determines; null for `explicit`, where the problem states the observations. */
export function fixedObservations(setup: Setup, persons: number): boolean[][] | null {
  if (setup === "explicit") return null;
  const all = Array.from({ length: persons }, (_, index) => index);
  return all.map((seer) =>
    all.map((seen) => setup === "forehead_mirror" || (seer === seen) === (setup === "internal")),
  );
}

/**
 * The number of nested knowledge operators in a statement; 0 for a fact. The released `hypothesis_depth` is one less.
 */
export function beliefOrder(statement: Statement): number {
  return statement.kind === "fact" ? 0 : 1 + beliefOrder(statement.of);
}

/** All persons that a statement names, as subject or as knower. */
export function personsIn(statement: Statement): number[] {
  if (statement.kind === "knows") return [statement.person, ...personsIn(statement.of)];
  return typeof statement.subject === "number" ? [statement.subject] : [];
}

/** A unique text for each statement: `K0w(~1)` for "person 0 knows whether not fact 1". */
export function statementKey(statement: Statement): string {
  const sign = statement.negated ? "~" : "";
  if (statement.kind === "fact") return `${sign}${statement.subject}`;
  return `${sign}K${statement.person}${statement.mode === "that" ? "t" : "w"}(${statementKey(statement.of)})`;
}

/** A unique text for each premise, ignoring names. */
export function premiseStructureKey({ setup, sees, announcements }: Omit<Premise, "names">): string {
  const rows = sees.map((row) => row.map((value) => (value ? 1 : 0)).join(""));
  return `${setup} ${rows.join(" ")} ${announcements.map(statementKey).join(" ")}`;
}
