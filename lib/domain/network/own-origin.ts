/**
 * Whether a request's `Origin` is this installation's own: the public address, or, while that is this machine itself
 * (the initial state), the `Host` of the same request, under any of this machine's names.
 */
export function isOwnOrigin(origin: string, host: string | null, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  return isThisMachine(new URL(publicUrl).hostname) && URL.canParse(origin) && new URL(origin).host === host;
}

/** Whether a host name means the local machine. */
export function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
