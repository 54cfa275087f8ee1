import { afterEach, describe, expect, it } from "vitest";
import {
  breaksOff,
  type ChatReply,
  type ChatServer,
  fails,
  says,
  startChatServer,
  staysSilent,
} from "@/prisma/factories/chat-server.ts";
import type { ChatLimits } from "../model-client/post-json.ts";
import { completeChat } from "./chat-completion.ts";
import { callDefaults, type LlmEndpoint } from "./endpoint.ts";

const limits: ChatLimits = { attempts: 4, timeoutMs: 300, pauseMs: 5, maximumBytes: 20_000 };
const request = { system: "You condense stories.", user: "A story.", seed: 7, maximumTokens: 900 };

let server: ChatServer | undefined;
afterEach(() => server?.stop());

async function ask(replies: readonly ChatReply[], calls: Partial<LlmEndpoint> = {}) {
  server = await startChatServer(replies);
  const endpoint = {
    url: server.url,
    model: "small",
    key: "secret-key",
    promptUsdPerMillion: 2,
    completionUsdPerMillion: 10,
    ...{ ...callDefaults, temperature: 0.7, ...calls },
  };
  return completeChat(endpoint, request, limits);
}

/** Refuses as an endpoint does that knows better. */
function refuses(status: number, message: string): ChatReply {
  return (_request, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error: { message } }));
}

describe("a chat completion", () => {
  it("sends model, messages, seed and key, and answers text, tokens and cost", async () => {
    const answer = await ask([says("A shorter story.")]);
    expect(answer).toEqual({
      text: "A shorter story.",
      model: "small-0001",
      tokens: { prompt: 1000, completion: 200 },
      costUsd: 0.004,
      isCut: null,
      isRefused: false,
      attempts: 1,
    });
    expect(server?.requests).toEqual([
      {
        key: "secret-key",
        body: {
          model: "small",
          messages: [
            { role: "system", content: "You condense stories." },
            { role: "user", content: "A story." },
          ],
          temperature: 0.7,
          max_tokens: 900,
          seed: 7,
        },
      },
    ]);
  });

  it("tries again after a full queue, a fault, a broken connection and silence", async () => {
    const answer = await ask([fails(429, { "retry-after": "0" }), fails(500), breaksOff, says("At last.")]);
    expect(answer).toMatchObject({ text: "At last.", attempts: 4 });
    await server?.stop();
    expect(await ask([staysSilent, says("Late.")])).toMatchObject({ text: "Late.", attempts: 2 });
  });

  it("tries again when the model says nothing", async () => {
    expect(await ask([says("  "), says("Something.")])).toMatchObject({ text: "Something.", attempts: 2 });
  });

  it("gives up after its attempts, with a sentence", async () => {
    await expect(ask([fails(503)])).rejects.toThrow("The endpoint failed (status 503): “no”");
    expect(server?.requests).toHaveLength(4);
  });

  it.each([
    [fails(401), "The endpoint refused the key (status 401): “no”"],
    [fails(400), "The endpoint refused the request (status 400): “no”"],
    [says("", { finish: "content_filter" }), "The endpoint's filter withheld the model's answer."],
    [says("x".repeat(30_000)), "The endpoint's response is too large."],
  ])("does not try again what cannot get better", async (reply, message) => {
    await expect(ask([reply])).rejects.toMatchObject({ message, isTemporary: false });
    expect(server?.requests).toHaveLength(1);
  });

  it.each([
    ["length", "length"],
    ["content_filter", "filter"],
    ["stop", null],
  ])("marks an answer that ended by %s", async (finish, isCut) => {
    expect(await ask([says("Half a story", { finish })])).toMatchObject({ text: "Half a story", isCut });
  });

  it("reads counts that are written as text, and takes those that cannot be read for unstated", async () => {
    const counts = (prompt: unknown) => (_request: unknown, response: Parameters<ChatReply>[1]) =>
      response.writeHead(200).end(
        JSON.stringify({
          choices: [{ message: { content: "A story." } }],
          usage: { prompt_tokens: prompt, completion_tokens: 3 },
        }),
      );
    expect(await ask([counts("12")])).toMatchObject({ tokens: { prompt: 12, completion: 3 } });
    await server?.stop();
    expect(await ask([counts("many")])).toMatchObject({ tokens: { prompt: null }, costUsd: null });
  });

  it("refuses an answer of another form", async () => {
    const odd: ChatReply = (_request, response) => response.writeHead(200).end('{"choices":[]}');
    await expect(ask([odd])).rejects.toThrow("is not a valid chat completion");
  });

  it("says so when nobody listens", async () => {
    const endpoint = {
      url: "http://127.0.0.1:9/v1",
      model: "m",
      key: null,
      promptUsdPerMillion: null,
      completionUsdPerMillion: null,
      ...callDefaults,
    };
    await expect(completeChat(endpoint, request, { ...limits, attempts: 1 })).rejects.toThrow("could not be reached");
  });
});

describe("a model that refuses the older fields", () => {
  it("is asked at once in the form that it wants, field by field", async () => {
    const answer = await ask([
      refuses(400, "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."),
      refuses(400, "Unsupported value: 'temperature' does not support 0.7 with this model."),
      says("A shorter story."),
    ]);
    expect(answer).toMatchObject({ text: "A shorter story.", attempts: 3 });
    const sent = server?.requests.map(({ body: { messages: _, model: __, ...fields } }) => fields);
    expect(sent).toEqual([
      { max_tokens: 900, temperature: 0.7, seed: 7 },
      { max_completion_tokens: 7200, temperature: 0.7, seed: 7 },
      { max_completion_tokens: 7200, seed: 7 },
    ]);
  });

  it("gets a reasoning effort and no temperature where the settings say so", async () => {
    await ask([says("A shorter story.")], { temperature: null, reasoningEffort: "high" });
    const { messages: _, model: __, ...fields } = server?.requests[0]?.body ?? {};
    expect(fields).toEqual({ max_completion_tokens: 7200, reasoning_effort: "high", seed: 7 });
  });
});

describe("a refusal", () => {
  it("is told in the endpoint's own words, without the key", async () => {
    await expect(ask([refuses(400, "The key secret-key\nmay not use\u0007 this model.")])).rejects.toThrow(
      "The endpoint refused the request (status 400): “The key … may not use this model.”",
    );
    const refused: ChatReply = (_request, response) =>
      response
        .writeHead(200)
        .end(JSON.stringify({ choices: [{ message: { content: null, refusal: "I do not write\nabout this." } }] }));
    expect(await ask([refused])).toMatchObject({ text: "I do not write\nabout this.", isRefused: true });
    await server?.stop();
    const page: ChatReply = (_request, response) => response.writeHead(502).end("<html>Bad gateway</html>");
    await expect(ask([page])).rejects.toThrow("The endpoint failed (status 502).");
  });
});
