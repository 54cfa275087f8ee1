/**
 * The destination after signing in: the requested path of this site, else the research workspace. An address of another
 * site is never followed, however it is written ("//host", "/\host").
 */
export function parseDestination(value: unknown): string {
  const here = "http://here.invalid";
  if (typeof value !== "string" || !value.startsWith("/") || !URL.canParse(value, here)) return "/research";
  const url = new URL(value, here);
  if (url.origin !== here || url.pathname.startsWith("//") || url.pathname.startsWith("/sign-in")) return "/research";
  return url.pathname + url.search;
}
