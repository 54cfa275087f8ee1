import type { Fold } from "../../fold.ts";
import { parseTiedOptions } from "../../items/tied-answer.ts";
import type { MindgamesRow } from "../mindgames/row.ts";
import type { MindgamesAnswer } from "./answer-class.ts";
import { type HumanEvaluationReport, type RatedAnswer, reportHumanEvaluation } from "./human-evaluation.ts";
import { agreementOfRaters, type RaterAgreement } from "./rater-agreement.ts";

/** Progress of one rater. Raters are numbered in the order in which they began. */
export interface RaterProgress {
  label: string;
  answered: number;
  isFinished: boolean;
}

/** A problem that a rater answered wrong or on which raters disagree. */
export interface DisputedProblem {
  itemVersionId: string;
  externalId: string;
  setup: string;
  hypothesis: string;
  gold: MindgamesAnswer;
  /** The answers of the raters, null if missing. Empty if there are more raters than columns. */
  answers: (MindgamesAnswer | null)[];
  /** Number of raters who were right, were wrong, or gave no answer. */
  counts: { right: number; wrong: number; none: number };
}

/** The votes of raters about one problem. */
export interface RaterVote {
  right: number;
  n: number;
  isFalseRight: boolean;
}

/** The answers of raters and models to the problems of a study. */
export interface RaterEvaluation {
  /** The first disputed problems, and the number of all disputed problems. */
  raters: RaterProgress[];
  raterCount: number;
  /** `byRater` has the listed raters. */
  people: HumanEvaluationReport;
  agreement: RaterAgreement;
  /** Every model's answers to the same problems, with one entry for each way in which the model was evaluated. */
  models: { label: string; report: HumanEvaluationReport }[];
  disputed: DisputedProblem[];
  /** For each answered problem: the number of right raters, the number of raters, and whether its key is “false”. */
  votes: RaterVote[];
}

/**
 * Maximum numbers of raters that are listed individually, and of raters with a column in the table of disputed
 * problems.
 */
const maxListedRaters = 50;
export const maxRaterColumns = 8;

export interface StudyProblem {
  externalId: string;
  row: MindgamesRow;
}

export type RaterRow = { item: string; answerKey: string | null } & (
  | { session: string; isFinished: boolean; isCounted: boolean }
  | { model: string; source: string; condition: string; rule: string | null }
);

interface Rater {
  label: string;
  answered: number;
  isFinished: boolean;
  /** The answers that count, by problem. */
  given: Map<string, MindgamesAnswer | null>;
}

/**
 * Evaluates a study of MindGames problems from its answers. Raters are in the order in which they began, models in the
 * given order. Answers of raters who have not finished count only as progress.
 */
export function foldRaters(problems: Readonly<Record<string, StudyProblem>>): Fold<RaterRow, RaterEvaluation> {
  const raters = new Map<string, Rater>();
  const people: RatedAnswer[] = [];
  const evaluations = new Map<string, { model: string; parts: string; answers: RatedAnswer[] }>();
  return {
    add(rows) {
      for (const row of rows) {
        const problem = problems[row.item];
        if ("session" in row) {
          const rater = raters.get(row.session) ?? {
            label: `Rater ${raters.size + 1}`,
            answered: 0,
            isFinished: row.isFinished,
            given: new Map(),
          };
          raters.set(row.session, rater);
          rater.answered += 1;
          if (!row.isCounted || !problem) continue;
          const answer = answerClassOf(row.answerKey, null);
          rater.given.set(row.item, answer);
          people.push({ row: problem.row, rater: rater.label, answer });
        } else if (problem) {
          const key = [row.model, row.source, row.condition].join("\n");
          const sourceAndCondition = [row.source, row.condition].filter(Boolean).join("; ");
          const evaluation = evaluations.get(key) ?? { model: row.model, parts: sourceAndCondition, answers: [] };
          evaluations.set(key, evaluation);
          const answer = answerClassOf(row.answerKey, row.rule);
          evaluation.answers.push({
            row: problem.row,
            rater: key,
            answer,
            isTie: parseTiedOptions(row.answerKey) !== null,
          });
        }
      }
    },
    finish() {
      const report = reportHumanEvaluation(people);
      const listedRaters = [...raters.values()].slice(0, maxListedRaters);
      const labels = new Set(listedRaters.map(({ label }) => label));
      const allEvaluations = [...evaluations.values()];
      const countEvaluations = (model: string) => allEvaluations.filter((way) => way.model === model).length;
      return {
        raters: listedRaters.map(({ label, answered, isFinished }) => ({ label, answered, isFinished })),
        raterCount: raters.size,
        people: { ...report, byRater: report.byRater.filter(({ rater }) => labels.has(rater)) },
        agreement: agreementOfRaters(people),
        models: allEvaluations.map(({ model, parts, answers }) => {
          const label = countEvaluations(model) === 1 ? model : `${model} (${parts})`;
          return { label, report: reportHumanEvaluation(answers.map((answer) => ({ ...answer, rater: label }))) };
        }),
        disputed: listDisputed(problems, [...raters.values()]),
        votes: listVotes(problems, [...raters.values()]),
      };
    },
  };
}

/** The stored choice; for a text without a choice, the stored reading. */
function answerClassOf(answerKey: string | null, readingRule: string | null): MindgamesAnswer | null {
  if (answerKey === "true" || answerKey === "false") return answerKey;
  // Equal log-probabilities are an answer without a decision, which counts as half right (RatedAnswer.isTie).
  if (parseTiedOptions(answerKey)) return "false";
  return readingRule === "refusal" ? "not enough information" : null;
}

function listVotes(problems: Readonly<Record<string, StudyProblem>>, raters: readonly Rater[]): RaterVote[] {
  return Object.entries(problems).flatMap(([id, { row }]) => {
    const gold = row.label === "entailment" ? "true" : "false";
    const givenAnswers = raters.flatMap((rater) => (rater.given.has(id) ? [rater.given.get(id)] : []));
    const right = givenAnswers.filter((answer) => answer === gold).length;
    return givenAnswers.length === 0 ? [] : [{ right, n: givenAnswers.length, isFalseRight: gold === "false" }];
  });
}

/** Lists problems by number of wrong answers, highest first. Ties keep the order of the study. */
function listDisputed(problems: Readonly<Record<string, StudyProblem>>, raters: readonly Rater[]): DisputedProblem[] {
  const disputedProblems = Object.entries(problems).flatMap(
    ([itemVersionId, { externalId, row }]): DisputedProblem[] => {
      const gold = row.label === "entailment" ? "true" : "false";
      const answers = raters.map(({ given }) => given.get(itemVersionId) ?? null);
      const nonEmptyAnswers = answers.filter((answer) => answer !== null);
      const right = nonEmptyAnswers.filter((answer) => answer === gold).length;
      const counts = { right, wrong: nonEmptyAnswers.length - right, none: answers.length - nonEmptyAnswers.length };
      if (counts.wrong === 0) return [];
      const shownAnswers = raters.length <= maxRaterColumns ? answers : [];
      const { setup, hypothesis } = row;
      return [{ itemVersionId, externalId, setup, hypothesis, gold, answers: shownAnswers, counts }];
    },
  );
  return disputedProblems.sort((left, right) => right.counts.wrong - left.counts.wrong);
}
