import type { Consort } from "../../survey/live/prepare-consort.ts";
import type { CollectionFacts } from "../analysis/collection-methods.ts";
import type { InterimAnalysis } from "../interim/interim-analyses.ts";
import type { ModelSeries, StudyResults } from "../model/study-results.ts";
import type { StudyResultsPage } from "../model/study-results-page.ts";
import type { AnalysisPlan } from "../plan/analysis-plan.ts";
import type { DataCollectionState } from "../plan/data-collection-state.ts";
import type { ResultsBeforeAmendment } from "../plan/plan-record.ts";
import type { ResultStatus } from "../plan/result-status.ts";
import { blindModelName, blindNames, maskNames } from "./blind-names.ts";

/** The replacement names of models and conditions in a blinded view of one study. */
export interface Blinding {
  models: ReadonlyMap<string, string>;
  /** By the id of the condition. */
  conditions: ReadonlyMap<string, string>;
  seed: string;
}

/** The blinding of a study: the same for every link, the page and the files. */
export function blindingOf({ study, results, plan }: Pick<StudyResultsPage, "study" | "results" | "plan">): Blinding {
  const models = [
    ...results.series.map(({ model }) => model),
    ...(plan?.plan.models ?? []),
    ...(plan?.former ? [...plan.former.plan.models, ...plan.former.results.series.map(({ model }) => model)] : []),
  ];
  return {
    models: blindNames(models, study.id, blindModelName),
    conditions: blindNames(
      results.conditions.map(({ id }) => id),
      study.id,
      (index) => `Condition ${index + 1}`,
    ),
    seed: study.id,
  };
}

/**
 * A results page without the names of models and conditions, in an order that does not reveal them. Numbers are
 * unchanged; names of models are also masked in the texts of authors.
 */
export function blindPage(page: StudyResultsPage, blinding: Blinding): StudyResultsPage {
  return {
    ...page,
    study: blindStudy(page.study, blinding),
    results: blindStudyResults(page.results, blinding),
    data: blindDataCollectionState(page.data, blinding),
    plan: page.plan && {
      ...page.plan,
      plan: blindPlan(page.plan.plan, blinding),
      status: blindStatus(page.plan.status, blinding),
      changesAfterData: page.plan.changesAfterData?.map(({ path }) => ({ path, before: "", after: "" })) ?? null,
      looks: page.plan.looks.map(blindLook),
      former: page.plan.former ? blindResultsBeforeAmendment(page.plan.former, blinding) : null,
    },
    correspondence: { pairs: [], same: [] },
  };
}

export function blindStudy<Study extends { name: string; benchmark: string }>(
  study: Study,
  { models }: Blinding,
): Study {
  return { ...study, name: maskNames(study.name, models), benchmark: maskNames(study.benchmark, models) };
}

/**
 * The plan with neutral names of its models, in the order of these names; the texts of its authors are masked too.
 */
export function blindPlan(plan: AnalysisPlan, { models }: Blinding): AnalysisPlan {
  const { exploratory, family, stopping, marginReason } = plan;
  const mask = (text: string) => maskNames(text, models);
  return {
    ...plan,
    models: plan.models.map((model) => models.get(model) ?? "").sort(),
    exploratory: mask(exploratory),
    family: { ...family, tests: family.tests.map((one) => ({ ...one, hypothesis: mask(one.hypothesis) })) },
    stopping: { ...stopping, text: mask(stopping.text) },
    ...(marginReason === undefined ? {} : { marginReason: mask(marginReason) }),
  };
}

export function blindResultsBeforeAmendment(
  { plan, results }: ResultsBeforeAmendment,
  blinding: Blinding,
): ResultsBeforeAmendment {
  return { plan: blindPlan(plan, blinding), results: blindStudyResults(results, blinding) };
}

/** An interim analysis reduced to its position, because its table and sentences name the models. */
export function blindLook(look: InterimAnalysis): InterimAnalysis {
  return {
    ...look,
    takenBy: null,
    result: { ...look.result, sentences: [], table: { ...look.result.table, rows: [] } },
  };
}

export function blindDataCollectionState(data: DataCollectionState, { models }: Blinding): DataCollectionState {
  const nameOf = (model: string) => models.get(model) ?? "a model";
  return {
    ...data,
    ...(data.changedModels && {
      changedModels: data.changedModels.map((one) => ({ ...one, model: nameOf(one.model) })),
    }),
    ...(data.lateModels && { lateModels: data.lateModels.map(nameOf) }),
  };
}

/** The status with the names of the amended parts, without their values. */
function blindStatus(status: ResultStatus, { models }: Blinding): ResultStatus {
  if (status.kind !== "amended") return status;
  return {
    ...status,
    changes: status.changes.map(({ path }) => ({ path: maskNames(path, models), before: "", after: "" })),
  };
}

/** How the data were collected, without the runs of the models. */
export function blindCollection(facts: CollectionFacts): CollectionFacts {
  return { ...facts, runs: null };
}

/** The counts, items and answers of a study under neutral names of models, their runs and the conditions. */
export function blindStudyResults(results: StudyResults, blinding: Blinding): StudyResults {
  const idOf = new Map<string, string>();
  const series = [...results.series]
    .map((one) => ({ before: one, after: blindSeries(one, results.series, blinding) }))
    .sort((left, right) => (left.after.model < right.after.model ? -1 : 1))
    .map(({ before, after }, index) => {
      idOf.set(before.id, `model-${index + 1}`);
      return { ...after, id: `model-${index + 1}` };
    });
  const conditionOf = (id: string) => blinding.conditions.get(id) ?? id;
  return {
    ...results,
    conditions: results.conditions
      .map((condition) => ({ ...condition, id: conditionOf(condition.id), label: conditionOf(condition.id) }))
      .sort((left, right) => left.label.localeCompare(right.label, "en", { numeric: true })),
    items: results.items.map((item) =>
      item.conditionIds ? { ...item, conditionIds: item.conditionIds.map(conditionOf) } : item,
    ),
    counts: results.counts.map((one) => ({ ...one, conditionId: conditionOf(one.conditionId) })),
    series,
    answers: results.answers.map((one) => ({
      ...one,
      seriesId: idOf.get(one.seriesId) ?? "",
      conditionId: conditionOf(one.conditionId),
    })),
    unmatched: { ...results.unmatched, conditions: [] },
  };
}

/** A series under neutral names: its source and further levels are numbered within its model. */
function blindSeries(one: ModelSeries, all: readonly ModelSeries[], { models }: Blinding): ModelSeries {
  const modelSeries = all.filter(({ model }) => model === one.model);
  const numberOf = (value: string, values: readonly string[]) => [...new Set(values)].sort().indexOf(value) + 1;
  const rests = modelSeries.map(({ rest }) => rest).filter((rest) => rest !== "");
  const model = models.get(one.model) ?? "Model";
  return {
    ...one,
    model,
    modelId: model,
    source: `run ${numberOf(
      one.source,
      modelSeries.map(({ source }) => source),
    )}`,
    rest: one.rest === "" ? "" : `variant ${numberOf(one.rest, rests)}`,
  };
}

/** The flow of participants with numbered groups. */
export function blindConsort(consort: Consort, { seed }: Pick<Blinding, "seed">): Consort {
  const groups = blindNames(
    consort.arms.map(({ label }) => label),
    seed,
    (index) => `Group ${index + 1}`,
  );
  return {
    ...consort,
    arms: consort.arms
      .map((arm) => ({ ...arm, label: groups.get(arm.label) ?? "" }))
      .sort((left, right) => left.label.localeCompare(right.label, "en", { numeric: true })),
  };
}
