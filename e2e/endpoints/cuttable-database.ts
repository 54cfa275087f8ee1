import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../../lib/supervisor/free-port.ts";
import { databaseHost } from "../../lib/supervisor/postgres-server.ts";

/** A connection to a database that can be cut and restored while the application runs. */
export interface CuttableDatabase {
  /** The database's address by this way. */
  url: string;
  /** Ends every connection and refuses new ones, as if the database's machine were down. */
  cut: () => Promise<void>;
  mend: () => Promise<void>;
}

export async function startCuttableDatabase(databaseUrl: string): Promise<CuttableDatabase> {
  const target = new URL(databaseUrl);
  const port = await freePort(databaseHost);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), databaseHost);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  const mend = () => new Promise<void>((resolve) => server.listen(port, databaseHost, resolve));
  await mend();
  const url = new URL(databaseUrl);
  url.hostname = databaseHost;
  url.port = String(port);
  return {
    url: url.href,
    mend,
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
