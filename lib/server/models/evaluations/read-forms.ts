import * as z from "zod";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { reasoningEfforts, receivedMedia } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import { everyStudy } from "@/lib/domain/models/evaluation/estimate.ts";
import { listEvaluationFactors } from "@/lib/domain/models/evaluation/plan.ts";
import { boundedText, firstProblem } from "@/lib/domain/text.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { evaluationFormSchema } from "./create-evaluation.ts";
import type { EndpointInput } from "./endpoints.ts";
import type { EvaluationBatch } from "./evaluation-batch.ts";

const text = boundedText(500);
const checkbox = z.literal("on").optional();

/** The fields of an endpoint's form, as a browser sends them. */
export const endpointFields = {
  name: boundedText(200),
  url: text,
  model: text,
  style: z.string().max(20),
  media: z.enum(receivedMedia),
  key: text,
  forgetKey: checkbox,
  temperature: text,
  reasoningEffort: z.enum(["", ...reasoningEfforts]),
  maximumTokens: text,
  seed: text,
  system: boundedText(20_000),
  extra: boundedText(20_000),
  promptUsdPerMillion: text,
  completionUsdPerMillion: text,
  timeoutSeconds: text,
  parallel: text,
  perMinute: text,
};
const endpointObject = z.strictObject(endpointFields);

/** Parses an endpoint's form; an empty number is null. */
export function readEndpointForm(input: z.infer<typeof endpointObject>): EndpointInput {
  const { name, key, forgetKey, extra, style, media, reasoningEffort, system, url, model, ...numbers } = input;
  const number = (field: keyof typeof numbers) => parseNumberField(field, numbers[field]);
  return {
    name: name.trim(),
    settings: {
      url: url.trim(),
      model: model.trim(),
      style,
      media,
      system,
      reasoningEffort: reasoningEffort === "" ? null : reasoningEffort,
      temperature: number("temperature"),
      maximumTokens: number("maximumTokens"),
      seed: number("seed"),
      extra: parseJson("extra", extra),
      promptUsdPerMillion: number("promptUsdPerMillion"),
      completionUsdPerMillion: number("completionUsdPerMillion"),
      timeoutSeconds: number("timeoutSeconds"),
      parallel: number("parallel"),
      perMinute: number("perMinute"),
    },
    // An empty field keeps the stored key: the key is never sent to the page, so the form cannot contain it.
    ...(forgetKey === "on" ? { key: "" } : key.trim() === "" ? {} : { key: key.trim() }),
  };
}

const modelIds = z.union([boundedText(100).transform((one) => [one]), z.array(boundedText(100)).max(50)]);

/** The form for one evaluation of each of its models, and of each study if `study` is `everyStudy`. */
const batchSchema = evaluationFormSchema.omit({ endpoint: true }).extend({
  endpoints: z.array(evaluationFormSchema.shape.endpoint),
  study: z.union([z.literal(everyStudy), evaluationFormSchema.shape.study]),
});

/** The fields of the form for evaluations; the fields for the levels of a factor are named `level-FACTOR`. */
export const evaluationFields = z
  .object({
    endpoint: modelIds.optional(),
    benchmark: text,
    source: boundedText(200),
    kind: z.string().max(40),
    answer: z.string().max(40),
    shots: text,
    seed: boundedText(100),
    repeats: text,
    sample: text,
    items: boundedText(100_000).optional(),
    priorFirst: checkbox,
    study: text.optional(),
    limitUsd: text,
  })
  .catchall(modelIds);

/** Evaluations from their form. */
export function readEvaluationForm(input: z.infer<typeof evaluationFields>): EvaluationBatch {
  const kind = itemKinds[input.kind];
  const factors = kind ? listEvaluationFactors(kind).map(({ name }) => name) : [];
  const knownFields = new Set([...Object.keys(evaluationFields.shape), ...factors.map((name) => `level-${name}`)]);
  const unknownField = Object.keys(input).find((field) => !knownFields.has(field));
  if (unknownField !== undefined) throw new AppError("invalid", "is not a field of these items", unknownField);
  const parsed = batchSchema.safeParse({
    endpoints: input.endpoint ?? [],
    benchmark: input.benchmark,
    source: input.source.trim(),
    kind: input.kind,
    levels: Object.fromEntries(factors.map((name) => [name, readLevels(input[`level-${name}`])])),
    answer: input.answer,
    shots: parseNumberField("shots", input.shots) ?? 0,
    seed: input.seed,
    repeats: parseNumberField("repeats", input.repeats) ?? 1,
    sample: parseNumberField("sample", input.sample),
    items: input.items ?? "",
    priorFirst: input.priorFirst === "on",
    study: input.study === undefined || input.study === "" ? null : input.study,
    limitUsd: parseNumberField("limitUsd", input.limitUsd),
  });
  if (parsed.success) return parsed.data;
  const { field, message } = firstProblem(parsed.error);
  throw new AppError("invalid", message, field);
}

function readLevels(levels: unknown): string[] {
  return Array.isArray(levels) ? levels.filter((level) => level !== "") : [];
}

/** An entered number; null for an empty field. */
export function parseNumberField(field: string, typed: string): number | null {
  if (typed.trim() === "") return null;
  const number = Number(typed.trim().replace(",", "."));
  if (!Number.isFinite(number)) throw new AppError("invalid", "must be a number", field);
  return number;
}

function parseJson(field: string, typed: string): unknown {
  if (typed.trim() === "") return {};
  try {
    return JSON.parse(typed);
  } catch {
    throw new AppError("invalid", 'must be a JSON object, such as {"top_p": 0.9}', field);
  }
}
