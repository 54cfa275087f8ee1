import { AsyncLocalStorage } from "node:async_hooks";

/** Data about the request that the running code belongs to. */
export interface RequestContext {
  /** Sent in the response as `X-Request-Id` and written in every log line of the request. */
  requestId: string;
  /** Whether the request got as far as one of our server actions; a fault before that is the request's own. */
  hasReachedAction?: boolean;
  /** Set where a server action refused because of too many attempts; the listener answers 429 with it. */
  retryAfterSeconds?: number;
  /** Whether it was answered as a form that could not be read. */
  isUnreadForm?: boolean;
}

interface ContextHolder {
  parallaxRequestContext?: AsyncLocalStorage<RequestContext>;
}

/** One for the process: the application's bundles and the listener before them must mean the same. */
export function requestContext(): AsyncLocalStorage<RequestContext> {
  const holder = globalThis as ContextHolder;
  holder.parallaxRequestContext ??= new AsyncLocalStorage<RequestContext>();
  return holder.parallaxRequestContext;
}

/** Notes that what the request sent could be read, and that a server action of ours has begun. */
export function noteReachedAction(): void {
  const context = requestContext().getStore();
  if (context) context.hasReachedAction = true;
}

/** Notes that a server action refused because of too many attempts: the framework itself would answer 200. */
export function noteTooMany(retryAfterSeconds: number): void {
  const context = requestContext().getStore();
  if (context) context.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds));
}
