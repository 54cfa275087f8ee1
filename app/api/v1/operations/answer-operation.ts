import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { notFoundError } from "@/lib/server/platform/errors/app-error.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { answerOnce } from "@/lib/server/platform/http/idempotency.ts";
import { requireStudyId } from "@/lib/server/studies/require-study-id.ts";
import type { Operation } from "./operation.ts";
import { findOperation, operations } from "./registry.ts";

type Context = { params: Promise<Record<string, string | string[] | undefined>> };
type Handler = (request: Request, context: Context) => Promise<Response>;

const handlers = new Map<Operation, Handler>(operations.map((operation) => [operation, handlerOf(operation)]));

const unknownPath = handler({
  who: requireActor,
  work: async () => {
    throw notFoundError();
  },
});

/**
 * Handles a request to an operation of the registry: 404 for an unknown path, 405 for another method of a known path.
 */
export async function answerOperation(request: Request, context: Context): Promise<Response> {
  const path = (await context.params).operation;
  const found = findOperation(request.method, Array.isArray(path) ? path : []);
  if (!found) return unknownPath(request, context);
  if (!("operation" in found)) return new Response(null, { status: 405, headers: { Allow: found.allowed.join(", ") } });
  const answer = handlers.get(found.operation) ?? unknownPath;
  return answer(request, { params: Promise.resolve(found.params) });
}

function handlerOf(operation: Operation): Handler {
  return handler({
    who: requireActor,
    params: operation.params,
    query: operation.query,
    ...(operation.body === null ? {} : { body: operation.body }),
    work: async ({ who, params, query, body, request }) => {
      const given = { actor: who, params: await withStudyId(who, params), query, body };
      return answerOnce(who, request, body, async () => {
        const value = await operation.work(given);
        return value instanceof Response || operation.result === null ? value : operation.result.parse(value ?? null);
      });
    },
  });
}

/** Replaces a study's slug by its ID, so that every use case receives an ID. */
async function withStudyId(actor: Parameters<typeof requireStudyId>[0], params: Record<string, unknown>) {
  const { study } = params;
  return typeof study === "string" ? { ...params, study: await requireStudyId(actor, study) } : params;
}
