import { createServer } from "node:net";

/** Whether a program could listen on this port now. */
export async function isPortFree(port: number, host?: string): Promise<boolean> {
  return (await listenBriefly(port, host)) !== null;
}

/** A port that nothing listens on, chosen by the operating system: the wanted one if it is free. */
export async function freePort(host: string, wanted?: number): Promise<number> {
  const port = (wanted ? await listenBriefly(wanted, host) : null) ?? (await listenBriefly(0, host));
  if (port === null) throw new Error(`no free port on ${host}`);
  return port;
}

async function listenBriefly(port: number, host?: string): Promise<number | null> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : null));
    });
  });
}
