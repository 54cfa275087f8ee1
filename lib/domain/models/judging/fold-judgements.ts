import type { Fold } from "../../fold.ts";
import type { JudgeVerdict } from "./judge.ts";
import { type JudgeAgreement, type JudgedRow, type JudgedRun, reportAgreement, reportRuns } from "./judging-report.ts";

/** Figures about judgements of open-ended answers to a benchmark. */
export interface JudgingFigures {
  runs: JudgeableRun[];
  results: JudgedRun[];
  agreement: JudgeAgreement[];
  /** Number of people who have judged. */
  people: number;
}

/** A run whose open-ended answers can be judged. */
export interface JudgeableRun {
  id: string;
  modelId: string;
  model: string;
  source: string;
  answers: number;
}

/** One judgement of an answer. */
export interface JudgementOfAnswer {
  prediction: string;
  runId: string;
  /** The source group of the item; without a group, its story. */
  story: string;
  isGroup: boolean;
  /** The person; null if a model judged. */
  person: string | null;
  /** The judging model; null if a person judged. */
  judge: string | null;
  verdict: JudgeVerdict | null;
}

/** A run or a judgement. All judgements of an answer are consecutive, and those of one judge are in order. */
export type JudgementRow = { run: JudgeableRun } | JudgementOfAnswer;

/**
 * Summarises the judgements of every run, and the agreement of judging models with people. If a model judged a run
 * twice, its last verdict counts. Answers with equal judgements share a row, so that memory depends only on the number
 * of distinct rows.
 */
export function foldJudgements(): Fold<JudgementRow, JudgingFigures> {
  const runs: JudgeableRun[] = [];
  const people = new Set<string>();
  const rowsByJudgement = new Map<string, JudgedRow>();
  const judgedRows: JudgedRow[] = [];
  let current: { prediction: string; row: OpenRow } | null = null;

  const finishCurrent = () => {
    if (!current) return;
    const { row } = current;
    const key = JSON.stringify([row.runId, row.story, row.isGroup, row.people, Object.entries(row.models)]);
    const existing = rowsByJudgement.get(key) ?? row;
    rowsByJudgement.set(key, existing);
    judgedRows.push(existing);
    current = null;
  };
  const addJudgement = ({ prediction, runId, story, isGroup, person, judge, verdict }: JudgementOfAnswer) => {
    if (current?.prediction !== prediction) {
      finishCurrent();
      current = { prediction, row: { runId, story, isGroup, people: [], models: {} } };
    }
    if (person !== null) people.add(person);
    if (judge !== null) current.row.models[judge] = verdict;
    else if (verdict !== null) current.row.people.push(verdict);
  };

  return {
    add(rows) {
      for (const row of rows) {
        if ("run" in row) runs.push(row.run);
        else addJudgement(row);
      }
    },
    finish() {
      finishCurrent();
      return { runs, results: reportRuns(judgedRows), agreement: reportAgreement(judgedRows), people: people.size };
    },
  };
}

interface OpenRow extends JudgedRow {
  people: JudgeVerdict[];
  models: Record<string, JudgeVerdict | null>;
}
