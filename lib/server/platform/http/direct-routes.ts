/** A route handler of the application, as the framework calls it. */
export type RouteHandler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

/** A route that the listener handles directly, without the framework's routing and streams. */
export interface DirectRoute {
  /** The address as the folders of `app` spell it, such as `/s/[study]`. */
  address: string;
  /** By method; every other method is the framework's. */
  handlers: Readonly<Record<string, RouteHandler>>;
  /** Whether it takes its turn among those that wait (`work-queue.ts`); what watches over the process does not wait. */
  isQueued: boolean;
}

interface RoutesHolder {
  parallaxDirectRoutes?: readonly DirectRoute[];
}

/** One list for the process: the application's bundle hands it over, the listener before it reads it. */
const holder = globalThis as RoutesHolder;

export function setDirectRoutes(routes: readonly DirectRoute[]): void {
  holder.parallaxDirectRoutes = routes;
}

/** Empty until the application has started. */
export function directRoutes(): readonly DirectRoute[] {
  return holder.parallaxDirectRoutes ?? [];
}
