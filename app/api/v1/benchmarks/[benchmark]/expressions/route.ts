import * as z from "zod";
import { makeExpressions, makeExpressionsSchema } from "@/lib/server/beliefs/make-expressions.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

/**
 * Generates the expressions of a benchmark's facts: the body is a template file, or empty for the shipped templates.
 */
export const POST = handler({
  who: requireActor,
  params: z.object({ benchmark: z.uuid() }),
  query: makeExpressionsSchema,
  work: ({ who, params, query, request }) => makeExpressions(who, params.benchmark, query, request),
});
