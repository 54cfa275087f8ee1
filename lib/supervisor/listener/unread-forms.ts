import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "../../server/platform/log/log.ts";
import type { RequestContext } from "../../server/platform/log/request-context.ts";
import { maskPath } from "./mask-path.ts";

/**
 * Turns the framework's 500 for a form that it could not take apart into the 400 that it is: broken parts, broken
 * values, references to what is not there. A fault is the sender's as long as none of our actions was reached; after
 * that it is ours and stays a 500.
 */
export function answerUnreadForms(request: IncomingMessage, response: ServerResponse, context: RequestContext): void {
  if (!callsAction(request)) return;
  const writeHead = response.writeHead;
  response.writeHead = ((status: number, ...others: unknown[]) => {
    const isUnread = status === 500 && !context.hasReachedAction;
    if (isUnread) {
      context.isUnreadForm = true;
      log("warn", "A form could not be read.", { path: maskPath(request.url ?? "") });
      response.statusMessage = "Bad Request";
    }
    return Reflect.apply(writeHead, response, [isUnread ? 400 : status, ...others.filter((one) => one !== undefined)]);
  }) as typeof response.writeHead;
}

/** What the framework takes for a call of a server action: a form in parts, or anything with the action's header. */
function callsAction({ method, url = "", headers }: IncomingMessage): boolean {
  if (method !== "POST" || url.startsWith("/api/")) return false;
  return headers["next-action"] !== undefined || /^\s*multipart\/form-data\b/i.test(headers["content-type"] ?? "");
}
