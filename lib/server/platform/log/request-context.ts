import { AsyncLocalStorage } from "node:async_hooks";

/** What is known about the request that the running code works for. */
export interface RequestContext {
  /** Stands in the answer as `X-Request-Id` and in every log line of the request. */
  requestId: string;
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
