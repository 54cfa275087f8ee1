import { createServer } from "node:net";

type Attempt = { ok: true; port: number } | { ok: false; code: string };

/** Why a program could not listen on this port now (`EADDRINUSE`, `EACCES` …); null if it could. */
export async function findPortProblem(port: number): Promise<string | null> {
  // If another program listens on the loopback address only, that program would receive our requests.
  for (const host of [undefined, "127.0.0.1"]) {
    const attempt = await listenBriefly(port, host);
    if (!attempt.ok) return attempt.code;
  }
  return null;
}

/** A free port: the requested one if possible, otherwise one that the operating system chooses. */
export async function findFreePort(host: string, wanted = 0): Promise<number> {
  const attempt = await listenBriefly(wanted, host);
  if (attempt.ok) return attempt.port;
  const other = await listenBriefly(0, host);
  if (other.ok) return other.port;
  throw new Error(`no free port on ${host} (${other.code})`);
}

async function listenBriefly(port: number, host?: string): Promise<Attempt> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve({ ok: false, code: error.code ?? error.message }));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const chosen = typeof address === "object" && address ? address.port : port;
      server.close(() => resolve({ ok: true, port: chosen }));
    });
  });
}
