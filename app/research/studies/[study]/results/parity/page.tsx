import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ParityView } from "@/components/results/parity/parity-view.tsx";
import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";
import { loadParity } from "@/lib/server/studies/parity/load-parity.ts";
import { requireStudy, type StudyParams } from "../../require-study.ts";
import { revokeSignOffAction, signOffParityAction } from "./actions.ts";

export const metadata: Metadata = { title: "Parity" };

/** Whether models received the same stimuli as people, which stimuli differ, and who signed them off. */
export default async function ParityPage({
  params,
  searchParams,
}: {
  params: StudyParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, study, base } = await requireStudy(params);
  const pageParam = Number((await searchParams).page);
  const page = Number.isInteger(pageParam) && pageParam >= 1 && pageParam <= 1_000_000 ? pageParam : 1;
  const parity = await loadParity(actor, study.id, page);
  if (!parity) notFound();
  return (
    <>
      <ParityView
        studyId={study.id}
        page={parity}
        base={base}
        actions={
          study.canWrite
            ? { sign: signOffParityAction, revoke: revokeSignOffAction, benchmarkId: study.benchmark.id }
            : null
        }
      />
      <ConditionNotes notes={explainConditions(parity.stimuli.map(({ condition }) => condition))} />
    </>
  );
}
