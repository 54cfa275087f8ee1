import type { Actor } from "../../platform/access/access.ts";
import { withdrawForParticipant } from "../manage-session.ts";

/**
 * Withdraws sessions that were found for a person and erases their values, each in its own transaction; sessions that
 * were erased before are left as they are. Returns the number of sessions.
 *
 * @param projectId only in this project; null for all in which the user may erase
 * @throws AppError `not-found` for a session outside these projects
 */
export async function eraseFound(
  actor: Actor,
  sessionIds: readonly string[],
  projectId: string | null,
): Promise<number> {
  const sessions = [...new Set(sessionIds)];
  for (const sessionId of sessions) await withdrawForParticipant(actor, sessionId, "erase", projectId);
  return sessions.length;
}
