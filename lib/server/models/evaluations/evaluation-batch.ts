import { type BatchEstimate, everyStudy } from "@/lib/domain/models/evaluation/estimate.ts";
import type { Actor } from "../../platform/access/access.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { type EvaluationRequest, estimateEvaluation, prepareEvaluation } from "./create-evaluation.ts";
import { getEndpointOfProject } from "./endpoints.ts";
import { storeEvaluation } from "./store-evaluation.ts";
import { listAskableStudies } from "./study-words.ts";

/**
 * Evaluations of several models with one study, with every study that contains the items (`everyStudy`), or without a
 * study.
 */
export type EvaluationBatch = Omit<EvaluationRequest, "endpoint"> & { endpoints: readonly string[] };

/** The maximum number of evaluations that are started together. Each one reads the items of its study once. */
const maxEvaluations = 100;

/** The number of requests and the cost of each evaluation, without starting it. */
export async function estimateEvaluations(actor: Actor, batch: EvaluationBatch): Promise<BatchEstimate[]> {
  return forEach(await listRequests(actor, batch), async ({ form, model, study }) => ({
    ...(await estimateEvaluation(actor, form)),
    model,
    study,
  }));
}

/** Starts all evaluations, or no evaluation if one of them is refused. Returns the IDs of the evaluations. */
export async function createEvaluationBatch(actor: Actor, batch: EvaluationBatch): Promise<string[]> {
  const preparedRequests = await forEach(await listRequests(actor, batch), async (request) => ({
    ...request,
    prepared: await prepareEvaluation(actor, request.form),
  }));
  return withTx((client) => forEach(preparedRequests, (one) => storeEvaluation(client, actor, one.prepared)));
}

type BatchRequest = Pick<BatchEstimate, "model" | "study"> & { form: EvaluationRequest };

/** Processes requests one after the other. If there are several requests, an error names the model and the study. */
async function forEach<Request extends BatchRequest, Result>(
  requests: readonly Request[],
  handle: (request: Request) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const request of requests) {
    try {
      results.push(await handle(request));
    } catch (error) {
      if (!(error instanceof AppError) || requests.length === 1) throw error;
      const name = [request.model, request.study].filter((one) => one !== null).join(", ");
      throw new AppError(error.code, `${name}: ${error.message}`, error.field);
    }
  }
  return results;
}

/**
 * Builds one request for each model and study. With every study, the name of the run ends with the study's slug;
 * archived studies, rehearsals and simulations are not included.
 */
async function listRequests(actor: Actor, { endpoints, ...form }: EvaluationBatch): Promise<BatchRequest[]> {
  const models = await Promise.all([...new Set(endpoints)].map((id) => getEndpointOfProject(actor, id)));
  const [first] = models;
  if (!first)
    throw endpoints.length === 0 ? new AppError("invalid", "Choose at least one model.", "endpoint") : notFoundError();
  const studyScope = { projectId: first.projectId, benchmarkId: form.benchmark, kind: form.kind };
  const askableStudies = form.study === null ? [] : await listAskableStudies(actor, studyScope);
  const isEveryStudy = form.study === everyStudy;
  const studies = isEveryStudy
    ? askableStudies.filter(({ isReal }) => isReal)
    : [askableStudies.find(({ id }) => id === form.study) ?? { id: form.study, name: null, slug: "" }];
  if (studies.length === 0) throw new AppError("invalid", "No pilot or main study has these items.", "study");
  if (models.length * studies.length > maxEvaluations)
    throw new AppError(
      "invalid",
      `${models.length * studies.length} evaluations are too many. At most ${maxEvaluations} can be started at once: choose fewer models.`,
      "endpoint",
    );
  return models.flatMap((model) => {
    if (!model) throw notFoundError();
    return studies.map(({ id, name, slug }) => ({
      form: {
        ...form,
        endpoint: model.id,
        study: id,
        source: isEveryStudy ? `${form.source.slice(0, 90)}, ${slug}` : form.source,
      },
      model: model.name,
      study: isEveryStudy ? `${name} (${slug})` : name,
    }));
  });
}
