import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import pg from "pg";

/** Starts the control in a process of its own, so that the driver does not share its event loop. */
export async function launchControl(databaseUrl: string): Promise<{ url: string; stop: () => void }> {
  const program = fileURLToPath(new URL("control-process.ts", import.meta.url));
  const control = fork(program, [databaseUrl, "2500"], { execArgv: ["--import", "tsx"] });
  const url = await new Promise<string>((resolve) => control.once("message", (sent) => resolve(String(sent))));
  return { url, stop: () => void control.kill() };
}

/**
 * The control: the same seven requests on bare Node and pg, one statement each, static HTML of the same size. It has no
 * validation, slots, leases or counters, so it shows the upper limit of the hardware. Both servers are measured with
 * the same driver on the same machine in the same run.
 */
export async function startControl(
  databaseUrl: string,
  screenBytes: number,
): Promise<{ url: string; stop(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  await pool.query(`CREATE TABLE IF NOT EXISTS control_session (id uuid PRIMARY KEY, screen int NOT NULL, started_at timestamptz DEFAULT now());
    CREATE TABLE IF NOT EXISTS control_answer (session_id uuid, screen int, given jsonb, saved_at timestamptz DEFAULT now(), PRIMARY KEY (session_id, screen))`);
  const filler = "Ana told Ben what she thought. ".repeat(Math.ceil(screenBytes / 31)).slice(0, screenBytes);
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      answer(incoming.url ?? "/", Buffer.concat(chunks).toString("utf8")).then(
        ({ type, text }) => outgoing.writeHead(200, { "content-type": type }).end(text),
        (error: Error) => outgoing.writeHead(500).end(error.message),
      );
    });
  });
  const answer = async (path: string, body: string): Promise<{ type: string; text: string }> => {
    if (!body) {
      const form = `<form action="/${randomUUID()}/0"></form><input type="hidden" name="protocol" value="x">`;
      return { type: "text/html", text: form + filler };
    }
    const [, id, screenText] = path.split("/");
    const screen = Number(screenText);
    if (screen === 0) {
      await pool.query({
        name: "start",
        text: "INSERT INTO control_session (id, screen) VALUES ($1, 1)",
        values: [id],
      });
    } else {
      await pool.query({
        name: "step",
        text: `WITH moved AS (UPDATE control_session SET screen = $2 WHERE id = $1 RETURNING id)
               INSERT INTO control_answer (session_id, screen, given) SELECT id, $2, $3 FROM moved`,
        values: [id, screen, body],
      });
    }
    const end = screen === 5 ? "Your code:" : "";
    const form = `<form action="/${id}/${screen + 1}"></form><input type="hidden" name="protocol" value="x">`;
    return { type: "application/json", text: JSON.stringify({ status: "saved", html: `${form}${end}${filler}` }) };
  };
  await listen(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.end();
    },
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
}
