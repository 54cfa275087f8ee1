/**
 * An address as the log may keep it: without its query, which may hold a recruiter's ids, and without the names in it
 * that open something (session tokens, invitations). Ids of rows stay: they open nothing by themselves.
 */
export function maskPath(url: string): string {
  const [path = ""] = url.split("?", 1);
  const masked = path.split("/").map((name) => (isRowId(name) || !/^[\w-]{20,}$/.test(name) ? name : "…"));
  return masked.join("/").slice(0, 300);
}

function isRowId(name: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
}
