import * as z from "zod";
import type { Actor } from "@/lib/server/platform/access/access.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Fields = z.ZodObject;

/** The values of an operation's request, as its schemas return them. */
interface OperationInput<Params extends Fields, Query extends Fields, Body extends z.ZodType> {
  actor: Actor;
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
}

/** One operation of the API: the format of its requests and responses, and the use case that it calls. */
export interface Operation {
  /** Unique and stable, in camel case: clients derive method names from it. */
  id: string;
  method: Method;
  /** Below `/api/v1`, with parameters in braces: "/studies/{study}". */
  path: string;
  tag: string;
  /** One line, beginning with a verb. */
  summary: string;
  params: Fields;
  query: Fields;
  body: z.ZodType | null;
  /** The schema of a JSON response; null if the response is a stream of JSON lines. */
  result: z.ZodType | null;
  work: (given: { actor: Actor; params: unknown; query: unknown; body: unknown }) => Promise<unknown>;
}

const noFields = z.strictObject({});

/** The return value of a change without a result. */
export const noResult = z.null();

/** Defines an operation, with types for `work` from the schemas. The names in braces must be the fields of `params`. */
export function operation<
  Params extends Fields = typeof noFields,
  Query extends Fields = typeof noFields,
  Body extends z.ZodType = z.ZodUndefined,
>(definition: {
  id: string;
  method: Method;
  path: string;
  tag: string;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  result?: z.ZodType | null;
  work: (given: OperationInput<Params, Query, Body>) => Promise<unknown>;
}): Operation {
  const { params = noFields, query = noFields, body = null, result = noResult, ...rest } = definition;
  const pathParameters = [...definition.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  if (pathParameters.sort().join() !== Object.keys(params.shape).sort().join())
    throw new RangeError(`the path ${definition.path} does not name the parameters of ${definition.id}`);
  return { ...rest, params, query, body, result, work: definition.work as Operation["work"] };
}

/** Parameters that several operations share. */
export const projectParams = z.object({ project: z.uuid() });
/** A study by its ID or slug; `work` receives the ID. */
export const studyParams = z.object({ study: z.string().max(200) });
export const benchmarkParams = z.object({ benchmark: z.uuid() });
export const modelParams = z.object({ model: z.uuid() });

/** The result of an operation that creates an object. */
export const createdId = z.object({ id: z.uuid() });
export const createdIdAndSlug = z.object({ id: z.uuid(), slug: z.string() });

/** A date and time in ISO 8601, UTC. */
export const dateTime = z.date().meta({ type: "string", format: "date-time" });

type DefinedFields<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> };

/** Only the fields that the request contains. */
export function pickDefinedFields<Value extends object>(value: Value): DefinedFields<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as DefinedFields<Value>;
}
