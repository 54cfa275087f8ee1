import type { Fold } from "../../fold.ts";
import { wordTexts } from "../../words/words.ts";
import {
  type CleaningRuleName,
  minComparedWords,
  minPastedCharacters,
  type PlannedCleaningRule,
} from "./cleaning-rules.ts";
import { gibberishShare } from "./gibberish.ts";
import { type ComparedText, nearDuplicates, pairSimilarity, wordPairs } from "./near-duplicates.ts";
import type { ScreenProcess } from "./screen-process.ts";

/**
 * One complete answer with the values that the rules use. The rows of a session are adjacent, in the order of its
 * items.
 */
export interface CleaningRow {
  id: string;
  session: string;
  answerKey: string | null;
  elapsedMs: number;
  /** The duration of the last story screen before the answer; null if there was no story screen. */
  storyMs: number | null;
  explanation: string | null;
  /**
   * The process data of the screen of the answer, and of the screen of the explanation if it is a different screen;
   * null if scripts were off.
   */
  process: ScreenProcess | null;
  explanationProcess: ScreenProcess | null;
  /** Whether the person failed at least as many checks as the rule's limit; null if they were shown no check. */
  failedChecks: boolean | null;
}

/** A flag with its evidence: the measured value in the unit of the rule's limit, and what was found. */
export interface AnswerFlag {
  response: string;
  rule: CleaningRuleName;
  value: number;
  /** The gibberish words, or the other answer with the same explanation. */
  evidence: { words?: string[]; of?: string };
}

/** The results of one rule. */
export interface RuleFigures extends PlannedCleaningRule {
  flagged: number;
  people: number;
  /** Number of answers that the rule could not judge. */
  silent: number;
}

/** The result of all rules. */
export interface FlagsOfStudy {
  answers: number;
  people: number;
  /** Number of answers with at least one flag. */
  flagged: number;
  rules: RuleFigures[];
  flags: AnswerFlag[];
}

/** A measured value; null if the rule does not apply. */
type Measurement = { value: number; isFlagged: boolean; evidence?: AnswerFlag["evidence"] } | null;

/** Maximum number of words that are shown as evidence. */
const maxWords = 8;

/** Applies the rules of a plan to all answers of a study. */
export function foldFlags(rules: readonly PlannedCleaningRule[]): Fold<CleaningRow, FlagsOfStudy> {
  const flags: AnswerFlag[] = [];
  const figures = new Map(rules.map((rule) => [rule.rule, { ...rule, flagged: 0, people: 0, silent: 0 }]));
  const lastPerson = new Map<CleaningRuleName, string>();
  const sessionOf = new Map<string, string>();
  const comparedTexts: ComparedText[] = [];
  const copiedOtherLimit = rules.find(({ rule }) => rule === "copied-other")?.limit ?? null;
  let session: CleaningRow[] = [];
  let answers = 0;
  let people = 0;

  const recordMeasurement = (row: CleaningRow, rule: CleaningRuleName, measured: Measurement) => {
    const figure = figures.get(rule)!;
    if (measured === null) figure.silent += 1;
    if (!measured?.isFlagged) return;
    flags.push({ response: row.id, rule, value: measured.value, evidence: measured.evidence ?? {} });
    sessionOf.set(row.id, row.session);
    figure.flagged += 1;
    if (lastPerson.get(rule) !== row.session) figure.people += 1;
    lastPerson.set(rule, row.session);
  };
  const finishSession = () => {
    if (session.length === 0) return;
    people += 1;
    for (const { rule, limit } of rules) {
      if (rule === "copied-other") continue;
      for (const [at, measured] of measureAll(session, rule, limit).entries())
        recordMeasurement(session[at]!, rule, measured);
    }
    if (copiedOtherLimit !== null) {
      for (const row of session) {
        const words = comparedWords(row);
        if (words) comparedTexts.push({ id: row.id, owner: row.session, pairs: wordPairs(words) });
        else recordMeasurement(row, "copied-other", null);
      }
    }
    session = [];
  };
  return {
    add(rows) {
      for (const row of rows) {
        if (session[0] && session[0].session !== row.session) finishSession();
        session.push(row);
        answers += 1;
      }
    },
    finish() {
      finishSession();
      if (copiedOtherLimit !== null) {
        const owners = new Set<string>();
        const figure = figures.get("copied-other")!;
        const duplicates = nearDuplicates(comparedTexts, copiedOtherLimit / 100);
        for (const { id, owner } of comparedTexts) {
          const duplicate = duplicates.get(id);
          if (!duplicate) continue;
          flags.push({
            response: id,
            rule: "copied-other",
            value: percent(duplicate.similarity),
            evidence: { of: duplicate.of },
          });
          figure.flagged += 1;
          owners.add(owner);
        }
        figure.people = owners.size;
      }
      const flaggedCount = new Set(flags.map(({ response }) => response)).size;
      return { answers, people, flagged: flaggedCount, rules: [...figures.values()], flags };
    },
  };
}

/** The value that a rule measures for each answer of one person. */
function measureAll(session: readonly CleaningRow[], rule: CleaningRuleName, limit: number): Measurement[] {
  if (rule === "straight-lining") return measureRuns(session, limit);
  if (rule === "copied-own") return measureCopies(session, limit);
  return session.map((row) => measure(row, rule, limit));
}

/** Measures an answer by a rule that judges each answer separately. */
function measure(row: CleaningRow, rule: CleaningRuleName, limit: number): Measurement {
  switch (rule) {
    case "response-time":
      return measureBelow(row.elapsedMs / 1_000, limit);
    case "dwell":
      return row.storyMs === null ? null : measureBelow(row.storyMs / 1_000, limit);
    case "gibberish": {
      const gibberish = gibberishShare(row.explanation ?? "");
      if (!gibberish) return null;
      return {
        ...measureAtLeast(percent(gibberish.share), limit),
        evidence: { words: gibberish.words.slice(0, maxWords) },
      };
    }
    case "pasted": {
      const process = row.explanationProcess ?? row.process;
      if (!process || process.restored > 0 || !row.explanation) return null;
      const { pasted, typed } = process;
      const share = pasted < minPastedCharacters ? 0 : pasted / (pasted + typed);
      return measureAtLeast(percent(share), limit);
    }
    case "scripted": {
      const knownProcesses = [row.process, row.explanationProcess].filter((one) => one !== null);
      if (knownProcesses.length === 0 || knownProcesses.some(({ restored }) => restored > 0)) return null;
      return measureAtLeast(
        knownProcesses.reduce((sum, { scripted }) => sum + scripted, 0),
        limit,
      );
    }
    case "left-page":
      return row.process ? measureAtLeast(row.process.hiddenMs / 1_000, limit) : null;
    case "failed-checks":
      return row.failedChecks === null ? null : { value: limit, isFlagged: row.failedChecks };
    case "straight-lining":
    case "copied-own":
    case "copied-other":
      throw new RangeError(`the rule ${rule} compares answers`);
  }
}

/** For each answer, the length of the run of equal answers to which it belongs. */
function measureRuns(session: readonly CleaningRow[], limit: number): Measurement[] {
  if (session.length < limit) return session.map(() => null);
  const lengths: number[] = [];
  for (let start = 0; start < session.length; ) {
    let end = start + 1;
    while (end < session.length && session[end]!.answerKey === session[start]!.answerKey) end += 1;
    for (let at = start; at < end; at += 1) lengths[at] = end - start;
    start = end;
  }
  return session.map(({ answerKey }, at) => (answerKey === null ? null : measureAtLeast(lengths[at]!, limit)));
}

/** For each explanation, its greatest similarity to another explanation of the same person. */
function measureCopies(session: readonly CleaningRow[], limit: number): Measurement[] {
  const texts = session.map((row) => {
    const words = comparedWords(row);
    return words && new Set(wordPairs(words));
  });
  return texts.map((text, at) => {
    if (!text) return null;
    let mostSimilar = { similarity: 0, of: "" };
    for (const [other, candidate] of texts.entries()) {
      const similarity = candidate && other !== at ? pairSimilarity(text, candidate) : 0;
      if (similarity > mostSimilar.similarity) mostSimilar = { similarity, of: session[other]!.id };
    }
    return { ...measureAtLeast(percent(mostSimilar.similarity), limit), evidence: { of: mostSimilar.of } };
  });
}

function comparedWords({ explanation }: CleaningRow): string[] | null {
  const words = wordTexts(explanation ?? "");
  return words.length < minComparedWords ? null : words;
}

function measureBelow(value: number, limit: number): NonNullable<Measurement> {
  return { value, isFlagged: value < limit };
}

function measureAtLeast(value: number, limit: number): NonNullable<Measurement> {
  return { value, isFlagged: value >= limit };
}

function percent(share: number): number {
  return Math.round(share * 1_000) / 10;
}
