import { type Actor, requirePerson, roleIn } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";
import { notFoundError } from "../platform/errors/app-error.ts";

/** Stores a user's current project, for later pages and visits. */
export async function chooseProject(actor: Actor, projectId: string): Promise<void> {
  const userId = requirePerson(actor);
  if (roleIn(actor, projectId) === null) throw notFoundError();
  await pool().query(
    sql`UPDATE app_user SET preferences = preferences || jsonb_build_object('projectId', ${projectId}::text)
      WHERE id = ${userId}`,
  );
}
