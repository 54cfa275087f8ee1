/** A route handler of the application, as the framework calls it. */
export type RouteHandler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

/** A route that the listener handles directly, without the framework's routing and streams. */
export interface DirectRoute {
  /** The address in the notation of folders in `app`, such as `/s/[study]`. */
  address: string;
  /** The handlers by HTTP method; the framework handles all other methods. */
  handlers: Readonly<Record<string, RouteHandler>>;
  /** Whether requests wait in the queue (`work-queue.ts`); health checks do not wait. */
  isQueued: boolean;
}

interface RoutesHolder {
  parallaxDirectRoutes?: readonly DirectRoute[];
}

/** One list for the process: the application's bundle sets the list, and the listener reads it. */
const holder = globalThis as RoutesHolder;

export function setDirectRoutes(routes: readonly DirectRoute[]): void {
  holder.parallaxDirectRoutes = routes;
}

/** Empty until the application has started. */
export function directRoutes(): readonly DirectRoute[] {
  return holder.parallaxDirectRoutes ?? [];
}
