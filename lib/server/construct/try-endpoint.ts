import { ChatError, chatLimits } from "../model-client/post-json.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { completeChat } from "./chat-completion.ts";
import { getEndpoint } from "./endpoint.ts";

/** Sends one short request to the current endpoint, so that an admin can check address, model and key. */
export async function testEndpoint(actor: Actor, projectId: string): Promise<{ model: string; seconds: number }> {
  requireRight(actor, "users.manage", projectId);
  const endpoint = await getEndpoint();
  if (!endpoint) throw new AppError("unavailable", "No model is connected.");
  const startedAt = performance.now();
  try {
    const { model } = await completeChat(
      endpoint,
      { system: "You answer with one word.", user: "Say yes.", seed: null, maximumTokens: 200 },
      { ...chatLimits, attempts: 1, timeoutMs: 30_000 },
    );
    return { model, seconds: (performance.now() - startedAt) / 1_000 };
  } catch (error) {
    if (error instanceof ChatError) throw new AppError("unavailable", error.message);
    throw error;
  }
}
