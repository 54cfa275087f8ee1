import { redirect } from "next/navigation";
import { annotationRights } from "@/lib/server/annotation/access/set-collection-role.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { requireProjectContext } from "@/lib/server/platform/auth/current-project.ts";

/**
 * The start page: redirects annotators to their queue, reviewers to the items that wait for review, and raters to the
 * answers to rate.
 */
export default async function AnnotatePage() {
  const { actor, project } = await requireProjectContext();
  const may = project && (await annotationRights(actor, project.id));
  if (may?.work) redirect("/annotate/queue");
  if (may?.review) redirect("/annotate/review");
  if (project && can(actor, "rating.work", project.id)) redirect("/annotate/rating");
  if (project && can(actor, "annotation.manage", project.id)) redirect("/research/annotation");
  redirect("/research");
}
