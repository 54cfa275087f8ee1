import { createServer } from "node:net";

type Attempt = { ok: true; port: number } | { ok: false; code: string };

/** The error code (`EADDRINUSE`, `EACCES` …) if a program cannot listen on this port now; otherwise null. */
export async function findPortProblem(port: number): Promise<string | null> {
  // A program that listens only on the loopback address would receive our requests, so this address is tried, too.
  for (const host of [undefined, "127.0.0.1"]) {
    const attempt = await listenBriefly(port, host);
    if (!attempt.ok) return attempt.code;
  }
  return null;
}

/** Finds a free port: the requested one if it is free, otherwise one that the operating system chooses. */
export async function findFreePort(host: string, wanted = 0): Promise<number> {
  const attempt = await listenBriefly(wanted, host);
  if (attempt.ok) return attempt.port;
  const secondAttempt = await listenBriefly(0, host);
  if (secondAttempt.ok) return secondAttempt.port;
  throw new Error(`no free port on ${host} (${secondAttempt.code})`);
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
