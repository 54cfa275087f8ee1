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
  queued("/s/[study]", study),
  queued("/s/[study]/code", code),
  queued("/s/[study]/[token]", session),
  queued("/api/v1/sessions", sessions),
  queued("/api/v1/sessions/[token]/screens/[screen]", sessionScreen),
  queued("/api/v1/sessions/[token]/heartbeat", sessionHeartbeat),
  queued("/api/v1/annotation/next", annotationNext),
  queued("/api/v1/annotation/tasks/[task]", annotationTask),
  queued("/api/v1/annotation/tasks/[task]/lease", annotationLease),
  queued("/api/v1/annotation/tasks/[task]/heartbeat", annotationHeartbeat),
  queued("/api/v1/annotation/tasks/[task]/verdict", annotationVerdict),
  queued("/api/v1/annotation/tasks/[task]/revisions/choose", annotationChoose),
  queued("/api/v1/annotation/tasks/[task]/revisions/[revision]", annotationRevision),
  { address: "/api/livez", handlers: handlersOf(livez), isQueued: false },
  { address: "/api/readyz", handlers: handlersOf(readyz), isQueued: false },
];

function queued(address: string, module: object): DirectRoute {
  return { address, handlers: handlersOf(module), isQueued: true };
}

function handlersOf(module: object): Record<string, RouteHandler> {
  return Object.fromEntries(
    Object.entries(module).filter(([name]) => ["GET", "POST", "PUT", "PATCH", "DELETE"].includes(name)),
  );
}
