import type { StudyResultsPage } from "@/lib/domain/results/study-results.ts";
import { plannedShares } from "@/lib/domain/results/views/planned-shares.ts";
import type { ViewChoice } from "@/lib/domain/results/views/view-choice.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { pool } from "../../platform/database/pool.ts";
import type { ViewsWork } from "./compute-in-worker.ts";
import { findPopulationShares } from "./population-shares.ts";
import { readProbabilities } from "./read-probabilities.ts";
import { readSingleAnswers } from "./read-single-answers.ts";

/** Beyond this many answers their columns would crowd the memory of an application process. */
const mostAnswers = 3_000_000;

/**
 * What the views of a study's single answers are computed from, or why there are too many of them.
 *
 * @param dataHash fixes every draw: the same data give the same draws on every machine
 */
export async function readViewsWork(
  page: StudyResultsPage,
  choice: ViewChoice,
  dataHash: string,
): Promise<{ ok: true; work: ViewsWork } | { ok: false; reason: string }> {
  const studyId = page.study.id;
  const total = page.results.counts.reduce((sum, { count }) => sum + count, 0);
  if (total > mostAnswers)
    return {
      ok: false,
      reason: `${total} answers are more than the ${mostAnswers} that are held at once here; export them and use the scripts.`,
    };
  const single = await readSingleAnswers(studyId, choice, page.results);
  const design = await pool().query("SELECT design FROM study WHERE id = $1", [studyId]);
  const work = {
    results: page.results,
    single,
    population: await findPopulationShares(studyId),
    planned: plannedShares(designSchema.parse(design.rows[0].design)),
    probabilities: await readProbabilities(page),
    seed: `views/${dataHash.slice(0, 16)}`,
  };
  return { ok: true, work };
}
