import { type Actor, projectIdsWithRight, type Right } from "./access.ts";

/**
 * The projects in which a user has a right, for the `where` of a raw statement; null when no condition is needed:
 * `(${scope}::uuid[] IS NULL OR project_id = ANY(${scope}))`.
 */
export function projectScope(actor: Actor, right: Right): string[] | null {
  const projects = projectIdsWithRight(actor, right);
  return projects === "all" ? null : projects;
}
