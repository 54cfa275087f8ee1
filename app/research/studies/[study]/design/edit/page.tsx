import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StudyForm } from "@/components/studies/form/study-form.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { environment } from "@/lib/server/platform/environment.ts";
import { getStudyDraft } from "@/lib/server/studies/draft/get-study-draft.ts";
import { listStudyBenchmarks } from "@/lib/server/studies/list-study-benchmarks.ts";
import { updateStudyAction } from "../../../actions.ts";
import { requireStudy, type StudyParams } from "../../require-study.ts";

export const metadata: Metadata = { title: "Edit study" };

export default async function EditStudyPage({ params }: { params: StudyParams }) {
  const { actor, study, base } = await requireStudy(params);
  const studyDraft = await getStudyDraft(actor, study.id);
  if (!studyDraft) notFound();
  const benchmarks = await listStudyBenchmarks(actor, studyDraft.projectId, study.benchmark.id);
  return (
    <>
      {studyDraft.isFrozen && (
        <Callout className="mb-8" title="The design is fixed">
          This study has been opened, so its items, conditions, groups and numbers are fixed. You can still change
          texts, questions and rules. A change creates a new protocol version for all sessions that start after it.
          Sessions in progress keep their version, and every answer records its protocol version.
        </Callout>
      )}
      <StudyForm
        key={studyDraft.revision}
        name={studyDraft.id}
        initial={studyDraft.draft}
        benchmarks={benchmarks}
        revision={studyDraft.revision}
        isFrozen={studyDraft.isFrozen}
        hasOwnGroups={studyDraft.hasOwnGroups}
        keptItems={studyDraft.items}
        publicUrl={environment().publicUrl}
        action={updateStudyAction}
        studyId={studyDraft.id}
        previewAction="/research/studies/new/preview"
        saveLabel={studyDraft.isFrozen ? "Save as a new version" : "Save"}
        cancelHref={base}
      />
    </>
  );
}
