import { installation } from "../server/platform/access/access.ts";
import { listProjects, type ProjectChoice } from "../server/platform/auth/list-projects.ts";
import { UsageError } from "./io.ts";

/** Finds the project of `--project SLUG`; without the option, returns the only project. */
export async function findProject(slug: string | undefined): Promise<ProjectChoice> {
  return pickProject(await listProjects(installation), slug);
}

/** Returns the row with this slug; without a slug, the only row. */
export function pickProject<Row extends { slug: string }>(rows: readonly Row[], slug: string | undefined): Row {
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
