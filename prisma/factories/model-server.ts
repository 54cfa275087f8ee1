import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A request as it arrived. */
export interface ModelRequest {
  path: string;
  /** The idempotency key of the question, the same for every attempt. */
  name: string;
  prompt: string;
  body: Record<string, unknown>;
}

/** A model's response to a prompt: text, or the log-probability of each candidate or ending. */
export type ModelMind = (request: ModelRequest) => string;

export interface ModelServer {
  url: string;
  requests: ModelRequest[];
  /** The maximum number of concurrent requests. */
  mostAtOnce: () => number;
  /** Failures of the next requests, in order; "kill" closes the server's connections and its port. */
  faults: ("fail" | "stall" | "break-off" | "busy" | "nonsense" | "refuse-key")[];
  stop: () => Promise<void>;
  /** The error message about tokens; null for none. */
  usage: unknown;
  /** Listens again on the same port. */
  restart: () => Promise<void>;
}

const promptTokens = 1_000;
const completionTokens = 20;

/**
 * A server with the wire format of chat and legacy completions, with log-probabilities, echoed prompts and failures. A
 * repeated idempotency key gets the same response without calling the model.
 */
export async function startModelServer(mind: ModelMind, delayMs = 0): Promise<ModelServer> {
  process.env.PARALLAX_PRIVATE_ENDPOINTS ??= "allow";
  const requests: ModelRequest[] = [];
  const faults: ModelServer["faults"] = [];
  /** Responses by idempotency key: a repeated question is not computed twice. */
  const answered = new Map<string, string[]>();
  let [underWay, most] = [0, 0];
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await readBody(incoming));
    underWay += 1;
    most = Math.max(most, underWay);
    response.on("close", () => {
      underWay -= 1;
    });
    const fault = faults.shift();
    if (fault === "stall") return;
    if (fault === "fail") return void refuse(response, 500, "out of order");
    if (fault === "busy") return void refuse(response.setHeader("retry-after", "0"), 429, "slow down");
    if (fault === "refuse-key") return void refuse(response, 401, "no such key");
    if (fault === "nonsense") return void response.writeHead(200).end("<html>");
    if (fault === "break-off") {
      response.writeHead(200, { "content-length": "5000" });
      response.write('{"choices":[');
      return void setTimeout(() => response.destroy(), 5);
    }
    const [prompts, path] = [promptsOf(body), incoming.url ?? ""];
    const name = String(incoming.headers["idempotency-key"] ?? "");
    const texts =
      answered.get(name) ??
      prompts.map((prompt) => {
        const request = { path, name, prompt, body };
        requests.push(request);
        return mind(request);
      });
    if (name !== "") answered.set(name, texts);
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const answer = { ...answerOf(path, body, prompts, texts), usage: made.usage };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  };
  // If the model throws, the request fails instead of never ending.
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error) => refuse(response, 500, String(error)));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const made: ModelServer = {
    usage: { prompt_tokens: promptTokens, completion_tokens: completionTokens },
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    mostAtOnce: () => most,
    faults,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
    restart: () => listen(port),
  };
  return made;
}

function promptsOf(body: Record<string, unknown>): string[] {
  if (Array.isArray(body.messages)) return [body.messages.map(({ content }) => textOf(content)).join("\n\n")];
  return Array.isArray(body.prompt) ? body.prompt.map(String) : [String(body.prompt)];
}

/** The text of a message: the content itself, or the text of its parts. */
function textOf(content: unknown): string {
  return Array.isArray(content) ? content.map(({ text = "" }) => text).join("\n\n") : String(content);
}

function answerOf(path: string, body: Record<string, unknown>, prompts: string[], texts: string[]): object {
  const head = { id: "1", model: `${body.model}-2026-01` };
  if (path.endsWith("/chat/completions")) {
    const [text = ""] = texts;
    const found = body.logprobs ? candidatesIn(text) : null;
    return {
      ...head,
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: found ? (found[0]?.token ?? "") : text },
          finish_reason: "stop",
          logprobs: found && { content: [{ token: "", logprob: 0, top_logprobs: found }] },
        },
      ],
    };
  }
  return {
    ...head,
    choices: texts.map((text, index) => ({
      index,
      text: body.echo ? prompts[index] : text,
      finish_reason: "stop",
      logprobs: body.echo
        ? {
            tokens: ["prompt", "ending"],
            token_logprobs: [null, Number(text)],
            text_offset: [0, (prompts[index] ?? "").lastIndexOf(" ")],
          }
        : body.logprobs
          ? { top_logprobs: [Object.fromEntries(candidatesIn(text).map(({ token, logprob }) => [token, logprob]))] }
          : null,
    })),
  };
}

/** Candidates as a test states them: `{" True": -0.1, "False": -2.5}`. */
function candidatesIn(text: string): { token: string; logprob: number }[] {
  return Object.entries(JSON.parse(text) as Record<string, number>).map(([token, logprob]) => ({ token, logprob }));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error: { message } }));
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
