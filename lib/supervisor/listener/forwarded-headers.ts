import type { IncomingMessage } from "node:http";
import { isInRanges } from "../../domain/network/address.ts";
import { findClientAddress } from "../../domain/network/client-address.ts";
import type { ListenerSettings } from "../settings.ts";

/**
 * Replaces `X-Forwarded-*` by verified values before other code reads these headers: the client's address, and the host
 * and protocol that a configured proxy received. Removes the values that other clients sent, and headers that Next
 * reserves for itself.
 */
export function rewriteForwardedHeaders(
  request: IncomingMessage,
  settings: Pick<ListenerSettings, "publicUrl" | "proxies">,
): void {
  const { headers } = request;
  const peer = request.socket.remoteAddress ?? "";
  const isProxy = isInRanges(peer, settings.proxies);
  const readTrustedHeader = (name: string) => (isProxy ? singleValue(headers[name]) : "");
  const forwardedFor = readTrustedHeader("x-forwarded-for");
  const host = firstInList(readTrustedHeader("x-forwarded-host")) || headers.host || "";
  const protocol = firstInList(readTrustedHeader("x-forwarded-proto")).toLowerCase();
  for (const name of Object.keys(headers)) {
    if (/^(?:x-forwarded-|x-middleware-|x-parallax-)/.test(name) || addressHeaders.has(name)) delete headers[name];
  }
  headers["x-forwarded-for"] = findClientAddress(peer, forwardedFor, settings.proxies);
  headers["x-forwarded-host"] = host;
  headers["x-forwarded-proto"] = /^https?$/.test(protocol)
    ? protocol
    : new URL(settings.publicUrl).protocol.slice(0, -1);
}

/** Other headers in which clients and proxies state a client's address. */
const addressHeaders = new Set(["forwarded", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"]);

function singleValue(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(", ") : (value ?? "");
}

function firstInList(list: string): string {
  return list.split(",")[0]?.trim() ?? "";
}
