import { redirect } from "next/navigation";
import { readAnnotationRights } from "@/lib/server/annotation/access/set-collection-role.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { requireProjectContext } from "@/lib/server/platform/auth/current-project.ts";

/**
 * The start page: redirects annotators to their queue, reviewers to the items that wait for review, and raters to the
 * answers to rate.
 */
export default async function AnnotatePage() {
  const { actor, project } = await requireProjectContext();
  const permissions = project && (await readAnnotationRights(actor, project.id));
  if (permissions?.work) redirect("/annotate/queue");
  if (permissions?.review) redirect("/annotate/review");
  if (project && can(actor, "rating.work", project.id)) redirect("/annotate/rating");
  if (project && can(actor, "annotation.manage", project.id)) redirect("/research/annotation");
  redirect("/research");
}
