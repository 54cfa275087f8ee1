import * as z from "zod";
import { pool } from "../server/platform/database/pool.ts";
import { manyRows } from "../server/platform/database/rows.ts";
import { UsageError } from "./io.ts";

const commandProjectRow = z.strictObject({ id: z.string(), slug: z.string() });

export type CommandProject = z.infer<typeof commandProjectRow>;

/** The project of `--project SLUG`; without it the only one there is. */
export async function findProject(slug: string | undefined): Promise<CommandProject> {
  const rows = await manyRows(pool(), commandProjectRow, "SELECT id, slug FROM project ORDER BY created_at, id");
  const names = rows.map((project) => project.slug).join(", ");
  if (slug !== undefined) {
    const found = rows.find((project) => project.slug === slug);
    if (!found) throw new UsageError(`there is no project "${slug}"; projects: ${names || "none yet"}`);
    return found;
  }
  const [only, ...others] = rows;
  if (!only) throw new UsageError("there is no project yet; start Parallax once with npm start");
  if (others.length > 0) throw new UsageError(`there are several projects; name one with --project: ${names}`);
  return only;
}
