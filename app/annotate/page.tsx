import { redirect } from "next/navigation";
import { can } from "@/lib/server/platform/access/access.ts";
import { requireProjectContext } from "@/lib/server/platform/auth/current-project.ts";

/** The way in: annotators come to their queue, reviewers to what waits for them. */
export default async function AnnotatePage() {
  const { actor, project } = await requireProjectContext();
  if (project && can(actor, "annotation.work", project.id)) redirect("/annotate/queue");
  if (project && can(actor, "annotation.review", project.id)) redirect("/annotate/review");
  if (project && can(actor, "annotation.manage", project.id)) redirect("/research/annotation");
  redirect("/research");
}
