import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "../../server/platform/log/log.ts";
import type { RequestContext } from "../../server/platform/log/request-context.ts";
import { maskPath } from "./mask-path.ts";

/**
 * Corrects the status of the framework's responses.
 *
 * A form that the framework cannot parse (malformed parts or values, invalid references) gets 400 instead of 500. This
 * applies only until one of our actions has started, because before that the request must have caused the error.
 *
 * An action or a page that refused the request because of too many attempts gets 429 with `Retry-After` instead of 200.
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
 * Whether the framework treats the request as a call of a server action: it is a multipart form, or has the action
 * header.
 */
function callsAction({ method, url = "", headers }: IncomingMessage): boolean {
  if (method !== "POST" || url.startsWith("/api/")) return false;
  return headers["next-action"] !== undefined || /^\s*multipart\/form-data\b/i.test(headers["content-type"] ?? "");
}
