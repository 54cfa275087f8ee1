import { connect, createServer, type Socket } from "node:net";

/**
 * A proxy in front of several processes, as a deployment has one: each new connection goes to the next process, or to
 * the one after it if that process does not listen. The requests of a person are thus distributed over all processes.
 */
export async function startRoundRobin(
  port: number,
  targets: readonly number[],
): Promise<{ stop: () => Promise<void> }> {
  let turn = 0;
  const open = new Set<Socket>();
  // Data are forwarded immediately (no Nagle delay): waiting for more data would delay each response by forty
  // milliseconds.
  const server = createServer({ noDelay: true }, (client) => {
    open.add(client);
    client.on("error", () => client.destroy());
    client.on("close", () => open.delete(client));
    const attempt = (left: number) => {
      const target = targets[turn++ % targets.length] as number;
      const upstream = connect({ port: target, host: "127.0.0.1", noDelay: true });
      let isConnected = false;
      upstream.once("connect", () => {
        isConnected = true;
        client.pipe(upstream).pipe(client);
        client.once("close", () => upstream.destroy());
      });
      upstream.once("error", () => {
        // Before the connection is established, nothing of the request has been read, so another process may have it.
        if (!isConnected && left > 1) attempt(left - 1);
        else client.destroy();
      });
    };
    attempt(targets.length);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, resolve);
  });
  return {
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
