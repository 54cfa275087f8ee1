import { isInRanges, type NetworkRange, normalAddress } from "./address.ts";

/**
 * Whose request it is: the address at the other end of the connection, or, where that is a proxy that the operator has
 * named, the last address of `X-Forwarded-For` that is no such proxy. What anyone else writes into that header is not
 * read. A named proxy that says nothing readable is itself the client.
 */
export function clientAddress(peer: string, forwardedFor: string, proxies: readonly NetworkRange[]): string {
  if (!isInRanges(peer, proxies)) return normalAddress(peer) ?? peer;
  const hops = forwardedFor.split(",").map((hop) => normalAddress(withoutPort(hop)));
  for (const hop of hops.reverse()) {
    if (hop === null) break;
    if (!isInRanges(hop, proxies)) return hop;
  }
  return normalAddress(peer) ?? peer;
}

/** Some proxies write "203.0.113.7:51234" and "[2001:db8::1]:51234". */
function withoutPort(hop: string): string {
  const text = hop.trim();
  return /^(?:\[[^\]]*\]|[\d.]+):\d{1,5}$/.test(text) ? text.replace(/:\d{1,5}$/, "") : text;
}
