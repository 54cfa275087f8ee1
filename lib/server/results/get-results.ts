import { hasContextFree } from "@/lib/domain/items/kinds/context-free.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { defaultAnalysisPlan } from "@/lib/domain/results/analysis-plan.ts";
import { withClusters } from "@/lib/domain/results/choose-clusters.ts";
import { correspondenceSchema, defaultCorrespondence } from "@/lib/domain/results/correspondence.ts";
import { storedPlan } from "@/lib/domain/results/planned-comparisons.ts";
import type { ResultsQuery } from "@/lib/domain/results/results-query.ts";
import type { ResultCondition, StudyResultsPage } from "@/lib/domain/results/study-results.ts";
import { chooseStage } from "@/lib/domain/survey/choose-stage.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { readCounts, readStages, readStandings } from "../counting/read-counts.ts";
import { type Actor, can } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { countUnsigned } from "../studies/parity/count-unsigned.ts";
import { tallyForPage } from "../studies/parity/tally-predictions.ts";
import { studyWhere } from "../studies/study-where.ts";
import { readModels } from "./read-predictions.ts";
import { readKeyVersions, readLateKeys, readResultItems } from "./read-result-items.ts";

/**
 * A study's results for those who may read research; null for everybody else. Both sides come from counters, people's and
 * models', so that the page is as fast for ten million answers as for ten thousand.
 */
export async function getResults(
  actor: Actor,
  address: string,
  query: Pick<ResultsQuery, "stage" | "surplus" | "excluded" | "openStratum" | "key">,
): Promise<StudyResultsPage | null> {
  const study = await findStudy(actor, address);
  if (!study) return null;
  const [items, conditions, stages, keyVersions, lateKeys, { frame, uncounted }] = await Promise.all([
    readResultItems(study.id, query.key),
    readConditions(study.id, study.kind),
    readStages(study.id),
    readKeyVersions(study.id),
    readLateKeys(study.id, query.key),
    tallyForPage(study.id),
  ]);
  const stage = chooseStage(stages, query.stage, study.stage);
  const { surplus, excluded, openStratum } = query;
  const correspondence =
    study.declared ??
    defaultCorrespondence(
      study.factors.map(({ name }) => name),
      hasContextFree(study.factors),
    );
  const [counts, standings, unsignedMismatches, { unmatched, others, ...matched }] = await Promise.all([
    readCounts(study.id, { stage, surplus, excluded, openStratum }),
    readStandings(study, stage),
    countUnsigned(frame),
    readModels(study.id, frame, conditions, correspondence),
  ]);
  const { kind: _kind, declared, plan, factors: _factors, stage: _stage, ...facts } = study;
  return {
    study: facts,
    results: withClusters(
      {
        conditions,
        items: items.map(({ result }) => result),
        counts,
        ...matched,
        unmatched: { ...others, conditions: unmatched },
      },
      (plan?.plan ?? defaultAnalysisPlan()).clusters,
    ),
    stage,
    stages,
    standings,
    keyVersions,
    lateKeys,
    plan,
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
      plan: { select: { document: true, registration: true } },
      freezes: { orderBy: { number: "desc" }, take: 1, select: { number: true, hasData: true, createdAt: true } },
      items: { take: 1, orderBy: { ordinal: "asc" }, select: { item: { select: { kind: true } } } },
    },
  });
  if (!study) return null;
  const benchmark = await db().benchmark.findUnique({ where: { id: study.benchmarkId }, select: { name: true } });
  const { design: stored, items, correspondence, stage, plan, freezes, ...facts } = study;
  const design = designSchema.parse(stored);
  return {
    ...facts,
    stage: stage.replace("_", "-"),
    benchmark: benchmark?.name ?? "",
    itemsPerSession: design.itemsPerSession,
    canWrite: can(actor, "research.write", study.projectId),
    kind: items[0]?.item.kind ?? "",
    factors: design.factors,
    plan: plan ? storedPlan(plan, freezes[0] ?? null) : null,
    declared: correspondence === null ? null : correspondenceSchema.parse(correspondence),
  };
}

async function readConditions(studyId: string, kindName: string): Promise<ResultCondition[]> {
  const kind = itemKinds[kindName];
  const { rows } = await pool().query("SELECT key, levels FROM condition WHERE study_id = $1 ORDER BY ordinal", [
    studyId,
  ]);
  return rows.map((row) => {
    const levels: ConditionLevels = row.levels;
    return { id: row.key, levels, label: kind ? conditionLabel(kind, levels) : row.key };
  });
}
