import { itemKinds } from "../../domain/items/kinds/registry.ts";
import { listEvaluationFactors } from "../../domain/models/evaluation/plan.ts";
import { type EvaluationRequest, evaluationFormSchema } from "../../server/models/evaluations/create-evaluation.ts";
import { listEndpoints } from "../../server/models/evaluations/endpoints.ts";
import { listAskable } from "../../server/models/evaluations/list-askable.ts";
import { installation } from "../../server/platform/access/access.ts";
import type { ProjectChoice } from "../../server/platform/auth/list-projects.ts";
import { getStudy } from "../../server/studies/get-study.ts";
import { findProject } from "../find-project.ts";
import { chooseBenchmark } from "../import/choose-benchmark.ts";
import { UsageError } from "../io.ts";

export interface AskOptions {
  endpoint: string;
  benchmark?: string;
  project?: string;
  kind?: string;
  source: string;
  condition: Record<string, string[]>;
  answer: string;
  shots: number;
  seed: string;
  repeats: number;
  sample?: number;
  items?: string;
  priorFirst?: boolean;
  study?: string;
  limit?: number;
}

/** Converts the options of a command to the format of the web form. */
export async function readAskOptions(options: AskOptions): Promise<EvaluationRequest> {
  const project = await findProject(options.project);
  const benchmark = await chooseBenchmark(project, options.benchmark);
  const kind = await chooseKind(project, benchmark.id, options.kind);
  const parsed = evaluationFormSchema.safeParse({
    endpoint: await findEndpoint(project, options.endpoint),
    benchmark: benchmark.id,
    source: options.source,
    kind,
    levels: options.study === undefined ? selectLevels(kind, options.condition) : selectStudyLevels(options.condition),
    answer: options.answer,
    shots: options.shots,
    seed: options.seed,
    repeats: options.repeats,
    sample: options.sample ?? null,
    items: options.items ?? "",
    priorFirst: options.priorFirst ?? false,
    study: options.study === undefined ? null : await findStudy(project, options.study),
    limitUsd: options.limit ?? null,
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UsageError(`${issue?.path.join(".")} ${issue?.message}`);
}

/** The endpoint of that name. */
export async function findEndpoint(project: ProjectChoice, name: string): Promise<string> {
  const endpoints = await listEndpoints(installation, project.id);
  const found = endpoints.find((endpoint) => endpoint.name === name);
  if (found) return found.id;
  const names = endpoints.map((endpoint) => `"${endpoint.name}"`).join(", ");
  throw new UsageError(
    `there is no endpoint "${name}"; endpoints: ${names || "none yet (parallax evaluate endpoint)"}`,
  );
}

/** Adds a level to those of its factor. */
export function collectLevel(text: string, levels: Record<string, string[]>): Record<string, string[]> {
  const separatorIndex = text.indexOf("=");
  const [factor, level] = [text.slice(0, separatorIndex).trim(), text.slice(separatorIndex + 1).trim()];
  if (separatorIndex < 1 || level === "") throw new UsageError(`--condition needs factor=level, not "${text}"`);
  return { ...levels, [factor]: [...(levels[factor] ?? []), level] };
}

async function chooseKind(project: ProjectChoice, benchmarkId: string, requested: string | undefined): Promise<string> {
  const kinds = (await listAskable(installation, project.id)).filter((one) => one.benchmarkId === benchmarkId);
  const names = kinds.map(({ kind }) => kind).join(", ");
  if (requested !== undefined) {
    if (kinds.some(({ kind }) => kind === requested)) return requested;
    throw new UsageError(`the benchmark has no items of the kind "${requested}"; kinds: ${names || "none"}`);
  }
  const [only, ...others] = kinds;
  if (!only) throw new UsageError("the benchmark has no items");
  if (others.length > 0)
    throw new UsageError(`the benchmark has several kinds of items; name one with --kind: ${names}`);
  return only.kind;
}

/** The levels under which models are evaluated: for each factor the named levels, otherwise its first level. */
function selectLevels(kind: string, named: Record<string, string[]>): Record<string, string[]> {
  const item = itemKinds[kind];
  const factors = item ? listEvaluationFactors(item) : [];
  const unknown = Object.keys(named).find((name) => !factors.some((factor) => factor.name === name));
  if (unknown !== undefined)
    throw new UsageError(
      `these items have no factor "${unknown}"; factors: ${factors.map(({ name }) => name).join(", ")}`,
    );
  return Object.fromEntries(
    factors.map(({ name, levels }) => [
      name,
      named[name] ?? levels.flatMap(({ value, isChosen }) => (isChosen ? [value] : [])),
    ]),
  );
}

/**
 * An evaluation for a study uses the study's conditions. Only the prompt may be chosen, among the prompts that the
 * study compares with people.
 */
function selectStudyLevels(named: Record<string, string[]>): Record<string, string[]> {
  const unsupported = Object.keys(named).find((name) => name !== "prompt");
  if (unsupported === undefined) return named;
  throw new UsageError(`--condition ${unsupported} cannot be used with --study: the study's own conditions are asked`);
}

async function findStudy(project: ProjectChoice, slug: string): Promise<string> {
  const study = await getStudy(installation, slug);
  if (study?.projectId === project.id) return study.id;
  throw new UsageError(`there is no study "${slug}"`);
}
