import type { Schema } from "@/lib/domain/schema.ts";
import { notThere } from "../errors/app-error.ts";
import { PendingError } from "../errors/pending-error.ts";
import { answerHeaders, errorResponse, jsonResponse } from "./error-response.ts";
import { isNextSignal, isNotFoundSignal } from "./explain-error.ts";
import { crossSiteNotice, isNavigation, pendingResponse } from "./notice-page.ts";
import { parseInput } from "./parse-input.ts";
import { readJson } from "./read-body.ts";
import { assertNotCrossSite, assertSameOrigin, isCrossSite } from "./same-origin.ts";

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };

interface HandlerOptions<Who, Params, Query, Body> {
  /** Authentication, e.g. `requireActor`; throws an AppError if it fails. `anyone` for public routes. */
  who: (request: Request) => Promise<Who>;
  /** Values from the path. An invalid value is a 404. */
  params?: Schema<Params>;
  query?: Schema<Query>;
  /** The JSON body; strict objects, so that an unknown field is refused. */
  body?: Schema<Body>;
  maximumBytes?: number;
  /** Returns a plain value, sent as JSON, or a Response. */
  work: (input: { who: Who; params: Params; query: Query; body: Body; request: Request }) => Promise<unknown>;
}

/**
 * Creates a route handler that performs every step: origin check of writes and of signed-in reads, authentication,
 * parsing of path, query and body by their schemas, limit of the body's size, failures as values with their status, and
 * 202 for a result that is still being computed.
 */
export function handler<Who, Params = undefined, Query = undefined, Body = undefined>(
  options: HandlerOptions<Who, Params, Query, Body>,
): (request: Request, context: RouteContext) => Promise<Response> {
  return async (request, context) => {
    try {
      const isRead = request.method === "GET" || request.method === "HEAD";
      if (!isRead) assertSameOrigin(request.headers);
      else if ((options.who as unknown) !== anyone) {
        if (isCrossSite(request.headers) && isNavigation(request.headers)) return crossSiteNotice(request);
        assertNotCrossSite(request.headers);
      }
      const who = await options.who(request);
      const params = options.params ? parseParams(options.params, await context.params) : undefined;
      const query = options.query
        ? parseInput(options.query, Object.fromEntries(new URL(request.url).searchParams))
        : undefined;
      const body = options.body ? parseInput(options.body, await readJson(request, options.maximumBytes)) : undefined;
      const answer = await options.work({
        who,
        params: params as Params,
        query: query as Query,
        body: body as Body,
        request,
      });
      if (!(answer instanceof Response)) return jsonResponse(answer);
      return withAnswerHeaders(request.method === "HEAD" ? await withoutBody(answer) : answer);
    } catch (error) {
      if (error instanceof PendingError) return pendingResponse(request, error.progress);
      // A guard for pages ("not found") becomes an ordinary error response.
      if (isNotFoundSignal(error)) return errorResponse(notThere());
      if (isNextSignal(error)) throw error;
      return errorResponse(error);
    }
  };
}

/** For public routes. */
export async function anyone(): Promise<null> {
  return null;
}

function parseParams<Params>(schema: Schema<Params>, params: unknown): Params {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw notThere();
  return parsed.data;
}

/** The body of a response to HEAD is never read, so its source (a download's connection) must be closed explicitly. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}

function withAnswerHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(answerHeaders)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}
