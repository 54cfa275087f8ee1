import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StudyForm } from "@/components/studies/form/study-form.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { environment } from "@/lib/server/platform/environment.ts";
import { getStudyDraft } from "@/lib/server/studies/draft/get-study-draft.ts";
import { listStudyBenchmarks } from "@/lib/server/studies/list-study-benchmarks.ts";
import { updateStudyAction } from "../../actions.ts";
import { requireStudy, type StudyParams } from "../require-study.ts";

export const metadata: Metadata = { title: "Change the study" };

export default async function EditStudyPage({ params }: { params: StudyParams }) {
  const { actor, study, base } = await requireStudy(params);
  const edited = await getStudyDraft(actor, study.id);
  if (!edited) notFound();
  const benchmarks = await listStudyBenchmarks(actor, edited.projectId, study.benchmark.id);
  return (
    <>
      {edited.isFrozen && (
        <Callout className="mb-8" title="The design is fixed">
          This study has been opened, so its items, conditions, groups and numbers stay as they are. Texts, questions
          and rules can change: that makes a new version of the protocol for everybody who begins from then on. Sessions
          under way keep theirs, and every answer names the version that it was given under.
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
