import { AsyncLocalStorage } from "node:async_hooks";
import type { AppError } from "../errors/app-error.ts";

/** Data about the current request. */
export interface RequestContext {
  /** Sent in the response as `X-Request-Id` and written in every log line of the request. */
  requestId: string;
  /** Whether one of Parallax's server actions has started; an error before that is caused by the request itself. */
  hasReachedAction?: boolean;
  /** Set if a server action or a page failed because of too many attempts; the listener then responds with 429. */
  retryAfterSeconds?: number;
  /** Whether the response reported that the form could not be parsed. */
  isUnreadForm?: boolean;
}

interface ContextHolder {
  parallaxRequestContext?: AsyncLocalStorage<RequestContext>;
}

/** One instance for the process: the application's bundles and the listener must share it. */
export function requestContext(): AsyncLocalStorage<RequestContext> {
  const holder = globalThis as ContextHolder;
  holder.parallaxRequestContext ??= new AsyncLocalStorage<RequestContext>();
  return holder.parallaxRequestContext;
}

/** Records that the request could be parsed and that one of Parallax's server actions has started. */
export function recordActionStart(): void {
  const context = requestContext().getStore();
  if (context) context.hasReachedAction = true;
}

/**
 * Records that a server action or a page failed because of too many attempts: the framework itself would respond with
 * 200. Other errors are not recorded.
 */
export function recordRateLimit({ code, retryAfterSeconds = 0 }: AppError): void {
  const context = requestContext().getStore();
  if (context && code === "too-many") context.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds));
}
