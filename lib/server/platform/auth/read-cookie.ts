/**
 * The value of a cookie in a request's `Cookie` header (RFC 6265, section 4.2.1). If a name occurs twice, the last
 * value is used, as for pages.
 */
export function readCookie(header: string | null, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.findLast((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
