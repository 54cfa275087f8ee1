import { type BatchEstimate, everyStudy } from "@/lib/domain/models/evaluation/estimate.ts";
import type { Actor } from "../../platform/access/access.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { createEvaluations, type EvaluationRequest, estimateEvaluation } from "./create-evaluation.ts";
import { getEndpointOfProject } from "./endpoints.ts";
import { listAskableStudies } from "./study-words.ts";

/** Evaluations of several models, and of one study, every study with the items (`everyStudy`), or no study. */
export type EvaluationBatch = Omit<EvaluationRequest, "endpoint"> & { endpoints: readonly string[] };

/** The number of requests and the cost of each evaluation, without starting it. */
export async function estimateEvaluations(actor: Actor, batch: EvaluationBatch): Promise<BatchEstimate[]> {
  const estimates: BatchEstimate[] = [];
  for (const { form, model, study } of await listRequests(actor, batch))
    estimates.push({ ...(await estimateEvaluation(actor, form)), model, study });
  return estimates;
}

/** Starts the evaluations, or none if one of them is refused. Returns their ids. */
export async function createEvaluationBatch(actor: Actor, batch: EvaluationBatch): Promise<string[]> {
  return createEvaluations(
    actor,
    (await listRequests(actor, batch)).map(({ form }) => form),
  );
}

/**
 * One request for each model and study; with every study, which does not include archived ones, rehearsals and
 * simulations, the name of the run ends with the study's name in links.
 */
async function listRequests(
  actor: Actor,
  { endpoints, ...form }: EvaluationBatch,
): Promise<{ form: EvaluationRequest; model: string; study: string | null }[]> {
  const models = await Promise.all([...new Set(endpoints)].map((id) => getEndpointOfProject(actor, id)));
  const [first] = models;
  if (!first) throw endpoints.length === 0 ? new AppError("invalid", "must be chosen", "endpoint") : notFoundError();
  const about = { projectId: first.projectId, benchmarkId: form.benchmark, kind: form.kind };
  const askable = form.study === null ? [] : await listAskableStudies(actor, about);
  const isEvery = form.study === everyStudy;
  const studies = isEvery
    ? askable.filter(({ isReal }) => isReal)
    : [askable.find(({ id }) => id === form.study) ?? { id: form.study, name: null, slug: "" }];
  if (studies.length === 0) throw new AppError("invalid", "no study has these items", "study");
  return models.flatMap((model) => {
    if (!model) throw notFoundError();
    return studies.map(({ id, name, slug }) => ({
      form: {
        ...form,
        endpoint: model.id,
        study: id,
        source: isEvery ? `${form.source.slice(0, 90)}, ${slug}` : form.source,
      },
      model: model.name,
      study: isEvery ? `${name} (${slug})` : name,
    }));
  });
}
