import { randomUUID } from "node:crypto";
import http, { type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { readVariable } from "../../server/platform/environment.ts";
import { directRoutes } from "../../server/platform/http/direct-routes.ts";
import { captureConsole } from "../../server/platform/log/capture-console.ts";
import { log } from "../../server/platform/log/log.ts";
import { type RequestContext, requestContext } from "../../server/platform/log/request-context.ts";
import { type ProcessMetrics, reportMetrics } from "../metrics/process-metrics.ts";
import { classifyRequest } from "../metrics/request-kind.ts";
import type { ListenerSettings } from "../settings.ts";
import { handleDirectly } from "./answer-directly.ts";
import { setCommonHeaders } from "./common-headers.ts";
import { correctStatus } from "./correct-status.ts";
import { findDirectRoute } from "./find-direct-route.ts";
import { rewriteForwardedHeaders } from "./forwarded-headers.ts";
import { ignoreUpgrades } from "./ignore-upgrades.ts";
import { maskPath } from "./mask-path.ts";
import { type RequestRefusal, refuseRequest, toOriginForm } from "./refuse-request.ts";
import { type BodyPace, watchBodies } from "./slow-bodies.ts";
import { createWorkQueue } from "./work-queue.ts";

/**
 * Adds steps to every HTTP server that this process creates: request IDs, verified forwarding headers, common headers,
 * early refusals, timeouts for slow bodies, and direct routes (`app/direct-routes.ts`). The framework handles all other
 * requests.
 */
export function installListener(settings: Pick<ListenerSettings, "publicUrl" | "proxies">): void {
  captureConsole();
  const metrics = reportMetrics();
  const createServer = http.createServer.bind(http);
  http.createServer = ((...given: unknown[]) => {
    const listener = given.findLast((one) => typeof one === "function") as RequestListener | undefined;
    const options = given.find((one) => typeof one === "object" && one !== null) ?? {};
    const server = createServer(options);
    ignoreUpgrades(server);
    if (listener) server.on("request", createListener(server, listener, settings));
    if (metrics) server.prependListener("request", (...request) => measureRequest(metrics, ...request));
    return server;
  }) as typeof http.createServer;
}

/** Creates the listener of one server and sets the server's time limits. */
export function createListener(
  server: Server,
  listener: RequestListener,
  settings: Pick<ListenerSettings, "publicUrl" | "proxies">,
  pace?: BodyPace,
): RequestListener {
  // The first line and the headers are small, and proxies send them immediately.
  server.headersTimeout = 15_000;
  // Proxies keep an idle connection for up to two minutes (nginx one, Caddy two). With a shorter timeout, the server
  // could close a connection while the proxy sends a request.
  server.keepAliveTimeout = 130_000;
  // Long enough for the largest upload over a slow connection. Slow bodies are aborted much earlier.
  server.requestTimeout = 20 * 60_000;
  const watchBody = watchBodies(server, pace);
  const enqueue = createWorkQueue();
  const usesDirectRoutes = readVariable("PARALLAX_DIRECT_ROUTES") !== "off";
  return (request, response) => {
    const requestId = randomUUID();
    const context: RequestContext = { requestId };
    requestContext().run(context, () => {
      response.setHeader("X-Request-Id", requestId);
      keepReadable(request);
      response.once("finish", () => {
        logFault(request, response, context);
        discardBody(request);
      });
      request.url = toOriginForm(request.url ?? "", request.headers.host ?? null, settings.publicUrl);
      const refusal = refuseRequest(request, settings.publicUrl);
      rewriteForwardedHeaders(request, settings);
      setCommonHeaders(response, request.headers["x-forwarded-proto"] === "https");
      if (refusal) return sendRefusal(request, response, refusal);
      watchBody(request, response);
      const route = usesDirectRoutes ? findDirectRoute(request, directRoutes()) : null;
      if (route) return void handleDirectly(request, response, route, enqueue);
      correctStatus(request, response, context);
      listener(request, response);
    });
  };
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function measureRequest({ requests }: ProcessMetrics, request: IncomingMessage, response: ServerResponse): void {
  const { method = "", url = "" } = request;
  const end = requests.startTimer({ kind: classifyRequest(url), method: methods.has(method) ? method : "other" });
  // The client did not wait for this response, so it has no status.
  response.once("close", () => end({ status: response.writableFinished ? String(response.statusCode) : "aborted" }));
}

/** Logs every server error with the ID of its request, even if the framework sent the response. */
function logFault(request: IncomingMessage, response: ServerResponse, context: RequestContext): void {
  if (response.statusCode < 500 || context.isUnreadForm) return;
  log(response.statusCode === 503 ? "warn" : "error", "A request failed.", {
    status: response.statusCode,
    method: request.method ?? "",
    path: maskPath(request.url ?? ""),
  });
}

/**
 * Reads the rest of a body that its reader no longer wants, for example if an upload was refused at its first lines.
 * Otherwise the next request on the connection would wait for the body. The time limit is that of every body.
 */
function discardBody(request: IncomingMessage): void {
  if (request.complete) return;
  // The stream does not flow while this event has a listener, nor immediately after the listener was removed. The
  // listeners of pieces are those of a reader that stopped; it would pause the stream again.
  request.removeAllListeners("readable");
  request.removeAllListeners("data");
  setImmediate(() => request.resume());
}

/**
 * Discards the rest of a body whose reader destroys it, as a loop does that ends early. The destroyed stream could not
 * be read any more.
 */
function keepReadable(request: IncomingMessage): void {
  const { socket } = request;
  const destroy = request.destroy.bind(request);
  request.destroy = (error) => {
    const isAbandoned = !error || error.name === "AbortError";
    if (!isAbandoned || request.complete || socket.destroyed) return destroy(error);
    // The runtime removed it before it called this method.
    request.socket = socket;
    discardBody(request);
    return request;
  };
}

function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, message }: RequestRefusal,
): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    ...(status === 405 ? { allow: "GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE" } : {}),
    // Its body, if there is one, is not read.
    connection: "close",
  });
  response.end(JSON.stringify({ error: { code, message } }));
  request.resume();
}
