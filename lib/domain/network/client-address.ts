import { isInRanges, type NetworkRange, normalizeAddress } from "./address.ts";

/**
 * The client address of a request. It is the remote address of the connection or, if that is a configured proxy, the
 * last address in `X-Forwarded-For` that is not a configured proxy. The header is ignored for other connections. If a
 * configured proxy sends no valid address, the address of the proxy is used.
 */
export function findClientAddress(peer: string, forwardedFor: string, proxies: readonly NetworkRange[]): string {
  if (!isInRanges(peer, proxies)) return normalizeAddress(peer) ?? peer;
  const hops = forwardedFor.split(",").map((hop) => normalizeAddress(removePort(hop)));
  for (const hop of hops.reverse()) {
    if (hop === null) break;
    if (!isInRanges(hop, proxies)) return hop;
  }
  return normalizeAddress(peer) ?? peer;
}

/** Removes the port, because some proxies write "203.0.113.7:51234" and "[2001:db8::1]:51234". */
function removePort(hop: string): string {
  const text = hop.trim();
  return /^(?:\[[^\]]*\]|[\d.]+):\d{1,5}$/.test(text) ? text.replace(/:\d{1,5}$/, "") : text;
}
