/**
 * The destination after signing in: the requested path of this site, otherwise the research workspace. Addresses of
 * other sites are never used, in any notation ("//host", "/\host").
 */
export function parseDestination(value: unknown): string {
  const placeholderOrigin = "http://here.invalid";
  if (typeof value !== "string" || !value.startsWith("/") || !URL.canParse(value, placeholderOrigin))
    return "/research";
  const url = new URL(value, placeholderOrigin);
  if (url.origin !== placeholderOrigin || url.pathname.startsWith("//") || url.pathname.startsWith("/sign-in"))
    return "/research";
  return url.pathname + url.search;
}
