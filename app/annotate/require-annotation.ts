import { notFound } from "next/navigation";
import { readAnnotationRights } from "@/lib/server/annotation/access/set-collection-role.ts";
import type { Actor } from "@/lib/server/platform/access/access.ts";
import { requireProjectContext } from "@/lib/server/platform/auth/current-project.ts";

/**
 * The project of a page and the current user, who must have one of the given rights in it, by their role in the project
 * or in a single collection. For all other users the page responds with "not found".
 */
export async function requireAnnotation(
  ...rights: ("work" | "review")[]
): Promise<{ actor: Actor; project: { id: string; name: string } }> {
  const { actor, project } = await requireProjectContext();
  const permissions = project && (await readAnnotationRights(actor, project.id));
  if (!permissions || !rights.some((right) => permissions[right])) notFound();
  return { actor, project };
}
