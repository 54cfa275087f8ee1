import { connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "../../lib/supervisor/free-port.ts";

/**
 * What happens to the bytes between two programs.
 *
 * - `pass`: they are forwarded, after `delayMs` if it is given.
 * - `cut`: connections are closed and new ones too, as by a machine whose program is gone.
 * - `hold`: nothing is forwarded and nothing closed, as by a network that loses every packet.
 */
export type ProxyState = { kind: "pass"; delayMs?: number } | { kind: "cut" } | { kind: "hold" };

/** A TCP proxy whose connections can be cut, delayed or blocked while the programs on both sides run. */
export interface FaultProxy {
  host: string;
  port: number;
  /** Changes the state and ends blocked connections, which their peers have given up. */
  set: (state: ProxyState) => void;
  /** Closes the connections that are open now; new ones are forwarded. */
  reset: () => void;
  stop: () => Promise<void>;
}

/** Starts a proxy to a port of this machine. Both addresses must be loopback addresses. */
export async function startFaultProxy(
  targetPort: number | (() => number),
  { host = "127.0.0.1", targetHost = "127.0.0.1" }: { host?: string; targetHost?: string } = {},
): Promise<FaultProxy> {
  for (const address of [host, targetHost])
    if (!address.startsWith("127.")) throw new RangeError(`${address} is not a loopback address`);
  let state: ProxyState = { kind: "pass" };
  const open = new Set<Socket>();
  const destroyAll = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer({ noDelay: true }, (client) => {
    if (state.kind === "cut") return void client.destroy();
    const port = typeof targetPort === "function" ? targetPort() : targetPort;
    const upstream = connect({ host: targetHost, port, noDelay: true });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.on("error", () => from.destroy());
      from.on("end", () => state.kind !== "hold" && to.end());
      from.on("close", () => {
        open.delete(from);
        if (state.kind !== "hold") to.destroy();
      });
      forward(from, to, () => state);
    }
  });
  const port = await findFreePort(host);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    host,
    port,
    set: (next) => {
      const wasHeld = state.kind === "hold";
      state = next;
      if (wasHeld || next.kind === "cut") destroyAll();
    },
    reset: destroyAll,
    stop: async () => {
      state = { kind: "cut" };
      const closed = new Promise((resolve) => server.close(resolve));
      destroyAll();
      await closed;
    },
  };
}

/**
 * Forwards bytes in order: a delayed chunk delays the following ones. Bytes that arrive while the proxy blocks are
 * discarded.
 */
function forward(from: Socket, to: Socket, state: () => ProxyState): void {
  let last = Promise.resolve();
  from.on("data", (piece) => {
    const now = state();
    if (now.kind !== "pass") return;
    last = last.then(async () => {
      if (now.delayMs) await pause(now.delayMs);
      if (to.writable) to.write(piece);
    });
  });
}
