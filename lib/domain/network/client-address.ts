import { isInRanges, type NetworkRange, normalAddress } from "./address.ts";

/**
 * The client address of a request: the remote address of the connection, or, if that is a configured proxy, the last
 * address of `X-Forwarded-For` that is not such a proxy. The header is ignored for other connections. If a configured
 * proxy sends no valid address, the proxy itself counts as the client.
 */
export function clientAddress(peer: string, forwardedFor: string, proxies: readonly NetworkRange[]): string {
  if (!isInRanges(peer, proxies)) return normalAddress(peer) ?? peer;
  const hops = forwardedFor.split(",").map((hop) => normalAddress(removePort(hop)));
  for (const hop of hops.reverse()) {
    if (hop === null) break;
    if (!isInRanges(hop, proxies)) return hop;
  }
  return normalAddress(peer) ?? peer;
}

/** Some proxies write "203.0.113.7:51234" and "[2001:db8::1]:51234". */
function removePort(hop: string): string {
  const text = hop.trim();
  return /^(?:\[[^\]]*\]|[\d.]+):\d{1,5}$/.test(text) ? text.replace(/:\d{1,5}$/, "") : text;
}
