import type { IncomingMessage } from "node:http";
import type { DirectRoute, RouteHandler } from "../../server/platform/http/direct-routes.ts";

export interface FoundRoute {
  handle: RouteHandler;
  params: Record<string, string>;
  isQueued: boolean;
}

/** The maximum size of a body that is read before its handler runs; the framework streams larger ones. */
export const maxBodyBytes = 256 * 1024;

/**
 * The direct route of a request, or null. Only simple requests have one: a path without percent-encoding, a body of a
 * known and small length, and no header with which browsers call actions.
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

/** The pattern of an address as the folders spell it: `[name]` matches one segment without characters to encode. */
function compilePattern(address: string): RegExp {
  const cached = patterns.get(address);
  if (cached) return cached;
  const names = address.split("/").map((name) => name.replace(/^\[(\w+)\]$/, "(?<$1>[A-Za-z0-9_~-]+)"));
  const pattern = new RegExp(`^${names.join("/")}$`);
  patterns.set(address, pattern);
  return pattern;
}
