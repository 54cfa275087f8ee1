import type { IncomingMessage } from "node:http";
import type { DirectRoute, RouteHandler } from "../../server/platform/http/direct-routes.ts";

export interface FoundRoute {
  handle: RouteHandler;
  params: Record<string, string>;
  isQueued: boolean;
}

/** Maximum size of a body that is read before the handler runs; the framework streams larger bodies. */
export const maxBodyBytes = 256 * 1024;

/**
 * Finds the direct route of a request; null if it has none. A direct route requires a path without percent-encoding, a
 * small body of known length, and no header of a server action.
 */
export function findDirectRoute(
  { method = "", url = "", headers }: Pick<IncomingMessage, "method" | "url" | "headers">,
  routes: readonly DirectRoute[],
): FoundRoute | null {
  const hasNoBody = method === "GET" && !headers["content-length"];
  const isSmall = method !== "GET" && Number(headers["content-length"] ?? Number.NaN) <= maxBodyBytes;
  if (!(hasNoBody || isSmall) || headers["transfer-encoding"] || headers["next-action"]) return null;
  const [path = ""] = url.split("?", 1);
  for (const { address, handlers, isQueued } of routes) {
    const match = compilePattern(address).exec(path);
    if (!match) continue;
    const handle = handlers[method];
    return handle ? { handle, params: { ...match.groups }, isQueued } : null;
  }
  return null;
}

const patterns = new Map<string, RegExp>();

/** The pattern of an address in the notation of route folders. `[name]` matches one segment that needs no encoding. */
function compilePattern(address: string): RegExp {
  const cached = patterns.get(address);
  if (cached) return cached;
  const names = address.split("/").map((name) => name.replace(/^\[(\w+)\]$/, "(?<$1>[A-Za-z0-9_~-]+)"));
  const pattern = new RegExp(`^${names.join("/")}$`);
  patterns.set(address, pattern);
  return pattern;
}
