import { type Actor, type Right, rolesWithRight } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { fragment, type SqlFragment } from "../../platform/database/sql.ts";

/**
 * SQL condition: whether a person has a right in `collection` (a table alias of the statement). If a lead has set a
 * role of the person for this collection, it takes precedence over the project role. Such a role sets only the rights
 * to annotate and review; the right to manage follows the project role.
 */
export function hasCollectionRight(actor: Actor, right: Right): SqlFragment {
  const hasProjectRight = hasRightByRole(actor, right);
  switch (right) {
    case "annotation.work":
      return fragment`coalesce((SELECT own.can_work FROM annotation_collection_role AS own
        WHERE own.collection_id = collection.id AND own.user_id = ${actor.userId}::uuid), ${hasProjectRight})`;
    case "annotation.review":
      return fragment`coalesce((SELECT own.can_review FROM annotation_collection_role AS own
        WHERE own.collection_id = collection.id AND own.user_id = ${actor.userId}::uuid), ${hasProjectRight})`;
    default:
      return hasProjectRight;
  }
}

/**
 * SQL: every `collection` joined with every `membership` of its project, the `app_user`, and their role in this
 * collection (`own`), if set.
 */
export const membersWithRoles = fragment`annotation_collection AS collection
  JOIN membership ON membership.project_id = collection.project_id
  JOIN app_user ON app_user.id = membership.user_id
  LEFT JOIN annotation_collection_role AS own ON own.collection_id = collection.id AND own.user_id = membership.user_id`;

/**
 * SQL conditions on a row of `membersWithRoles`: whether the member may annotate or review, as in `hasCollectionRight`.
 */
export const memberMayAnnotate = fragment`coalesce(own.can_work, ${hasRightByMembership("annotation.work")})`;
export const memberMayReview = fragment`coalesce(own.can_review, ${hasRightByMembership("annotation.review")})`;

function hasRightByMembership(right: Right): SqlFragment {
  return fragment`(app_user.is_owner OR membership.role::text = ANY(${rolesWithRight(right)}::text[]))`;
}

function hasRightByRole(actor: Actor, right: Right): SqlFragment {
  const scope = projectScope(actor, right);
  return fragment`(${scope}::uuid[] IS NULL OR collection.project_id = ANY(${scope}::uuid[]))`;
}
