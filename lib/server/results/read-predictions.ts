import * as z from "zod";
import type { Correspondence } from "@/lib/domain/results/model/correspondence.ts";
import {
  joinMatchedPredictions,
  type MatchedPredictions,
  matchPredictions,
} from "@/lib/domain/results/model/match-predictions.ts";
import { type PredictionCounts, unpackCounts } from "@/lib/domain/results/model/prediction-counts.ts";
import type { ResultCondition } from "@/lib/domain/results/model/study-results.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import type { StudyFrame } from "../studies/parity/study-frame.ts";
import { countAnswersBefore } from "../studies/parity/tally-predictions.ts";

export interface MatchedModels extends MatchedPredictions {
  /** Answers to other items of the benchmark, and to other versions of the study's items. */
  others: { otherItems: number; otherVersions: number };
  /** When the first answer of each series' run was stored, in milliseconds, by series ID. */
  importedAt: ReadonlyMap<string, number>;
}

/**
 * Every model's answers by the cells of a study, compared with the stimuli that people were shown. They are computed
 * from the counts of each run, never from the answers, and are cached until a count changes, so the time does not
 * depend on the number of answers. `frame` is the result of `tallyForPage`, which updates the counts.
 */
export async function readModels(
  studyId: string,
  frame: StudyFrame | null,
  conditions: readonly ResultCondition[],
  correspondence: Correspondence,
): Promise<MatchedModels> {
  const rows = await manyRows(
    pool(),
    runRow,
    sql`SELECT run.id, run.source, model.id AS model_id, model.name, model.is_demo, tally.counted_at::text,
       coalesce(tally.first_stored_at, run.created_at) AS stored_at
     FROM prediction_tally AS tally JOIN run ON run.id = tally.run_id JOIN model ON model.id = run.model_id
     WHERE tally.study_id = ${studyId} AND tally.frame = ${frame?.tallyHash ?? ""} ORDER BY run.created_at, run.id`,
  );
  // The frame also determines the correspondence.
  const version = JSON.stringify([frame?.tallyHash, conditions.map(({ id }) => id), rows]);
  const cachedEntry = cachedModels.get(studyId);
  if (cachedEntry?.version === version) return cachedEntry.models;
  const models = await matchRuns(studyId, rows, conditions, correspondence);
  cachedModels.delete(studyId);
  if (cachedModels.size >= maxCached) cachedModels.delete(cachedModels.keys().next().value as string);
  cachedModels.set(studyId, { version, models });
  return models;
}

const runRow = z.strictObject({
  id: z.string(),
  source: z.string(),
  model_id: z.string(),
  name: z.string(),
  is_demo: z.boolean(),
  counted_at: z.string(),
  stored_at: z.date(),
});

const earlyRunRow = runRow.omit({ counted_at: true, stored_at: true });

type RunRow = z.infer<typeof runRow>;

/** The last results of a few studies. Callers must not modify the objects. */
const cachedModels = new Map<string, { version: string; models: MatchedModels }>();
const maxCached = 8;

const runTallyRow = z.strictObject({
  other_items: z.number(),
  other_versions: z.number(),
  counts: json<PredictionCounts>(),
});

/** Matches run by run, so that other work is not blocked. */
async function matchRuns(
  studyId: string,
  runs: readonly RunRow[],
  conditions: readonly ResultCondition[],
  correspondence: Correspondence,
): Promise<MatchedModels> {
  const parts: MatchedPredictions[] = [];
  const otherCounts = { otherItems: 0, otherVersions: 0 };
  const importTimeBySeries = new Map<string, number>();
  for (const { id, source, model_id, name, is_demo, stored_at } of runs) {
    const rows = await manyRows(
      pool(),
      runTallyRow,
      sql`SELECT other_items, other_versions, counts FROM prediction_tally WHERE study_id = ${studyId}
        AND run_id = ${id}`,
    );
    const [tally] = rows;
    if (!tally) continue;
    otherCounts.otherItems += tally.other_items;
    otherCounts.otherVersions += tally.other_versions;
    const run = { runId: id, modelId: model_id, model: name, source, isDemo: is_demo };
    const part = matchPredictions(unpackCounts(tally.counts, run), conditions, correspondence);
    parts.push(part);
    for (const one of part.series) importTimeBySeries.set(one.id, stored_at.getTime());
  }
  return { ...joinMatchedPredictions(parts), others: otherCounts, importedAt: importTimeBySeries };
}

/**
 * The answers of models that were stored before a time, matched like those of `readModels`. Reads single answers.
 *
 * @param times the time for each model; other models are omitted
 */
export async function readModelsBefore(
  frame: StudyFrame,
  conditions: readonly ResultCondition[],
  correspondence: Correspondence,
  times: ReadonlyMap<string, Date>,
): Promise<MatchedPredictions> {
  const runs = await manyRows(
    pool(),
    earlyRunRow,
    sql`SELECT run.id, run.source, model.id AS model_id, model.name, model.is_demo
     FROM prediction_tally AS tally JOIN run ON run.id = tally.run_id JOIN model ON model.id = run.model_id
     WHERE tally.study_id = ${frame.studyId} AND tally.frame = ${frame.tallyHash}
       AND model.name = ANY (${[...times.keys()]}::text[]) ORDER BY run.created_at, run.id`,
  );
  const parts: MatchedPredictions[] = [];
  for (const { id, source, model_id, name, is_demo } of runs) {
    const counts = await countAnswersBefore(frame, id, times.get(name)!);
    const run = { runId: id, modelId: model_id, model: name, source, isDemo: is_demo };
    parts.push(matchPredictions(unpackCounts(counts, run), conditions, correspondence));
  }
  return joinMatchedPredictions(parts);
}
