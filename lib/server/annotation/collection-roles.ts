import type { Actor, Right } from "../platform/access/access.ts";
import { projectScope } from "../platform/access/project-scope.ts";
import { fragment, type SqlFragment } from "../platform/database/sql.ts";

/**
 * Whether somebody has a right in `collection`, for the WHERE of a statement that names the table so: by what a lead said
 * of this person in this collection, narrower or wider than the project's role, else by the project's role. Annotating and
 * reviewing alone can be set by collection; managing follows the project.
 */
export function allowedIn(actor: Actor, right: Right): SqlFragment {
  const byProject = byRole(actor, right);
  switch (right) {
    case "annotation.work":
      return fragment`coalesce((SELECT own.can_work FROM annotation_collection_role AS own
        WHERE own.collection_id = collection.id AND own.user_id = ${actor.userId}::uuid), ${byProject})`;
    case "annotation.review":
      return fragment`coalesce((SELECT own.can_review FROM annotation_collection_role AS own
        WHERE own.collection_id = collection.id AND own.user_id = ${actor.userId}::uuid), ${byProject})`;
    default:
      return byProject;
  }
}

/**
 * The same rule for anybody: whether the person of `membership` may annotate in `collection`. Joined with
 * `annotation_collection_role AS own`, which is empty where nothing was set.
 */
export const memberMayWork = fragment`coalesce(own.can_work, membership.role IN ('annotator', 'admin'))`;
export const memberMayReview = fragment`coalesce(own.can_review, membership.role IN ('reviewer', 'admin'))`;

function byRole(actor: Actor, right: Right): SqlFragment {
  const scope = projectScope(actor, right);
  return fragment`(${scope}::uuid[] IS NULL OR collection.project_id = ANY(${scope}::uuid[]))`;
}
