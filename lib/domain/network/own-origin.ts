/**
 * Whether a request's `Origin` is that of this installation: the public address. While the public address is this
 * machine (the initial state), the origin may also be the `Host` of the request, under any name of this machine.
 */
export function isOwnOrigin(origin: string, host: string | null, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  return isThisMachine(new URL(publicUrl).hostname) && URL.canParse(origin) && new URL(origin).host === host;
}

/** Whether a host name is a name of the local machine. */
export function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
