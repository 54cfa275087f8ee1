import type { QueryType } from "../queries.ts";
import { type AnswerClass, type AnswerRule, classifyAnswer } from "./classify.ts";

/** One answer to one yes/no query, by a model or a person. */
export interface BeliefAnswer {
  /** Model or participant. */
  observer: string;
  /** Names the fact; answers about one fact are alike, so intervals cluster by it. */
  fact: string;
  queryType: QueryType;
  /** What was said before the query; null for a question about the fact as such, which holds for all its expressions. */
  expression: { dimension: string; category: string; text: string } | null;
  /** Whether the expression was shown. The prior check asks the same query without it. */
  shown: boolean;
  query: string;
  answer: string;
  /** Number of the repetition, for files that ask the same query several times. */
  repeat: number;
}

/** The two answers of a pair taken together; "incomplete" when one of them is missing. */
export type PairOutcome = "context" | "memory" | "always_yes" | "always_no" | "other" | "incomplete";

/** What the two answers without the expression say; "missing" when they were not both given. */
export type PriorKnowledge = "known" | "notKnown" | "missing";

/** The two queries after one expression. It counts only where the fact was known without it. */
export interface BeliefPair {
  fact: string;
  dimension: string;
  category: string;
  expression: string;
  repeat: number;
  prior: PriorKnowledge;
  outcome: PairOutcome;
  /** The answers behind it; only in a table that keeps them. */
  texts: PairTexts | null;
}

export interface PairTexts {
  queries: Record<QueryType, string | null>;
  answers: Record<QueryType, string | null>;
  priorAnswers: Record<QueryType, string | null>;
}

/** Rows that asked again what an earlier row had asked, and the answers that they contradicted (then "other"). */
export interface RepeatedRows {
  rows: number;
  contradicted: number;
}

export interface PairTable {
  add(answer: BeliefAnswer): void;
  observers(): string[];
  /** The pairs of one observer, in an order that depends on their content only. */
  pairs(observer: string): BeliefPair[];
  repeated(observer: string): RepeatedRows;
}

/** Positions of the four classes that a cell holds. */
const slotOf: Readonly<Record<QueryType, number>> = { prior_yes: 0, ctx_yes: 1 };
const priorOffset = 2;

interface Answers {
  /** Classes with the expression (0, 1) and without (2, 3); null while unanswered. */
  classes: (AnswerClass | null)[];
  /** One bit a class: whether two rows contradict each other there. */
  contradicted: number;
  texts: PairTexts | null;
}

interface Cell extends Answers {
  fact: string;
  dimension: string;
  category: string;
  expression: string;
  repeat: number;
}

interface ObserverTable {
  cells: Map<string, Cell>;
  /** Answers about a fact as such. */
  facts: Map<string, Answers>;
  repeated: RepeatedRows;
}

/**
 * Puts answers together into pairs as they stream in. Rows may come in any order and from several files; what is kept
 * of a row is its class, so that 130,000 rows take a few tens of megabytes.
 *
 * @param keepTexts also keeps queries and answers, for the list of expressions behind a figure
 */
export function createPairTable(rule: AnswerRule, keepTexts = false): PairTable {
  const tables = new Map<string, ObserverTable>();

  function tableOf(observer: string): ObserverTable {
    const known = tables.get(observer);
    if (known) return known;
    const table = { cells: new Map(), facts: new Map(), repeated: { rows: 0, contradicted: 0 } };
    tables.set(observer, table);
    return table;
  }

  return {
    add(answer) {
      const table = tableOf(answer.observer);
      const holder = answer.expression
        ? cellOf(table, answer, answer.expression, keepTexts)
        : factOf(table, answer.fact, keepTexts);
      const slot = slotOf[answer.queryType] + (answer.shown && answer.expression ? 0 : priorOffset);
      const given = classifyAnswer(answer.answer, answer.queryType, rule);
      const before = holder.classes[slot] ?? null;
      if (before === null) holder.classes[slot] = given;
      else table.repeated.rows += 1;
      const isContradicted = (holder.contradicted & (1 << slot)) !== 0;
      if (before !== null && before !== given && !isContradicted) {
        // Which row came first must not matter, so contradicting answers decide nothing.
        holder.classes[slot] = "other";
        holder.contradicted |= 1 << slot;
        table.repeated.contradicted += 1;
      }
      if (holder.texts) keepText(holder.texts, answer);
    },
    observers: () => [...tables.keys()].sort(),
    pairs(observer) {
      const table = tables.get(observer);
      if (!table) return [];
      return [...table.cells.keys()].sort().map((key) => {
        const cell = table.cells.get(key) as Cell;
        return toPair(cell, table.facts.get(cell.fact) ?? null);
      });
    },
    repeated: (observer) => tables.get(observer)?.repeated ?? { rows: 0, contradicted: 0 },
  };
}

/** The outcome of a pair: following the expression means no to the true object and yes to the asserted one. */
export function pairOutcome(priorYes: AnswerClass | null, contextYes: AnswerClass | null): PairOutcome {
  if (priorYes === null || contextYes === null) return "incomplete";
  if (priorYes === "other" || contextYes === "other") return "other";
  if (priorYes === contextYes) return priorYes;
  return priorYes === "memory" ? "always_yes" : "always_no";
}

function toPair(cell: Cell, fact: Answers | null): BeliefPair {
  const own = cell.classes.slice(priorOffset);
  // Answers to this very expression's prior check come before those about the fact as such.
  const prior = own.some((answer) => answer !== null) || !fact ? own : fact.classes.slice(priorOffset);
  const outcome = pairOutcome(prior[0] ?? null, prior[1] ?? null);
  const texts = cell.texts && { ...cell.texts };
  if (texts && prior !== own && fact?.texts) texts.priorAnswers = fact.texts.priorAnswers;
  return {
    fact: cell.fact,
    dimension: cell.dimension,
    category: cell.category,
    expression: cell.expression,
    repeat: cell.repeat,
    prior: outcome === "incomplete" ? "missing" : outcome === "memory" ? "known" : "notKnown",
    outcome: pairOutcome(cell.classes[0] ?? null, cell.classes[1] ?? null),
    texts,
  };
}

function cellOf(
  table: ObserverTable,
  answer: BeliefAnswer,
  expression: NonNullable<BeliefAnswer["expression"]>,
  keepTexts: boolean,
): Cell {
  const { dimension, category, text } = expression;
  const key = [answer.fact, category, text, dimension, answer.repeat].join("\u0000");
  const known = table.cells.get(key);
  if (known) return known;
  const cell: Cell = {
    fact: answer.fact,
    dimension,
    category,
    expression: text,
    repeat: answer.repeat,
    ...noAnswers(keepTexts),
  };
  table.cells.set(key, cell);
  return cell;
}

function factOf(table: ObserverTable, fact: string, keepTexts: boolean): Answers {
  const known = table.facts.get(fact);
  if (known) return known;
  const holder = noAnswers(keepTexts);
  table.facts.set(fact, holder);
  return holder;
}

function noAnswers(keepTexts: boolean): Answers {
  const none = () => ({ prior_yes: null, ctx_yes: null });
  const texts = keepTexts ? { queries: none(), answers: none(), priorAnswers: none() } : null;
  return { classes: [null, null, null, null], contradicted: 0, texts };
}

function keepText(texts: PairTexts, answer: BeliefAnswer): void {
  texts.queries[answer.queryType] = answer.query;
  texts[answer.shown && answer.expression ? "answers" : "priorAnswers"][answer.queryType] = answer.answer;
}
