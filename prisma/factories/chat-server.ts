import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** The endpoint's reaction to each request, in order; the last one repeats. */
export type ChatReply = (
  request: { body: Record<string, unknown>; key: string | null },
  response: ServerResponse,
) => void;

export interface ChatServer {
  url: string;
  /** The requests so far. */
  requests: { body: Record<string, unknown>; key: string | null }[];
  stop(): Promise<void>;
}

/** A local server with the real wire format of chat completions, including failures. */
export async function startChatServer(replies: readonly ChatReply[]): Promise<ChatServer> {
  // The server is on this machine, an address that users may enter only if the operator allows it.
  process.env.PARALLAX_PRIVATE_ENDPOINTS ??= "allow";
  const requests: ChatServer["requests"] = [];
  const server = createServer((incoming, response) => {
    readBody(incoming).then((text) => {
      const key = incoming.headers.authorization?.replace(/^Bearer /, "") ?? null;
      const request = { body: JSON.parse(text), key };
      requests.push(request);
      const reply = replies[Math.min(requests.length, replies.length) - 1];
      if (incoming.url === "/v1/chat/completions") reply?.(request, response);
      else response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** The response of a working endpoint with this text. */
export function says(content: string, options: { finish?: string } = {}): ChatReply {
  return (request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(
      JSON.stringify({
        id: "chatcmpl-1",
        object: "chat.completion",
        created: 1,
        model: `${request.body.model}-0001`,
        choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: options.finish ?? "stop" }],
        usage: { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 },
      }),
    );
  };
}

export function fails(status: number, headers: Record<string, string> = {}): ChatReply {
  return (_request, response) => {
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify({ error: { message: "no", type: "test" } }));
  };
}

/** Closes the connection in the middle of the response. */
export const breaksOff: ChatReply = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
  response.write('{"choices":[{"message":{"content":"half');
  setTimeout(() => response.destroy(), 20);
};

/** Sends no response. */
export const staysSilent: ChatReply = () => undefined;
