import { defaultBeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import type { AnalysisFile } from "@/lib/domain/results/analysis/analyse-study.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import type { AnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import { dataStatus, type ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { openQuestionsView, tuningView } from "@/lib/domain/results/views/beliefs/belief-page-views.ts";
import { languageView } from "@/lib/domain/results/views/models/language-view.ts";
import { listPeopleComparisons, peopleModelResult } from "../beliefs/compare-people.ts";
import { listComparablePairs, tuningResult } from "../beliefs/compare-tuning.ts";
import { getBeliefBenchmark, listRuns, loadBeliefs } from "../beliefs/load-beliefs.ts";
import { loadBeliefComparisons } from "../beliefs/load-comparisons.ts";
import { loadOpenQuestions } from "../beliefs/load-open-questions.ts";
import { peopleResult } from "../beliefs/participant-answers.ts";
import { computeScores } from "../beliefs/score-runs.ts";
import { readShownStage } from "../counting/read-counts.ts";
import { createEvaluationView } from "../mindgames/load-human-evaluation.ts";
import { raterResult, readStudyProblems } from "../mindgames/rater-result.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { computeResult } from "../stored-results/stored-result.ts";
import { studySubject } from "../studies/parity/study-result.ts";
import { errorResult } from "./error-result.ts";
import { findLanguages, languageResult, languageSubject } from "./language-result.ts";
import { writeViewFolder } from "./write-analysis.ts";

/**
 * The subject pages of a study as files, computed now: who found the errors of stories (`errors/`), raters of MindGames
 * problems (`raters/`), expressions of belief (`beliefs/`) and languages (`languages/`). These pages exist only for the
 * stage that they show; for other stages a file with the reason is returned.
 */
export async function writeSubjectFiles(
  actor: Actor,
  page: StudyResultsPage,
  plan: AnalysisPlan,
): Promise<AnalysisFile[]> {
  const { study, stage, results } = page;
  const status = dataStatus(stage, page.data);
  const withMismatches = plan.exclusions.mismatched;
  const parts: [folder: string, isOf: boolean, files: () => Promise<AnalysisFile[]>][] = [
    [
      "errors",
      results.items.some(({ kind }) => itemKinds[kind]?.isLocalised),
      async () => {
        const result = await computeResult(errorResult, await studySubject(study.id, withMismatches));
        return result ? writeViewFolder("errors", result.document.view, result.dataHash, status) : [];
      },
    ],
    [
      "raters",
      Object.keys(await readStudyProblems(pool(), study.id)).length > 0,
      async () => {
        const result = await computeResult(raterResult, await studySubject(study.id, withMismatches));
        return result
          ? writeViewFolder("raters", createEvaluationView(result.document, plan.ties), result.dataHash, status)
          : [];
      },
    ],
    [
      "beliefs",
      (await getBeliefBenchmark(actor, study.benchmarkId)) !== null,
      () => computeBeliefFiles(actor, study, withMismatches ? "all" : "matching", status),
    ],
    [
      "languages",
      (await findLanguages(study.id)) !== null,
      async () => {
        const result = await computeResult(languageResult, await languageSubject(study.id));
        return result ? writeViewFolder("languages", languageView(result.document), result.dataHash, status) : [];
      },
    ],
  ];
  const shownStage = await readShownStage(study.id);
  const files: AnalysisFile[] = [];
  for (const [folder, isOf, filesOf] of parts) {
    if (!isOf) continue;
    if (stage === shownStage) files.push(...(await filesOf()));
    else files.push({ name: `${folder}/refused.md`, content: `This page is only about the stage ${shownStage}.\n` });
  }
  return files;
}

/** All results of a benchmark of expressions with the people of one study, computed now if needed. */
async function computeBeliefFiles(
  actor: Actor,
  { id, benchmarkId }: { id: string; benchmarkId: string },
  parity: "all" | "matching",
  status: ResultStatus,
): Promise<AnalysisFile[]> {
  const { rule } = defaultBeliefQuery;
  await computeScores(await listRuns(benchmarkId), parity);
  await computeResult(peopleResult, await studySubject(id, true, rule));
  const results = await loadBeliefs(actor, benchmarkId, { rule, parity, people: id });
  if (!results) return [];
  for (const { subject } of await listPeopleComparisons(results)) await computeResult(peopleModelResult, subject);
  const { view, dataHash } = await loadBeliefComparisons(results, defaultBeliefQuery);
  const tuningResults = await Promise.all(
    listComparablePairs(results).map(async ({ subject }) => computeResult(tuningResult, subject)),
  );
  const openQuestions = await loadOpenQuestions(actor, benchmarkId, { parity });
  return [
    ...writeViewFolder("beliefs", view, dataHash, status),
    ...tuningResults.flatMap((pair, place) =>
      pair?.document
        ? writeViewFolder(`beliefs/tuning-${place + 1}`, tuningView(pair.document), pair.dataHash, status)
        : [],
    ),
    ...(openQuestions && openQuestions.models.length > 0
      ? writeViewFolder("beliefs/open", openQuestionsView(openQuestions.models), dataHash, status)
      : []),
  ];
}
