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
import { type ChatLimits, completeChat } from "./chat-completion.ts";

const limits: ChatLimits = { attempts: 4, timeoutMs: 300, pauseMs: 5, maximumBytes: 20_000 };
const request = { system: "You condense stories.", user: "A story.", temperature: 0.7, seed: 7, maximumTokens: 900 };

let server: ChatServer | undefined;
afterEach(() => server?.stop());

async function ask(replies: readonly ChatReply[]) {
  server = await startChatServer(replies);
  const endpoint = {
    url: server.url,
    model: "small",
    key: "secret-key",
    promptUsdPerMillion: 2,
    completionUsdPerMillion: 10,
  };
  return completeChat(endpoint, request, limits);
}

describe("a chat completion", () => {
  it("sends model, messages, seed and key, and answers text, tokens and cost", async () => {
    const answer = await ask([says("A shorter story.")]);
    expect(answer).toEqual({
      text: "A shorter story.",
      model: "small-0001",
      tokens: { prompt: 1000, completion: 200 },
      costUsd: 0.004,
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
    await expect(ask([fails(503)])).rejects.toThrow("The endpoint failed (status 503).");
    expect(server?.requests).toHaveLength(4);
  });

  it.each([
    [fails(401), "The endpoint refused the key (status 401)."],
    [fails(400), "The endpoint refused the request (status 400)."],
    [says("half", { finish: "length" }), "The model's answer was cut off at the token limit."],
    [says("x".repeat(30_000)), "The endpoint's answer is too large."],
  ])("does not try again what cannot get better", async (reply, message) => {
    await expect(ask([reply])).rejects.toMatchObject({ message, isTemporary: false });
    expect(server?.requests).toHaveLength(1);
  });

  it("refuses an answer of another form", async () => {
    const odd: ChatReply = (_request, response) => response.writeHead(200).end('{"choices":[]}');
    await expect(ask([odd])).rejects.toThrow("does not have the form of a chat completion");
  });

  it("says so when nobody listens", async () => {
    const endpoint = {
      url: "http://127.0.0.1:9/v1",
      model: "m",
      key: null,
      promptUsdPerMillion: null,
      completionUsdPerMillion: null,
    };
    await expect(completeChat(endpoint, request, { ...limits, attempts: 1 })).rejects.toThrow("could not be reached");
  });
});
