import type { ServerResponse } from "node:http";

/**
 * Headers of every response, including static files and errors. The content security policy is not among them:
 * `proxy.ts` sets it for pages, with a nonce, and route handlers set their own. A response with two policies would have
 * to satisfy both.
 */
const headersForAll = [
  ["X-Content-Type-Options", "nosniff"],
  // With "no-referrer", a plain form would send "Origin: null" and be refused as foreign.
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
