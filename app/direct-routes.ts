import type { DirectRoute, RouteHandler } from "@/lib/server/platform/http/direct-routes.ts";
import * as livez from "./api/livez/route.ts";
import * as readyz from "./api/readyz/route.ts";
import * as annotationNext from "./api/v1/annotation/next/route.ts";
import * as annotationHeartbeat from "./api/v1/annotation/tasks/[task]/heartbeat/route.ts";
import * as annotationLease from "./api/v1/annotation/tasks/[task]/lease/route.ts";
import * as annotationRevision from "./api/v1/annotation/tasks/[task]/revisions/[revision]/route.ts";
import * as annotationChoose from "./api/v1/annotation/tasks/[task]/revisions/choose/route.ts";
import * as annotationTask from "./api/v1/annotation/tasks/[task]/route.ts";
import * as annotationVerdict from "./api/v1/annotation/tasks/[task]/verdict/route.ts";
import * as sessionHeartbeat from "./api/v1/sessions/[token]/heartbeat/route.ts";
import * as sessionScreen from "./api/v1/sessions/[token]/screens/[screen]/route.ts";
import * as sessions from "./api/v1/sessions/route.ts";
import * as session from "./s/[study]/[token]/route.ts";
import * as code from "./s/[study]/code/route.ts";
import * as study from "./s/[study]/route.ts";

/**
 * The routes with the highest load: participants' screens and annotators' tasks. Next's routing takes several times as
 * long as the handler, so the listener calls these handlers directly. Next uses the same route files, and still handles
 * unusual requests (another method, an encoded address, a large body).
 *
 * The first matching address is used, so an address with a fixed name must come before one with a variable.
 */
export const routes: readonly DirectRoute[] = [
  createQueuedRoute("/s/[study]", study),
  createQueuedRoute("/s/[study]/code", code),
  createQueuedRoute("/s/[study]/[token]", session),
  createQueuedRoute("/api/v1/sessions", sessions),
  createQueuedRoute("/api/v1/sessions/[token]/screens/[screen]", sessionScreen),
  createQueuedRoute("/api/v1/sessions/[token]/heartbeat", sessionHeartbeat),
  createQueuedRoute("/api/v1/annotation/next", annotationNext),
  createQueuedRoute("/api/v1/annotation/tasks/[task]", annotationTask),
  createQueuedRoute("/api/v1/annotation/tasks/[task]/lease", annotationLease),
  createQueuedRoute("/api/v1/annotation/tasks/[task]/heartbeat", annotationHeartbeat),
  createQueuedRoute("/api/v1/annotation/tasks/[task]/verdict", annotationVerdict),
  createQueuedRoute("/api/v1/annotation/tasks/[task]/revisions/choose", annotationChoose),
  createQueuedRoute("/api/v1/annotation/tasks/[task]/revisions/[revision]", annotationRevision),
  { address: "/api/livez", handlers: listHandlers(livez), isQueued: false },
  { address: "/api/readyz", handlers: listHandlers(readyz), isQueued: false },
];

function createQueuedRoute(address: string, module: object): DirectRoute {
  return { address, handlers: listHandlers(module), isQueued: true };
}

function listHandlers(module: object): Record<string, RouteHandler> {
  return Object.fromEntries(
    Object.entries(module).filter(([name]) => ["GET", "POST", "PUT", "PATCH", "DELETE"].includes(name)),
  );
}
