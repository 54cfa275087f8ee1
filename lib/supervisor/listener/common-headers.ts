import type { ServerResponse } from "node:http";

/**
 * Headers of every response, static files and errors included, from any source. The content security policy is not
 * here: pages get theirs, with a nonce, from `proxy.ts`, and route handlers set their own, because a response with two
 * policies must satisfy both.
 */
const headersForAll = [
  ["X-Content-Type-Options", "nosniff"],
  // Not "no-referrer": a plain form post would then contain "Origin: null" and be refused as foreign.
  ["Referrer-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), browsing-topics=()"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  // Test material must not appear in search results or training data.
  ["X-Robots-Tag", "noindex, nofollow, noarchive, nosnippet, noai, noimageai"],
] as const;

export function setCommonHeaders(response: ServerResponse, isHttps: boolean): void {
  for (const [name, value] of headersForAll) response.setHeader(name, value);
  if (isHttps) response.setHeader("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
}
