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
 * long as the handler, so the listener calls these handlers directly. The route files are the same, and Next still
 * handles unusual requests (another method, an encoded address, a large body).
 *
 * The first matching address is used, so a fixed name comes before a variable one.
 */
export const routes: readonly DirectRoute[] = [
  queuedRoute("/s/[study]", study),
  queuedRoute("/s/[study]/code", code),
  queuedRoute("/s/[study]/[token]", session),
  queuedRoute("/api/v1/sessions", sessions),
  queuedRoute("/api/v1/sessions/[token]/screens/[screen]", sessionScreen),
  queuedRoute("/api/v1/sessions/[token]/heartbeat", sessionHeartbeat),
  queuedRoute("/api/v1/annotation/next", annotationNext),
  queuedRoute("/api/v1/annotation/tasks/[task]", annotationTask),
  queuedRoute("/api/v1/annotation/tasks/[task]/lease", annotationLease),
  queuedRoute("/api/v1/annotation/tasks/[task]/heartbeat", annotationHeartbeat),
  queuedRoute("/api/v1/annotation/tasks/[task]/verdict", annotationVerdict),
  queuedRoute("/api/v1/annotation/tasks/[task]/revisions/choose", annotationChoose),
  queuedRoute("/api/v1/annotation/tasks/[task]/revisions/[revision]", annotationRevision),
  { address: "/api/livez", handlers: listHandlers(livez), isQueued: false },
  { address: "/api/readyz", handlers: listHandlers(readyz), isQueued: false },
];

function queuedRoute(address: string, module: object): DirectRoute {
  return { address, handlers: listHandlers(module), isQueued: true };
}

function listHandlers(module: object): Record<string, RouteHandler> {
  return Object.fromEntries(
    Object.entries(module).filter(([name]) => ["GET", "POST", "PUT", "PATCH", "DELETE"].includes(name)),
  );
}
