import type { Metadata } from "next";
import { ArtefactTables } from "@/components/mindgames/sets/artefact-tables.tsx";
import { ArtefactWait } from "@/components/mindgames/sets/artefact-wait.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { getArtefactState } from "@/lib/server/mindgames/artefact-job.ts";
import { problemSetFingerprint } from "@/lib/server/mindgames/read-problem-set.ts";
import { measureArtefactsAction } from "../actions.ts";
import { type ProblemSetParams, requireProblemSet } from "../require-problem-set.ts";

export const metadata: Metadata = { title: "Artefacts" };

/** How far baseline classifiers get, which cannot reason, and where. */
export default async function ArtefactsPage({ params }: { params: ProblemSetParams }) {
  const { actor, set } = await requireProblemSet(params);
  const { id } = set.benchmark;
  const artefacts = await getArtefactState(actor, id, problemSetFingerprint(set.problems));
  return (
    <Section
      title="How far artefacts get"
      lead="Three baseline classifiers that know words and nothing else learn from some premises and predict the labels of others. What they get right says how much a set gives away without any reasoning."
    >
      {artefacts.state === "none" && (
        <ActionForm action={measureArtefactsAction} hidden={{ benchmark: id }} label="Measure the artefacts">
          <p className="text-ink-soft">Not computed yet for these problems. It takes a few seconds.</p>
          <div>
            <SubmitButton>Measure the artefacts</SubmitButton>
          </div>
        </ActionForm>
      )}
      {artefacts.state === "working" && <ArtefactWait benchmarkId={id} share={artefacts.share} />}
      {artefacts.state === "failed" && (
        <ActionForm action={measureArtefactsAction} hidden={{ benchmark: id }} label="Measure the artefacts">
          <Callout tone="warn" title="The artefacts could not be measured">
            {artefacts.reason}
          </Callout>
          <div>
            <SubmitButton look="secondary">Try again</SubmitButton>
          </div>
        </ActionForm>
      )}
      {artefacts.state === "done" && (
        <ArtefactTables report={artefacts.report} fileHref={(file) => `/api/v1/benchmarks/${id}/artefacts/${file}`} />
      )}
    </Section>
  );
}
