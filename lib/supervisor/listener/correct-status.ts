import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "../../server/platform/log/log.ts";
import type { RequestContext } from "../../server/platform/log/request-context.ts";
import { maskPath } from "./mask-path.ts";

/**
 * Turns the framework's 500 for a form that it cannot parse into a 400: malformed parts, malformed values, invalid
 * references. Until one of our actions has begun, the error is caused by the request; after that it remains a 500.
 * Turns the framework's 200 for an action or a page that refused because of too many attempts into 429 with
 * `Retry-After`.
 */
export function correctStatus(request: IncomingMessage, response: ServerResponse, context: RequestContext): void {
  const isAction = callsAction(request);
  const writeHead = response.writeHead;
  response.writeHead = ((status: number, ...others: unknown[]) => {
    const isUnreadableForm = isAction && status === 500 && !context.hasReachedAction;
    if (isUnreadableForm) {
      context.isUnreadForm = true;
      log("warn", "A form could not be read.", { path: maskPath(request.url ?? "") });
      response.statusMessage = "Bad Request";
    }
    const isTooMany = status === 200 && context.retryAfterSeconds !== undefined;
    if (isTooMany) {
      response.setHeader("Retry-After", String(context.retryAfterSeconds));
      response.statusMessage = "Too Many Requests";
    }
    const corrected = isUnreadableForm ? 400 : isTooMany ? 429 : status;
    return Reflect.apply(writeHead, response, [corrected, ...others.filter((one) => one !== undefined)]);
  }) as typeof response.writeHead;
}

/**
 * Whether the framework treats the request as a call of a server action: a multipart form, or any request with the
 * action's header.
 */
function callsAction({ method, url = "", headers }: IncomingMessage): boolean {
  if (method !== "POST" || url.startsWith("/api/")) return false;
  return headers["next-action"] !== undefined || /^\s*multipart\/form-data\b/i.test(headers["content-type"] ?? "");
}
