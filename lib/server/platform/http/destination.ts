/**
 * The destination after signing in: the requested path of this site, otherwise the research workspace. Addresses of
 * other sites are never used, in any notation ("//host", "/\host").
 */
export function parseDestination(value: unknown): string {
  const here = "http://here.invalid";
  if (typeof value !== "string" || !value.startsWith("/") || !URL.canParse(value, here)) return "/research";
  const url = new URL(value, here);
  if (url.origin !== here || url.pathname.startsWith("//") || url.pathname.startsWith("/sign-in")) return "/research";
  return url.pathname + url.search;
}
