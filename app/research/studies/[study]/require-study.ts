import { notFound } from "next/navigation";
import type { Actor } from "@/lib/server/platform/access/access.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { getStudy, type StudyFacts } from "@/lib/server/studies/get-study.ts";

export type StudyParams = Promise<{ study: string }>;

/** Returns the study of a page and the current user; “not found” for users who may not see the study. */
export async function requireStudy(params: StudyParams): Promise<{ actor: Actor; study: StudyFacts; base: string }> {
  const { study: address } = await params;
  const actor = await requireUser();
  const study = await getStudy(actor, address);
  if (!study) notFound();
  return { actor, study, base: `/research/studies/${address}` };
}
