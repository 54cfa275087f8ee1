import * as z from "zod";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { defaultTies } from "@/lib/domain/results/plan/planned-comparisons.ts";
import { plannedShares } from "@/lib/domain/results/views/planned-shares.ts";
import type { ViewChoice } from "@/lib/domain/results/views/view-choice.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { findPopulationShares } from "./population-shares.ts";
import { readProbabilities } from "./read-probabilities.ts";
import { readSingleAnswers } from "./read-single-answers.ts";
import type { ViewsWork } from "./views-worker.ts";

/**
 * The maximum number of single answers that are read. If a study has more, a random sample of people with about this
 * many answers is read. This limits memory use, and the interval of a million answers is only a tenth of a point wide.
 */
const maxAnswers = 1_000_000;

const designRow = z.strictObject({ design: json() });

/**
 * The input of the views of a study's single answers.
 *
 * @param dataHash the seed of all random draws: the same data give the same results on every machine
 */
export async function readViewsWork(page: StudyResultsPage, choice: ViewChoice, dataHash: string): Promise<ViewsWork> {
  const studyId = page.study.id;
  const total = page.results.counts.reduce((sum, { count }) => sum + count, 0);
  const seed = `views/${dataHash.slice(0, 16)}`;
  const draw = total > maxAnswers ? { share: maxAnswers / total, seed } : null;
  const unparsed = page.plan?.plan.unparsed ?? "wrong";
  const single = await readSingleAnswers(studyId, choice, page.results, unparsed, draw);
  const design = await oneRow(pool(), designRow, sql`SELECT design FROM study WHERE id = ${studyId}`);
  return {
    results: page.results,
    single,
    population: await findPopulationShares(studyId),
    planned: plannedShares(designSchema.parse(design.design)),
    probabilities: await readProbabilities(page),
    seed,
    rules: { ties: defaultTies(page.plan), unparsed },
  };
}
