import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { notFoundError } from "@/lib/server/platform/errors/app-error.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { runOnce } from "@/lib/server/platform/http/idempotency.ts";
import { requireStudyId } from "@/lib/server/studies/require-study-id.ts";
import type { Operation } from "./operation.ts";
import { findOperation, operations } from "./registry.ts";

type Context = { params: Promise<Record<string, string | string[] | undefined>> };
type Handler = (request: Request, context: Context) => Promise<Response>;

const handlers = new Map<Operation, Handler>(operations.map((operation) => [operation, createHandler(operation)]));

const unknownPath = handler({
  who: requireActor,
  work: async () => {
    throw notFoundError();
  },
});

/**
 * Handles a request to an operation of the registry: 404 for an unknown path, 405 for another method of a known path.
 */
export async function handleOperation(request: Request, context: Context): Promise<Response> {
  const path = (await context.params).operation;
  const match = findOperation(request.method, Array.isArray(path) ? path : []);
  if (!match) return unknownPath(request, context);
  if (!("operation" in match)) return new Response(null, { status: 405, headers: { Allow: match.allowed.join(", ") } });
  const handle = handlers.get(match.operation) ?? unknownPath;
  return handle(request, { params: Promise.resolve(match.params) });
}

function createHandler(operation: Operation): Handler {
  return handler({
    who: requireActor,
    params: operation.params,
    query: operation.query,
    ...(operation.body === null ? {} : { body: operation.body }),
    work: async ({ who, params, query, body, request }) => {
      const input = { actor: who, params: await resolveStudyId(who, params), query, body };
      return runOnce(who, request, body, async () => {
        const value = await operation.work(input);
        return value instanceof Response || operation.result === null ? value : operation.result.parse(value ?? null);
      });
    },
  });
}

/** Replaces the slug of a study in the parameters by the study's ID, so that every use case receives an ID. */
async function resolveStudyId(actor: Parameters<typeof requireStudyId>[0], params: Record<string, unknown>) {
  const { study } = params;
  return typeof study === "string" ? { ...params, study: await requireStudyId(actor, study) } : params;
}
