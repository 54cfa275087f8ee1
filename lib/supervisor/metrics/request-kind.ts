const kinds: readonly [string, RegExp][] = [
  ["health", /^\/api\/(?:livez|readyz)$/],
  ["participant", /^\/(?:s\/|api\/v1\/sessions(?:\/|$))/],
  ["annotator", /^\/(?:annotate(?:\/|$)|api\/v1\/annotation\/)/],
  ["api", /^\/api\//],
  ["file", /^\/(?:_next\/|[^/]+\.[a-z]+$)/],
];

/**
 * The kind of users that a request serves. The number of kinds is small and fixed, so that requests to invented
 * addresses cannot add metrics.
 */
export function classifyRequest(url: string): string {
  const [path = ""] = url.split("?", 1);
  return kinds.find(([, pattern]) => pattern.test(path))?.[0] ?? "page";
}
