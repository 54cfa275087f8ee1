/**
 * Prepares an address for the log. Removes the query, which may contain a recruiter's IDs, and masks segments that
 * grant access (session tokens, invitations). Row IDs are kept, because they grant no access.
 */
export function maskPath(url: string): string {
  const [path = ""] = url.split("?", 1);
  const masked = path.split("/").map((name) => (isRowId(name) || !/^[\w-]{20,}$/.test(name) ? name : "…"));
  return masked.join("/").slice(0, 300);
}

function isRowId(name: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
}
