import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** How slowly a body may arrive before the request is aborted. */
export interface BodyPace {
  /** Grace period for pauses and slow transfer, in milliseconds. */
  graceMs: number;
  /** The minimum average rate after the grace period, in bytes per second. */
  bytesPerSecond: number;
  /** Interval between checks, in milliseconds. */
  pollEveryMs: number;
}

export const bodyPace: BodyPace = { graceMs: 15_000, bytesPerSecond: 500, pollEveryMs: 2_000 };

interface BodyState {
  response: ServerResponse;
  /** How long the server has waited for the client; time in which the server did not read is not included. */
  waitedMs: number;
  /** The number of bytes that were read on the connection before this body. */
  bytesBefore: number;
}

/**
 * Aborts requests with a slow body, because each uses a connection and some block other work. Only time in which the
 * server is ready to read counts, so that a slow import on the server is no fault of the client.
 */
export function watchBodies(
  server: Server,
  pace: BodyPace = bodyPace,
): (request: IncomingMessage, response: ServerResponse) => void {
  const bodies = new Map<IncomingMessage, BodyState>();
  const timer = setInterval(() => {
    for (const [request, state] of bodies) {
      // A completed request no longer has a connection.
      if (request.complete || request.destroyed || !request.socket) {
        bodies.delete(request);
        continue;
      }
      if (!isPaused(request)) state.waitedMs += pace.pollEveryMs;
      const bytes = request.socket.bytesRead - state.bytesBefore;
      const isSlow = state.waitedMs > pace.graceMs && bytes < (state.waitedMs / 1_000) * pace.bytesPerSecond;
      if (isSlow) {
        bodies.delete(request);
        abortRequest(request, state.response);
      }
    }
  }, pace.pollEveryMs);
  timer.unref();
  server.once("close", () => clearInterval(timer));
  return (request, response) => {
    if (!hasBody(request)) return;
    bodies.set(request, { response, waitedMs: 0, bytesBefore: request.socket.bytesRead });
    response.once("close", () => bodies.delete(request));
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Whether received data wait until the server reads them. */
function isPaused(request: IncomingMessage): boolean {
  return request.readableLength > 0 || request.socket.isPaused();
}

function abortRequest(request: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent) {
    response.writeHead(408, { connection: "close", "content-type": "application/json", "cache-control": "no-store" });
    response.end(
      JSON.stringify({
        error: { code: "timeout", message: "The request body arrived too slowly, so the request was aborted." },
      }),
    );
  }
  request.destroy();
}
