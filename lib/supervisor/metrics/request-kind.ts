const kinds: readonly [string, RegExp][] = [
  ["health", /^\/api\/(?:livez|readyz)$/],
  ["participant", /^\/(?:s\/|api\/v1\/sessions(?:\/|$))/],
  ["annotator", /^\/(?:annotate(?:\/|$)|api\/v1\/annotation\/)/],
  ["api", /^\/api\//],
  ["file", /^\/(?:_next\/|[^/]+\.[a-z]+$)/],
];

/**
 * The kind of users that a request serves. There are few kinds, so requests to invented addresses cannot increase the
 * number of metrics.
 */
export function kindOfRequest(url: string): string {
  const [path = ""] = url.split("?", 1);
  return kinds.find(([, pattern]) => pattern.test(path))?.[0] ?? "page";
}
