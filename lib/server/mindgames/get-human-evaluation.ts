import type { AnswerClass } from "@/lib/domain/epistemic/evaluation/answer-class.ts";
import {
  type HumanEvaluationReport,
  type RatedAnswer,
  reportHumanEvaluation,
} from "@/lib/domain/epistemic/evaluation/human-evaluation.ts";
import { agreementOfRaters, type RaterAgreement } from "@/lib/domain/epistemic/evaluation/rater-agreement.ts";
import type { MindgamesRow } from "@/lib/domain/epistemic/mindgames/row.ts";
import { rowOfItem } from "@/lib/domain/epistemic/mindgames/row-of-item.ts";
import { tiedOptions } from "@/lib/domain/items/tied-answer.ts";
import type { RaterGroup } from "@/lib/domain/results/views/rater-view.ts";
import { type CountChoice, countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import { countedWhere } from "../counting/counted-where.ts";
import { readShownStage } from "../counting/read-counts.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";
import { getStudy, type StudyFacts } from "../studies/get-study.ts";

/** How far one rater is. Raters are numbered in the order in which they began. */
export interface RaterProgress {
  label: string;
  sessionId: string;
  answered: number;
  isFinished: boolean;
}

/** A problem that somebody got wrong or about which raters disagree. */
export interface DisputedProblem {
  itemVersionId: string;
  externalId: string;
  setup: string;
  hypothesis: string;
  gold: AnswerClass;
  /** One for each rater, null where there is none. */
  answers: (AnswerClass | null)[];
}

export interface HumanEvaluation {
  study: StudyFacts;
  /** Whose answers count. */
  counted: CountChoice;
  items: number;
  raters: RaterProgress[];
  people: HumanEvaluationReport;
  agreement: RaterAgreement;
  /** Every model's answers to the same problems; a model asked in several ways stands here several times. */
  models: { label: string; report: HumanEvaluationReport }[];
  disputed: DisputedProblem[];
}

/**
 * The results of a study about MindGames problems: how often people are right and where they go wrong, how far raters
 * agree, and the models beside them, over the answers that count; raters under way are shown with their progress. Null for those who may not see the study
 * and for studies that ask anything else.
 */
export async function getHumanEvaluation(actor: Actor, address: string): Promise<HumanEvaluation | null> {
  const study = await getStudy(actor, address);
  if (!study) return null;
  const problems = await readStudyProblems(study.id);
  if (problems.size === 0) return null;
  const stage = await readShownStage(study.id);
  const [given, predicted] = await Promise.all([readRatings(study.id, stage), readModelRatings(study.id)]);
  const counted = given.filter((rating) => rating.is_counted);
  const sessions = [...new Map(given.map((rating) => [rating.session_id, rating.outcome]))];
  const labelOf = new Map(sessions.map(([id], index) => [id, `Rater ${index + 1}`]));
  const answers = counted.flatMap(({ item_version_id, session_id, answer_key }) => {
    const problem = problems.get(item_version_id);
    return problem ? [{ row: problem.row, rater: labelOf.get(session_id)!, answer: classOf(answer_key, null) }] : [];
  });
  return {
    study,
    counted: countedByDefault(stage),
    items: problems.size,
    raters: sessions.map(([sessionId, outcome]) => ({
      label: labelOf.get(sessionId)!,
      sessionId,
      answered: given.filter((rating) => rating.session_id === sessionId).length,
      isFinished: outcome === "complete",
    })),
    people: reportHumanEvaluation(answers),
    agreement: agreementOfRaters(answers),
    models: reportModels(predicted, problems),
    disputed: listDisputed(problems, counted, [...labelOf.keys()]),
  };
}

/** People together and every model, as pages and files show them side by side. */
export function groupsOf({ people, models }: Pick<HumanEvaluation, "people" | "models">): RaterGroup[] {
  return [
    ...(people.all.n > 0 ? [{ label: "People", side: "people" as const, report: people }] : []),
    ...models.map(({ label, report }) => ({ label, side: "models" as const, report })),
  ];
}

interface StudyProblem {
  externalId: string;
  row: MindgamesRow;
}

async function readStudyProblems(studyId: string): Promise<Map<string, StudyProblem>> {
  const { rows } = await pool().query(sql`
    SELECT item.id, item.external_id, item.kind, item.text, item.attributes, story.text AS story, key.gold
    FROM study_item
    JOIN item_version AS item ON item.id = study_item.item_version_id
    JOIN story_version AS story ON story.id = item.story_version_id
    LEFT JOIN LATERAL (
      SELECT gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1
    ) AS key ON true
    WHERE study_item.study_id = ${studyId} ORDER BY study_item.ordinal
  `);
  const problems = new Map<string, StudyProblem>();
  for (const { id, external_id, kind, text, attributes, story, gold } of rows) {
    const row = rowOfItem({ kind, premise: story, hypothesis: text, gold, attributes });
    if (row) problems.set(id, { externalId: external_id, row });
  }
  return problems;
}

interface Rating {
  session_id: string;
  outcome: string | null;
  item_version_id: string;
  answer_key: string | null;
  is_counted: boolean;
}

/**
 * Every rater's newest answers of one stage, raters in the order in which they began. Those of raters still under way are
 * among them, for their progress, and marked: they do not count yet.
 */
async function readRatings(studyId: string, stage: string): Promise<Rating[]> {
  const { rows } = await pool().query<Rating>(
    `SELECT counted.session_id, counted.outcome::text AS outcome, counted.item_version_id, counted.answer_key,
       (${countedWhere(countedByDefault(stage))}) AS is_counted
     FROM counted_response AS counted JOIN session ON session.id = counted.session_id
     WHERE counted.study_id = $1 AND counted.stage = $2::stage AND counted.is_newest AND NOT counted.is_excluded
       AND NOT counted.is_surplus AND counted.outcome IS DISTINCT FROM 'withdrawn'
     ORDER BY session.started_at, counted.session_id, counted.position`,
    [studyId, stage],
  );
  return rows;
}

interface ModelRating {
  model: string;
  source: string;
  condition_key: string;
  item_version_id: string;
  answer_key: string | null;
  reading_rule: string | null;
}

async function readModelRatings(studyId: string): Promise<ModelRating[]> {
  const { rows } = await pool().query<ModelRating>(sql`
    SELECT model.name AS model, run.source, prediction.condition_key, prediction.item_version_id,
      prediction.answer_key, prediction.reading_rule
    FROM prediction
    JOIN study_item ON study_item.item_version_id = prediction.item_version_id AND study_item.study_id = ${studyId}
    JOIN run ON run.id = prediction.run_id
    JOIN model ON model.id = run.model_id
    ORDER BY model.name, run.source, prediction.condition_key, study_item.ordinal, prediction.repeat
  `);
  return rows;
}

function reportModels(
  predicted: readonly ModelRating[],
  problems: ReadonlyMap<string, StudyProblem>,
): HumanEvaluation["models"] {
  const ways = groupedBy(predicted, ({ model, source, condition_key }) => [model, source, condition_key].join("\n"));
  const waysOf = (model: string) => [...ways.values()].filter((own) => own[0]?.model === model).length;
  return [...ways.values()].map((own) => {
    const { model, source, condition_key } = own[0]!;
    const label = waysOf(model) === 1 ? model : `${model} (${[source, condition_key].filter(Boolean).join("; ")})`;
    const answers = own.flatMap(({ item_version_id, answer_key, reading_rule }): RatedAnswer[] => {
      const problem = problems.get(item_version_id);
      const answer = classOf(answer_key, reading_rule);
      const isTie = tiedOptions(answer_key) !== null;
      return problem ? [{ row: problem.row, rater: label, answer, isTie }] : [];
    });
    return { label, report: reportHumanEvaluation(answers) };
  });
}

/** The stored choice, else what the stored reading says of the text that gave none. */
function classOf(answerKey: string | null, readingRule: string | null): AnswerClass | null {
  if (answerKey === "true" || answerKey === "false") return answerKey;
  // Log-probabilities that tie say something, though not which: they are counted as half right (RatedAnswer.isTie).
  if (tiedOptions(answerKey)) return "false";
  return readingRule === "refusal" ? "not enough information" : null;
}

/** Problems with a wrong answer first by how many were wrong; the order of the study decides among equals. */
function listDisputed(
  problems: ReadonlyMap<string, StudyProblem>,
  given: readonly Rating[],
  sessions: readonly string[],
): DisputedProblem[] {
  const byItem = groupedBy(given, ({ item_version_id }) => item_version_id);
  const disputed = [...problems].flatMap(([itemVersionId, { externalId, row }]): DisputedProblem[] => {
    const own = byItem.get(itemVersionId) ?? [];
    const gold = row.label === "entailment" ? "true" : "false";
    const answers = sessions.map((session) =>
      classOf(own.find(({ session_id }) => session_id === session)?.answer_key ?? null, null),
    );
    if (answers.every((answer) => answer === null || answer === gold)) return [];
    return [{ itemVersionId, externalId, setup: row.setup, hypothesis: row.hypothesis, gold, answers }];
  });
  const wrong = ({ answers, gold }: DisputedProblem) =>
    answers.filter((answer) => answer !== null && answer !== gold).length;
  return disputed.sort((left, right) => wrong(right) - wrong(left));
}

/** Members by a key of theirs, in order. (`Map.groupBy` came with Node 21.) */
function groupedBy<Member>(members: readonly Member[], keyOf: (member: Member) => string): Map<string, Member[]> {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const key = keyOf(member);
    const group = groups.get(key);
    if (group) group.push(member);
    else groups.set(key, [member]);
  }
  return groups;
}
