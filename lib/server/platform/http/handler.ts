import type { Schema } from "@/lib/domain/schema.ts";
import type { Actor } from "../access/access.ts";
import { hasApiToken, requireTokenScope } from "../access/token-scope.ts";
import { notFoundError } from "../errors/app-error.ts";
import { PendingError } from "../errors/pending-error.ts";
import { errorResponse, jsonResponse, problemResponse, responseHeaders } from "./error-response.ts";
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
  /** The JSON body; strict objects, so that unknown fields are rejected. */
  body?: Schema<Body>;
  maximumBytes?: number;
  /** Returns a plain value, sent as JSON, or a Response. */
  work: (input: { who: Who; params: Params; query: Query; body: Body; request: Request }) => Promise<unknown>;
}

/**
 * Creates a route handler that performs all steps of a request: origin check of writes and of signed-in reads,
 * authentication, parsing of path, query and body by their schemas, and the size limit of the body. A failure becomes a
 * response with its status, and a result that is still being computed becomes a 202.
 */
export function handler<Who, Params = undefined, Query = undefined, Body = undefined>(
  options: HandlerOptions<Who, Params, Query, Body>,
): (request: Request, context: RouteContext) => Promise<Response> {
  return async (request, context) => {
    // A browser never adds a token to a request automatically, so only requests that rely on the cookie can be forged.
    const hasToken = hasApiToken(request.headers);
    const fail = hasToken ? problemResponse : errorResponse;
    try {
      const originError = hasToken ? null : checkOrigin(request, options.who);
      if (originError) return originError;
      const who = await options.who(request);
      const pathParams = await context.params;
      if (isTokenActor(who)) await requireTokenScope(who, pathParams);
      else if (hasToken) checkOrigin(request, options.who);
      const params = options.params ? parseParams(options.params, pathParams) : undefined;
      const query = options.query
        ? parseInput(options.query, Object.fromEntries(new URL(request.url).searchParams))
        : undefined;
      const body = options.body ? parseInput(options.body, await readJson(request, options.maximumBytes)) : undefined;
      const result = await options.work({
        who,
        params: params as Params,
        query: query as Query,
        body: body as Body,
        request,
      });
      if (!(result instanceof Response)) return jsonResponse(result);
      return addResponseHeaders(request.method === "HEAD" ? await dropBody(result) : result);
    } catch (error) {
      if (error instanceof PendingError) return pendingResponse(request, error.progress);
      // A "not found" thrown by a page guard becomes an ordinary error response.
      if (isNotFoundSignal(error)) return fail(notFoundError());
      if (isNextSignal(error)) throw error;
      return fail(error);
    }
  };
}

/**
 * Checks the origin of a request. Throws for a forged change, and for a read that another site started while a person
 * is signed in. If the read is a link from another site, returns a notice page; otherwise null.
 */
function checkOrigin(request: Request, who: unknown): Response | null {
  if (request.method !== "GET" && request.method !== "HEAD") assertSameOrigin(request.headers);
  else if (who !== publicAccess) {
    if (isCrossSite(request.headers) && isNavigation(request.headers)) return crossSiteNotice(request);
    assertNotCrossSite(request.headers);
  }
  return null;
}

function isTokenActor(who: unknown): who is Actor {
  return typeof who === "object" && who !== null && (who as Partial<Actor>).token !== undefined;
}

/** The `who` of public routes. */
export async function publicAccess(): Promise<null> {
  return null;
}

function parseParams<Params>(schema: Schema<Params>, params: unknown): Params {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw notFoundError();
  return parsed.data;
}

/**
 * The body of a response to HEAD is never read, so its source (such as a download's connection) must be closed
 * explicitly.
 */
async function dropBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}

function addResponseHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(responseHeaders)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}
