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
  const edited = await getStudyDraft(actor, study.id);
  if (!edited) notFound();
  const benchmarks = await listStudyBenchmarks(actor, edited.projectId, study.benchmark.id);
  return (
    <>
      {edited.isFrozen && (
        <Callout className="mb-8" title="The design is fixed">
          This study has been opened, so its items, conditions, groups and numbers are fixed. You can still change
          texts, questions and rules. A change creates a new protocol version for all sessions that start after it.
          Sessions in progress keep their version, and every answer records the version it was given under.
        </Callout>
      )}
      <StudyForm
        key={edited.revision}
        name={edited.id}
        initial={edited.draft}
        benchmarks={benchmarks}
        revision={edited.revision}
        isFrozen={edited.isFrozen}
        hasOwnGroups={edited.hasOwnGroups}
        keptItems={edited.items}
        publicUrl={environment().publicUrl}
        action={updateStudyAction}
        studyId={edited.id}
        previewAction="/research/studies/new/preview"
        saveLabel={edited.isFrozen ? "Save as a new version" : "Save"}
        cancelHref={base}
      />
    </>
  );
}
