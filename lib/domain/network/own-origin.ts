/**
 * Whether a request's `Origin` is this installation's own: the public address, or, while that is this machine itself,
 * which is how everyone begins, the `Host` that the same browser asked for, under whichever of its names.
 */
export function isOwnOrigin(origin: string, host: string | null, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  return isThisMachine(new URL(publicUrl).hostname) && URL.canParse(origin) && new URL(origin).host === host;
}

/** Whether a host name means the machine that asks. */
export function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
