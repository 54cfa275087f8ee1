import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ResultsView } from "@/components/results/results-view.tsx";
import { parseResultsQuery } from "@/lib/domain/results/results-query.ts";
import { can } from "@/lib/server/access.ts";
import { getResults } from "@/lib/server/results/get-results.ts";
import { requireStudy, type StudyParams } from "../require-study.ts";
import { declareCorrespondenceAction } from "./actions.ts";

export const metadata: Metadata = { title: "Results" };

export default async function ResultsPage({
  params,
  searchParams,
}: {
  params: StudyParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, study, base } = await requireStudy(params);
  const query = parseResultsQuery(await searchParams);
  const page = await getResults(actor, study.id, query);
  if (!page) notFound();
  return (
    <ResultsView
      page={page}
      query={query}
      base={base}
      exportHref={`/api/v1/studies/${study.id}/export`}
      canReadIdentities={can(actor, "identities.read", study.projectId)}
      declareCorrespondence={study.canWrite ? declareCorrespondenceAction : null}
    />
  );
}
