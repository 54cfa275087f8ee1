import type { PoolClient } from "pg";
import * as z from "zod";
import type { SchemaTask } from "@/lib/domain/annotation/task.ts";
import { listFilesToPlay, type Playback } from "@/lib/domain/tasks/screens/playback.ts";
import { taskScreen } from "@/lib/domain/tasks/screens/task-screen.ts";
import { oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { AppError } from "../../platform/errors/app-error.ts";

const playbackRow = z.strictObject({ is_over: z.boolean() });

/**
 * Refuses an answer to an item whose recordings must be played completely, unless two conditions are met: the workspace
 * reports that the recordings were played, and, by the server's clock, the person has worked on the task for at least
 * their length.
 *
 * @throws AppError "invalid" at the field `playback`
 */
export async function requirePlayback(
  client: PoolClient,
  about: { taskId: string; userId: string; projectId: string },
  { schema, fields }: SchemaTask,
  report: Playback | undefined,
): Promise<void> {
  const files = listFilesToPlay(taskScreen(schema, fields, false).shown);
  if (files.length === 0) return;
  const { is_over } = await oneRow(
    client,
    playbackRow,
    sql`SELECT coalesce((SELECT sum(duration_ms) FROM media WHERE project_id = ${about.projectId}
        AND sha256 = ANY(${files}::text[])), 0)
      <= coalesce((SELECT active_ms + idle_ms + time_allowed(activity) FROM annotation_activity AS activity
        WHERE task_id = ${about.taskId} AND user_id = ${about.userId}), 0) AS is_over`,
  );
  if (is_over && (report === "complete" || report === "failed")) return;
  throw new AppError("invalid", "Play the whole recording first.", "playback");
}
