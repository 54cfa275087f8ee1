import * as z from "zod";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import type { Item } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { withClusters } from "@/lib/domain/results/model/choose-clusters.ts";
import { correspondenceSchema, storedCorrespondence } from "@/lib/domain/results/model/correspondence.ts";
import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { ResultCondition, ResultItem } from "@/lib/domain/results/model/study-results.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { type AnalysisPlan, defaultAnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import type { FrozenProtocol } from "@/lib/domain/results/plan/frozen-protocol.ts";
import { markLateRuns } from "@/lib/domain/results/plan/late-runs.ts";
import { planStatus } from "@/lib/domain/results/plan/result-status.ts";
import { chooseStage } from "@/lib/domain/survey/choose-stage.ts";
import { type Design, designSchema } from "@/lib/domain/survey/design.ts";
import { labelledFactors } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { conditionsOfItem } from "@/lib/domain/survey/kinds/design-variants.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { chooseData, readCounts, readStages, readSwitchCounts } from "../counting/read-counts.ts";
import { type Actor, can } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { readDataCollectionState } from "../studies/lock/read-data-collection-state.ts";
import { readFreezeTimes } from "../studies/lock/read-freeze-times.ts";
import { readInterimAnalyses } from "../studies/lock/read-interim-analyses.ts";
import { countUnsigned } from "../studies/parity/count-unsigned.ts";
import { tallyForPage } from "../studies/parity/tally-predictions.ts";
import { studyWhere } from "../studies/study-where.ts";
import { type MatchedModels, readModels, readModelsBefore } from "./read-predictions.ts";
import { readKeyVersions, readLateKeys, readResultItems } from "./read-result-items.ts";
import { readResultsBeforeAmendment } from "./read-results-before-amendment.ts";
import { readStoredPlan } from "./read-stored-plan.ts";

/**
 * A study's results for users who may read research; null for everyone else. People's and models' answers come from
 * counters, so the time of the page does not depend on the number of answers.
 */
export async function loadResults(
  actor: Actor,
  address: string,
  query: Pick<ResultsQuery, "stage" | "surplus" | "excluded" | "openStratum" | "key" | "data">,
): Promise<StudyResultsPage | null> {
  const study = await findStudy(actor, address);
  if (!study) return null;
  // Independent queries run in parallel, because most of their time is spent on round trips.
  const [studyDetails, items, conditionRows, stages, keyVersions, lateKeys, { frame, uncounted }] = await Promise.all([
    readStoredPlan(study.id),
    readResultItems(study.id, query.key),
    readConditions(study.id),
    readStages(study.id),
    readKeyVersions(study.id),
    readLateKeys(study.id, query.key),
    tallyForPage(study.id),
  ]);
  const stage = chooseStage(stages, query.stage, study.stage);
  const itemKind = items[0]?.result.kind ?? null;
  const kind = labelledFactors({ itemKind, design: study.design });
  const conditions = conditionRows.map(
    ({ id, levels }): ResultCondition => ({ id, levels, label: conditionLabel(kind, levels) }),
  );
  const { surplus, excluded, openStratum } = query;
  const correspondence = storedCorrespondence(study.declared, study.factors);
  const data = await chooseData(study.id, stage, query.data);
  const [counts, standings, state, looks, unsignedMismatches, matched, freezes] = await Promise.all([
    readCounts(study.id, { stage, surplus, excluded, openStratum, data }),
    readSwitchCounts(study, { stage, data }),
    readDataCollectionState(study.id, stage, data),
    stage === "main" ? readInterimAnalyses(study.id) : [],
    countUnsigned(frame),
    readModels(study.id, frame, conditions, correspondence),
    readFreezeTimes(study.id),
  ]);
  const { declared, factors: _factors, design: _design, stage: _stage, ...facts } = study;
  const { plan, first } = studyDetails;
  const status = plan && planStatus(plan, stage, state);
  const markLate = (own: AnalysisPlan | undefined, { series, answers, importedAt }: MatchedModels) => ({
    series: own ? markLateRuns(series, own, { ...freezes, importedAt }) : series,
    answers,
  });
  const currentResults = {
    conditions,
    items: items.map(({ result, item }) => ({
      ...result,
      ...conditionsOfResultItem(study.design, item, conditionRows),
    })),
    counts,
    ...markLate(plan?.plan, matched),
    unmatched: { ...matched.others, conditions: matched.unmatched },
  };
  const formerModels = async ({ plan: own, correspondence: value }: FrozenProtocol) => {
    const formerCorrespondence = storedCorrespondence(value, study.factors);
    const isSame = canonicalJson(formerCorrespondence) === canonicalJson(correspondence);
    const models = isSame ? matched : await readModels(study.id, frame, conditions, formerCorrespondence);
    const changed = state.changedModels ?? [];
    // Answers before a correction or a verdict are not known, so models with such answers are omitted.
    const times = new Map(
      changed.flatMap(({ model, corrected, judged, from }) => (corrected + judged > 0 ? [] : [[model, from] as const])),
    );
    const before =
      frame && times.size > 0 ? await readModelsBefore(frame, conditions, formerCorrespondence, times) : null;
    const changedNames = new Set(changed.map(({ model }) => model));
    const unchangedSeries = models.series.filter(({ model }) => !changedNames.has(model));
    const unchangedIds = new Set(unchangedSeries.map(({ id }) => id));
    return markLate(own, {
      ...models,
      series: [...unchangedSeries, ...(before?.series ?? [])],
      answers: [...models.answers.filter(({ seriesId }) => unchangedIds.has(seriesId)), ...(before?.answers ?? [])],
    });
  };
  const former =
    plan && first && status?.kind === "amended"
      ? {
          plan: first.plan,
          results: await readResultsBeforeAmendment(
            study.id,
            { first, stage, items, now: currentResults },
            formerModels,
          ),
        }
      : null;
  return {
    study: { ...facts, benchmark: studyDetails.benchmark },
    results: withClusters(currentResults, (plan?.plan ?? defaultAnalysisPlan()).clusters),
    stage,
    stages,
    data: state,
    standings,
    keyVersions,
    lateKeys,
    plan: plan && status && { ...plan, status, looks, former },
    correspondence,
    isCorrespondenceDeclared: declared !== null,
    unsignedMismatches,
    uncounted,
  };
}

async function findStudy(actor: Actor, address: string) {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: {
      id: true,
      projectId: true,
      slug: true,
      name: true,
      status: true,
      stage: true,
      isDemo: true,
      benchmarkId: true,
      design: true,
      correspondence: true,
    },
  });
  if (!study) return null;
  const { design: stored, correspondence, stage, ...facts } = study;
  const design = designSchema.parse(stored);
  return {
    ...facts,
    stage: stage.replace("_", "-"),
    itemsPerSession: design.itemsPerSession,
    canWrite: can(actor, "research.write", study.projectId),
    factors: design.factors,
    design,
    declared: correspondence === null ? null : correspondenceSchema.parse(correspondence),
  };
}

/** The conditions under which the study asks an item, if its items have different conditions. */
function conditionsOfResultItem(
  design: Design,
  item: Item,
  listed: readonly { id: string; levels: ConditionLevels }[],
): Pick<ResultItem, "conditionIds"> {
  if (!design.variants) return {};
  const itemConditions = new Set(conditionsOfItem(design, item).map(conditionKey));
  return { conditionIds: listed.flatMap(({ id, levels }) => (itemConditions.has(conditionKey(levels)) ? [id] : [])) };
}

const conditionRow = z.strictObject({ id: z.string(), levels: json<ConditionLevels>() });

async function readConditions(studyId: string): Promise<{ id: string; levels: ConditionLevels }[]> {
  const rows = await manyRows(
    pool(),
    conditionRow,
    sql`SELECT key AS id, levels FROM condition WHERE study_id = ${studyId} ORDER BY ordinal`,
  );
  return rows;
}
