import type { Metadata } from "next";
import { ArtefactTables } from "@/components/mindgames/sets/artefact-tables.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { ResultNote } from "@/components/ui/result-note.tsx";
import { readArtefacts } from "@/lib/server/mindgames/artefact-result.ts";
import { recomputeAction } from "../../../../recompute-action.ts";
import { type ProblemSetParams, requireProblemSet } from "../require-problem-set.ts";

export const metadata: Metadata = { title: "Artefacts" };

/** The accuracy of baseline classifiers, which cannot reason, overall and by group. */
export default async function ArtefactsPage({ params }: { params: ProblemSetParams }) {
  const { actor, set } = await requireProblemSet(params);
  const { id } = set.benchmark;
  const artefacts = await readArtefacts(actor, id);
  const report = artefacts.stored?.document;
  return (
    <Section
      title="Artefacts"
      lead="Three baseline classifiers, trained on the words of other problems, predict these labels. Their accuracy shows how many problems can be solved without reasoning."
    >
      <ResultNote state={artefacts} what="the artefacts" recompute={recomputeAction} />
      {artefacts.stored &&
        (report ? (
          <ArtefactTables report={report} fileHref={(file) => `/api/v1/benchmarks/${id}/artefacts/${file}`} />
        ) : (
          <p className="text-ink-soft">There are fewer than two different premises to learn from.</p>
        ))}
    </Section>
  );
}
