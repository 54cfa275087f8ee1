import type { IncomingMessage } from "node:http";
import { isInRanges } from "../../domain/network/address.ts";
import { clientAddress } from "../../domain/network/client-address.ts";
import type { ListenerSettings } from "../settings.ts";

/**
 * Replaces `X-Forwarded-*` by verified values before any other code reads them: the client's address, and the host and
 * protocol that a configured proxy saw. Values from other clients are removed, and so are headers that Next reserves
 * for itself.
 */
export function rewriteForwardedHeaders(
  request: IncomingMessage,
  settings: Pick<ListenerSettings, "publicUrl" | "proxies">,
): void {
  const { headers } = request;
  const peer = request.socket.remoteAddress ?? "";
  const isProxy = isInRanges(peer, settings.proxies);
  const trustedHeader = (name: string) => (isProxy ? singleValue(headers[name]) : "");
  const forwardedFor = trustedHeader("x-forwarded-for");
  const host = firstInList(trustedHeader("x-forwarded-host")) || headers.host || "";
  const protocol = firstInList(trustedHeader("x-forwarded-proto")).toLowerCase();
  for (const name of Object.keys(headers)) {
    if (/^(?:x-forwarded-|x-middleware-|x-parallax-)/.test(name) || addressHeaders.has(name)) delete headers[name];
  }
  headers["x-forwarded-for"] = clientAddress(peer, forwardedFor, settings.proxies);
  headers["x-forwarded-host"] = host;
  headers["x-forwarded-proto"] = /^https?$/.test(protocol)
    ? protocol
    : new URL(settings.publicUrl).protocol.slice(0, -1);
}

/** Other headers with which clients and proxies state the client's address. */
const addressHeaders = new Set(["forwarded", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"]);

function singleValue(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(", ") : (value ?? "");
}

function firstInList(list: string): string {
  return list.split(",")[0]?.trim() ?? "";
}
