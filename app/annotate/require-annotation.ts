import { notFound } from "next/navigation";
import { readAnnotationRights } from "@/lib/server/annotation/access/set-collection-role.ts";
import type { Actor } from "@/lib/server/platform/access/access.ts";
import { requireProjectContext } from "@/lib/server/platform/auth/current-project.ts";

/**
 * Returns the current project and user. The user must have one of the given rights, through the role in the project or
 * in a single collection; otherwise the page responds with “not found”.
 */
export async function requireAnnotation(
  ...rights: ("work" | "review")[]
): Promise<{ actor: Actor; project: { id: string; name: string } }> {
  const { actor, project } = await requireProjectContext();
  const permissions = project && (await readAnnotationRights(actor, project.id));
  if (!permissions || !rights.some((right) => permissions[right])) notFound();
  return { actor, project };
}
