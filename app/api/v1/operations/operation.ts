import * as z from "zod";
import type { Actor } from "@/lib/server/platform/access/access.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Fields = z.ZodObject;

/** The values of an operation's request, as its schemas return them. */
interface Given<Params extends Fields, Query extends Fields, Body extends z.ZodType> {
  actor: Actor;
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
}

/** One operation of the API: the request that it answers, and the use case that it calls. */
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
  /** The schema of a JSON response; null where the response is a stream of JSON lines. */
  result: z.ZodType | null;
  work: (given: { actor: Actor; params: unknown; query: unknown; body: unknown }) => Promise<unknown>;
}

const none = z.strictObject({});

/** The return value of a change without a result. */
export const done = z.null();

/** Defines an operation with the types of its schemas in `work`. The names in braces must be the fields of `params`. */
export function operation<
  Params extends Fields = typeof none,
  Query extends Fields = typeof none,
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
  work: (given: Given<Params, Query, Body>) => Promise<unknown>;
}): Operation {
  const { params = none, query = none, body = null, result = done, ...rest } = definition;
  const named = [...definition.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  if (named.sort().join() !== Object.keys(params.shape).sort().join())
    throw new RangeError(`the path ${definition.path} does not name the parameters of ${definition.id}`);
  return { ...rest, params, query, body, result, work: definition.work as Operation["work"] };
}

/** Parameters that several operations share. */
export const inProject = z.object({ project: z.uuid() });
/** A study by its ID or slug; `work` receives the ID. */
export const studyParams = z.object({ study: z.string().max(200) });
export const benchmarkParams = z.object({ benchmark: z.uuid() });
export const modelParams = z.object({ model: z.uuid() });

/** The result of an operation that creates an object. */
export const created = z.object({ id: z.uuid() });
export const createdWithSlug = z.object({ id: z.uuid(), slug: z.string() });

/** A date and time in ISO 8601, UTC. */
export const dateTime = z.date().meta({ type: "string", format: "date-time" });

type Stated<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> };

/** Only the fields that the request contains. */
export function stated<Value extends object>(value: Value): Stated<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Stated<Value>;
}
