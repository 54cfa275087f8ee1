import { type QueryType, queryTypes } from "../queries.ts";
import { type AnswerCode, addAnswer, type CodeList, createCodeList, getAnswerClass } from "./answer-codes.ts";
import { type AnswerRule, type BeliefAnswerClass, classifyAnswer } from "./classify.ts";

/** An answer of a model or a person to one yes/no query. */
export interface BeliefAnswer {
  /** The model or participant. */
  observer: string;
  /** The fact. Answers about one fact are correlated, so intervals are clustered by it. */
  fact: string;
  queryType: QueryType;
  /**
   * The text before the query. Null for a question about the fact alone, whose answer applies to all expressions of the
   * fact.
   */
  expression: { dimension: string; category: string; text: string } | null;
  /** Whether the expression was shown. The prior check asks the same query without it. */
  shown: boolean;
  query: string;
  answer: string;
  /** The reading of the model's text, null if unparsed; absent if no reader was used. */
  read?: string | null;
  /** Index of the repetition, for files that ask the same query several times. */
  repeat: number;
  /** Further properties of the item; absent for rows that do not state any. */
  facets?: BeliefFacets;
}

/** Attributes of an expression by which rates are grouped; null if unknown. */
export interface BeliefFacets {
  relation: string | null;
  template: number | null;
  /** The authority or the believer that the expression names. */
  source: string | null;
  popularity: number | null;
}

/** The combined result of the two answers of a pair; "incomplete" if an answer is missing. */
export type PairOutcome = "context" | "memory" | "always_yes" | "always_no" | "other" | "incomplete";

/** The combined result of the two answers without the expression; "missing" if an answer is missing. */
export type PriorKnowledge = "known" | "notKnown" | "missing";

/**
 * The answers to both queries after one expression. The pair counts only if the fact was known without the expression.
 */
export interface BeliefPair {
  fact: string;
  dimension: string;
  category: string;
  expression: string;
  repeat: number;
  prior: PriorKnowledge;
  outcome: PairOutcome;
  /** The texts of the pair's answers; null unless the table keeps them. */
  texts: PairTexts | null;
}

export interface PairTexts {
  queries: Record<QueryType, string | null>;
  answers: Record<QueryType, string | null>;
  priorAnswers: Record<QueryType, string | null>;
}

/**
 * Number of rows that repeat the question of an earlier row, and number that contradict the earlier row. A contradicted
 * answer is "other".
 */
export interface RepeatedRows {
  rows: number;
  contradicted: number;
}

export interface PairTable {
  add(answer: BeliefAnswer): void;
  observers(): string[];
  /** The pairs of one observer, in an order that depends only on their content. */
  pairs(observer: string): BeliefPair[];
  repeated(observer: string): RepeatedRows;
}

export interface PairTableOptions {
  /** Whether to store the texts of queries and answers, for the list of expressions behind a figure. */
  keepTexts?: boolean;
  /** A register of expressions and facts that several tables share if they read the same rows. */
  register?: PairRegister;
}

interface ObserverTable {
  /** Codes by index of the expression; for questions about the fact alone, by index of the fact. */
  expressions: CodeList;
  facts: CodeList;
  texts: Map<string, PairTexts>;
  repeated: RepeatedRows;
}

/**
 * Combines streamed answers into pairs. Rows may be in any order and from several files. Expressions are stored once
 * for all observers. For each observer only the classes are stored: two bytes per expression.
 */
export function createPairTable(
  rule: AnswerRule,
  { keepTexts = false, register = createPairRegister() }: PairTableOptions = {},
): PairTable {
  const { expressions, facts } = register;
  const tables = new Map<string, ObserverTable>();

  function tableOf(observer: string): ObserverTable {
    const existing = tables.get(observer);
    if (existing) return existing;
    const table: ObserverTable = {
      expressions: createCodeList(),
      facts: createCodeList(),
      texts: new Map(),
      repeated: { rows: 0, contradicted: 0 },
    };
    tables.set(observer, table);
    return table;
  }

  return {
    add(answer) {
      const table = tableOf(answer.observer);
      const key = keyOf(answer);
      const list = answer.expression ? table.expressions : table.facts;
      const index = (answer.expression ? expressions : facts).indexOf(key);
      const slot = { queryType: answer.queryType, shown: answer.shown && answer.expression !== null };
      const answerClass = classifyAnswer(answer.answer, answer.queryType, rule, answer.read);
      const { code, isRepeat, isNewContradiction } = addAnswer(list.get(index), slot, answerClass);
      list.set(index, code);
      if (isRepeat) table.repeated.rows += 1;
      if (isNewContradiction) table.repeated.contradicted += 1;
      if (keepTexts) storeText(table.texts, key, answer, slot.shown);
    },
    observers: () => [...tables.keys()].sort(),
    pairs(observer) {
      const table = tables.get(observer);
      if (!table) return [];
      const pairs: BeliefPair[] = [];
      for (const key of expressions.keysInOrder()) {
        const code = table.expressions.get(expressions.indexOf(key));
        if (code === 0) continue;
        const fact = key.slice(0, key.indexOf(separator));
        const texts = keepTexts ? textsOf(table.texts, key, fact) : null;
        pairs.push(toPair(key, code, table.facts.get(facts.indexOf(fact)), texts));
      }
      return pairs;
    },
    repeated: (observer) => tables.get(observer)?.repeated ?? { rows: 0, contradicted: 0 },
  };
}

/** The outcome of a pair. Following the expression means no to the true object and yes to the asserted object. */
export function findPairOutcome(priorYes: BeliefAnswerClass | null, contextYes: BeliefAnswerClass | null): PairOutcome {
  if (priorYes === null || contextYes === null) return "incomplete";
  if (priorYes === "other" || contextYes === "other") return "other";
  if (priorYes === contextYes) return priorYes;
  return priorYes === "memory" ? "always_yes" : "always_no";
}

function toPair(key: string, code: AnswerCode, factCode: AnswerCode, texts: PairTexts | null): BeliefPair {
  const findOutcome = (of: AnswerCode, shown: boolean) => {
    const [priorYes, contextYes] = queryTypes.map((queryType) => getAnswerClass(of, { queryType, shown }));
    return findPairOutcome(priorYes ?? null, contextYes ?? null);
  };
  // A prior check of this expression has priority over questions about the fact alone.
  const prior = findOutcome(hasPrior(code) ? code : factCode, false);
  const [fact = "", category = "", expression = "", dimension = "", repeat = "0"] = key.split(separator);
  return {
    fact,
    dimension,
    category,
    expression,
    repeat: Number(repeat),
    prior: prior === "incomplete" ? "missing" : prior === "memory" ? "known" : "notKnown",
    outcome: findOutcome(code, true),
    texts,
  };
}

function hasPrior(code: AnswerCode): boolean {
  return queryTypes.some((queryType) => getAnswerClass(code, { queryType, shown: false }) !== null);
}

/** Assigns indices to texts in order of appearance. */
interface Register {
  /** Returns the index of a text; a new text is added. */
  indexOf(text: string): number;
  keysInOrder(): readonly string[];
}

/** The expressions and facts of the rows, each stored once. */
export interface PairRegister {
  expressions: Register;
  facts: Register;
}

/** Creates an empty register, which tables that read the same rows share. */
export function createPairRegister(): PairRegister {
  return { expressions: createRegister(), facts: createRegister() };
}

function createRegister(): Register {
  const numbers = new Map<string, number>();
  let orderedTexts: string[] = [];
  return {
    indexOf(text) {
      const existing = numbers.get(text);
      if (existing !== undefined) return existing;
      numbers.set(text, numbers.size);
      return numbers.size - 1;
    },
    keysInOrder() {
      if (orderedTexts.length !== numbers.size) orderedTexts = [...numbers.keys()].sort();
      return orderedTexts;
    },
  };
}

/** NUL does not occur in texts: importers reject it. */
const separator = "\u0000";

function keyOf({ expression, fact, repeat }: BeliefAnswer): string {
  if (!expression) return fact;
  return [fact, expression.category, expression.text, expression.dimension, repeat].join(separator);
}

function storeText(texts: Map<string, PairTexts>, key: string, answer: BeliefAnswer, shown: boolean): void {
  const pairTexts = texts.get(key) ?? createEmptyTexts();
  texts.set(key, pairTexts);
  pairTexts.queries[answer.queryType] = answer.query;
  pairTexts[shown ? "answers" : "priorAnswers"][answer.queryType] = answer.answer;
}

function textsOf(texts: ReadonlyMap<string, PairTexts>, key: string, fact: string): PairTexts {
  const pairTexts = texts.get(key) ?? createEmptyTexts();
  const hasOwnPrior = queryTypes.some((queryType) => pairTexts.priorAnswers[queryType] !== null);
  return {
    ...pairTexts,
    priorAnswers: hasOwnPrior ? pairTexts.priorAnswers : (texts.get(fact)?.priorAnswers ?? pairTexts.priorAnswers),
  };
}

function createEmptyTexts(): PairTexts {
  const createEmpty = () => ({ prior_yes: null, ctx_yes: null });
  return { queries: createEmpty(), answers: createEmpty(), priorAnswers: createEmpty() };
}
