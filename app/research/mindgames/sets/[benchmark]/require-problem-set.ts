import { notFound } from "next/navigation";
import { getProblemSet, type ProblemSet } from "@/lib/server/mindgames/read-problem-set.ts";
import type { Actor } from "@/lib/server/platform/access/access.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";

export type ProblemSetParams = Promise<{ benchmark: string }>;

/** Returns the set of a page and the current user; “not found” for users who may not see the set. */
export async function requireProblemSet(
  params: ProblemSetParams,
): Promise<{ actor: Actor; set: ProblemSet; base: string }> {
  const { benchmark } = await params;
  const actor = await requireUser();
  const set = await getProblemSet(actor, benchmark);
  if (!set) notFound();
  return { actor, set, base: `/research/mindgames/sets/${set.benchmark.id}` };
}
