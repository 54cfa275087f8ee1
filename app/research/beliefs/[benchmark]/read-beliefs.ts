import { notFound } from "next/navigation";
import { type BeliefQuery, parseBeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { type BeliefResults, loadBeliefs } from "@/lib/server/beliefs/load-beliefs.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { recordInterimViewAt } from "@/lib/server/studies/interim-views.ts";

export type BeliefParams = Promise<{ benchmark: string }>;
export type BeliefSearch = Promise<Record<string, string | string[] | undefined>>;

/** Reads the parameters of a page of figures and loads the results; “not found” without the right to see them. */
export async function readBeliefs(
  params: BeliefParams,
  searchParams: BeliefSearch,
): Promise<{ results: BeliefResults; query: BeliefQuery }> {
  const actor = await requireUser();
  const query = parseBeliefQuery(await searchParams);
  const results = await loadBeliefs(actor, (await params).benchmark, query);
  if (!results) notFound();
  if (results.people) await recordInterimViewAt(actor, results.people.study.id);
  return { results, query };
}
