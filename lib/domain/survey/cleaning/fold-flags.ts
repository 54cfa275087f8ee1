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
 * One complete answer with the values that the rules use. The rows of a session follow each other, in the order of its
 * items.
 */
export interface CleaningRow {
  id: string;
  session: string;
  answerKey: string | null;
  elapsedMs: number;
  /** The duration of the last story screen before the answer; null without one. */
  storyMs: number | null;
  explanation: string | null;
  /** The process data of the screens of the answer and of the explanation, if these differ; null without a script. */
  process: ScreenProcess | null;
  explanationProcess: ScreenProcess | null;
  /** Whether the person failed as many checks as the rule's limit; null if they were shown no check. */
  failedChecks: boolean | null;
}

/** A flag with its evidence: the measured value in the unit of the rule's limit, and what was found. */
export interface AnswerFlag {
  response: string;
  rule: CleaningRuleName;
  value: number;
  /** The words of gibberish, or the other answer of a copied explanation. */
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
type Measured = { value: number; isFlagged: boolean; evidence?: AnswerFlag["evidence"] } | null;

/** Maximum number of words that are shown as evidence. */
const maxWords = 8;

/** Applies the rules of a plan to all answers of a study. */
export function foldFlags(rules: readonly PlannedCleaningRule[]): Fold<CleaningRow, FlagsOfStudy> {
  const flags: AnswerFlag[] = [];
  const figures = new Map(rules.map((rule) => [rule.rule, { ...rule, flagged: 0, people: 0, silent: 0 }]));
  const lastPerson = new Map<CleaningRuleName, string>();
  const sessionOf = new Map<string, string>();
  const compared: ComparedText[] = [];
  const limitOfOthers = rules.find(({ rule }) => rule === "copied-other")?.limit ?? null;
  let session: CleaningRow[] = [];
  let answers = 0;
  let people = 0;

  const note = (row: CleaningRow, rule: CleaningRuleName, measured: Measured) => {
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
      for (const [at, measured] of measureAll(session, rule, limit).entries()) note(session[at]!, rule, measured);
    }
    if (limitOfOthers !== null) {
      for (const row of session) {
        const words = comparedWords(row);
        if (words) compared.push({ id: row.id, owner: row.session, pairs: wordPairs(words) });
        else note(row, "copied-other", null);
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
      if (limitOfOthers !== null) {
        const owners = new Set<string>();
        const figure = figures.get("copied-other")!;
        const found = nearDuplicates(compared, limitOfOthers / 100);
        for (const { id, owner } of compared) {
          const twin = found.get(id);
          if (!twin) continue;
          flags.push({
            response: id,
            rule: "copied-other",
            value: percent(twin.similarity),
            evidence: { of: twin.of },
          });
          figure.flagged += 1;
          owners.add(owner);
        }
        figure.people = owners.size;
      }
      const flagged = new Set(flags.map(({ response }) => response)).size;
      return { answers, people, flagged, rules: [...figures.values()], flags };
    },
  };
}

/** The value that a rule measures for each answer of one person. */
function measureAll(session: readonly CleaningRow[], rule: CleaningRuleName, limit: number): Measured[] {
  if (rule === "straight-lining") return measureRuns(session, limit);
  if (rule === "copied-own") return measureCopies(session, limit);
  return session.map((row) => measure(row, rule, limit));
}

/** The value of a rule that judges each answer alone. */
function measure(row: CleaningRow, rule: CleaningRuleName, limit: number): Measured {
  switch (rule) {
    case "response-time":
      return below(row.elapsedMs / 1_000, limit);
    case "dwell":
      return row.storyMs === null ? null : below(row.storyMs / 1_000, limit);
    case "gibberish": {
      const found = gibberishShare(row.explanation ?? "");
      if (!found) return null;
      return { ...atLeast(percent(found.share), limit), evidence: { words: found.words.slice(0, maxWords) } };
    }
    case "pasted": {
      const process = row.explanationProcess ?? row.process;
      if (!process || process.restored > 0 || !row.explanation) return null;
      const { pasted, typed } = process;
      const share = pasted < minPastedCharacters ? 0 : pasted / (pasted + typed);
      return atLeast(percent(share), limit);
    }
    case "scripted": {
      const known = [row.process, row.explanationProcess].filter((one) => one !== null);
      if (known.length === 0 || known.some(({ restored }) => restored > 0)) return null;
      return atLeast(
        known.reduce((sum, { scripted }) => sum + scripted, 0),
        limit,
      );
    }
    case "left-page":
      return row.process ? atLeast(row.process.hiddenMs / 1_000, limit) : null;
    case "failed-checks":
      return row.failedChecks === null ? null : { value: limit, isFlagged: row.failedChecks };
    case "straight-lining":
    case "copied-own":
    case "copied-other":
      throw new RangeError(`the rule ${rule} compares answers`);
  }
}

/** For each answer, the length of the run of equal answers to which it belongs. */
function measureRuns(session: readonly CleaningRow[], limit: number): Measured[] {
  if (session.length < limit) return session.map(() => null);
  const lengths: number[] = [];
  for (let start = 0; start < session.length; ) {
    let end = start + 1;
    while (end < session.length && session[end]!.answerKey === session[start]!.answerKey) end += 1;
    for (let at = start; at < end; at += 1) lengths[at] = end - start;
    start = end;
  }
  return session.map(({ answerKey }, at) => (answerKey === null ? null : atLeast(lengths[at]!, limit)));
}

/** For each explanation, its greatest similarity to another explanation of the same person. */
function measureCopies(session: readonly CleaningRow[], limit: number): Measured[] {
  const texts = session.map((row) => {
    const words = comparedWords(row);
    return words && new Set(wordPairs(words));
  });
  return texts.map((text, at) => {
    if (!text) return null;
    let best = { similarity: 0, of: "" };
    for (const [other, candidate] of texts.entries()) {
      const similarity = candidate && other !== at ? pairSimilarity(text, candidate) : 0;
      if (similarity > best.similarity) best = { similarity, of: session[other]!.id };
    }
    return { ...atLeast(percent(best.similarity), limit), evidence: { of: best.of } };
  });
}

function comparedWords({ explanation }: CleaningRow): string[] | null {
  const words = wordTexts(explanation ?? "");
  return words.length < minComparedWords ? null : words;
}

function below(value: number, limit: number): NonNullable<Measured> {
  return { value, isFlagged: value < limit };
}

function atLeast(value: number, limit: number): NonNullable<Measured> {
  return { value, isFlagged: value >= limit };
}

function percent(share: number): number {
  return Math.round(share * 1_000) / 10;
}
