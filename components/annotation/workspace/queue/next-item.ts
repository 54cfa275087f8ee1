import type { MyWorkAnswer } from "@/lib/domain/annotation/my-work.ts";
import type { AnyTaskPayload } from "@/lib/domain/annotation/task.ts";
import { exchange } from "../../../../lib/client/exchange/exchange.ts";

/** Updates the shown payload with the data of a newer one. The shown texts do not change. */
export function refreshPayload(shown: AnyTaskPayload, newer: AnyTaskPayload): AnyTaskPayload {
  if (shown.task.id !== newer.task.id) return shown;
  const { item, original, findings, siblings, position } = newer;
  return { ...shown, item, original, findings, siblings, position };
}

/** Resolves with no names after four seconds. Another tab may be sending the unsent work; it is not awaited longer. */
export function limitWait(): Promise<string[]> {
  return new Promise((resolve) => setTimeout(() => resolve([]), 4000));
}

/** Resolves when the server has received a completion or cannot be reached. */
export async function waitForClosing(session: { whenDelivered: () => Promise<void> } | null): Promise<void> {
  await session?.whenDelivered();
}

/** The ID of the newest submitted task that the person can still reopen; null if there is none. */
export async function findReopenableTask(api: string): Promise<string | null> {
  const outcome = await exchange("GET", `${api}/mine?state=submitted`);
  if (outcome.kind !== "done") return null;
  const { tasks } = outcome.body as MyWorkAnswer;
  return tasks.find(({ canReopen }) => canReopen)?.taskId ?? null;
}

/** Requests another item from the source of an unusable item. Returns a message with the result. */
export async function requestReplacement(api: string, taskId: string): Promise<string> {
  const outcome = await exchange("POST", `${api}/tasks/${taskId}/replacement`, {});
  if (outcome.kind === "refused") return outcome.message;
  if (outcome.kind === "later") return "The server is not responding; try again.";
  return `A replacement is being generated from ${(outcome.body as { from: string }).from}.`;
}

/** Why there is no response, as text. */
export const connectionProblems = {
  offline: "No connection. The next item appears when the connection is back.",
  server: "The server is not responding.",
  "signed-out": "You are signed out. Sign in in another tab and come back.",
} as const;
