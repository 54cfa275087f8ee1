import type { Server } from "node:http";

/**
 * Makes a server handle requests to upgrade (`Upgrade: websocket`) like other requests, as RFC 9110 permits. Node does
 * this if the server has no listener for upgrades. The framework adds a listener, which would keep each such connection
 * open forever.
 */
export function ignoreUpgrades(server: Server): void {
  for (const name of ["on", "addListener", "prependListener"] as const) {
    const addListener = server[name].bind(server) as (event: string, listener: (...args: unknown[]) => void) => Server;
    server[name] = ((event: string, listener: (...args: unknown[]) => void) =>
      event === "upgrade" ? server : addListener(event, listener)) as Server[typeof name];
  }
}
