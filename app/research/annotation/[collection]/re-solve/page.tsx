import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GateTable, SolverLinks } from "@/components/annotation/collections/re-solve-study.tsx";
import { ShareStat } from "@/components/annotation/collections/report/share-stat.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import { StudyStatusBadge } from "@/components/ui/study-status-badge.tsx";
import type { CollectionSummary } from "@/lib/domain/annotation/collection-summary.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { ReSolveKind } from "@/lib/domain/survey/presets/re-solve.ts";
import { countRejectedItems } from "@/lib/server/annotation/figures/get-report.ts";
import type { ReSolveStudy } from "@/lib/server/annotation/re-solve/get-re-solve.ts";
import { listReSolves, listSolverLinks } from "@/lib/server/annotation/re-solve/get-re-solve.ts";
import { decideReSolveAction, startReSolveAction } from "../../actions.ts";
import { type CollectionParams, requireCollection } from "../require-collection.ts";

export const metadata: Metadata = { title: "Blind re-solve" };

const kinds = [
  { kind: "consistency", title: "Stories", lead: "Is there an error, and where?" },
  { kind: "two-choice", title: "Questions", lead: "What will the character do next?" },
] as const;

export default async function ReSolvePage({ params }: { params: CollectionParams }) {
  const { actor, collection, base } = await requireCollection(params);
  if (collection.isTraining) notFound();
  const { studies, waitingToStart } = await listReSolves(actor, collection.id);
  const solvers = new Map(
    await Promise.all(studies.map(async ({ studyId }) => [studyId, await listSolverLinks(actor, studyId)] as const)),
  );
  const rejected = countRejectedItems(studies);
  const waiting = kinds.reduce((sum, { kind }) => sum + waitingToStart[kind], 0);
  return (
    <>
      {!collection.settings.requiresReSolve && (
        <div className="mb-8">
          <Callout
            actions={
              <LinkButton size="small" href={`${base}/settings`}>
                Settings
              </LinkButton>
            }
          >
            This collection has no blind re-solve: items are accepted after review.
          </Callout>
        </div>
      )}
      <Section
        title="Blind re-solve"
        lead="People who have never seen an item solve it before it is accepted. The outcome selects the items, so this is a quality check and not a baseline. For a baseline, other people answer the accepted items in a separate study."
      >
        <Stats>
          <Stat label="Reviewed, waiting for a study" value={formatCount(waiting)} />
          <ShareStat label="Rejected" share={rejected} of="items decided" />
        </Stats>
      </Section>
      <StartStudy {...{ waiting, waitingToStart, collection }} />
      {studies.length === 0 && waiting === 0 && (
        <Section title="Studies">
          <EmptyState level={3} title="No items to solve">
            Items that passed review appear here until people have solved them.
          </EmptyState>
        </Section>
      )}
      {studies.map((study) => {
        const { links, barred } = solvers.get(study.studyId) ?? { links: [], barred: 0 };
        return <StudySection key={study.studyId} {...{ study, base, links, barred }} />;
      })}
      <Section title="The baseline" lead="A separate study for people who did not work in this collection.">
        {collection.benchmarkId ? (
          <p className="max-w-measure">
            Accepted items are in <Link href={`/research/benchmarks/${collection.benchmarkId}`}>a benchmark</Link>.
            Start the human evaluation of its{" "}
            <Link href={`/research/studies/new?from=kste-consistency&benchmark=${collection.benchmarkId}`}>
              stories
            </Link>{" "}
            or{" "}
            <Link href={`/research/studies/new?from=kste-next-action&benchmark=${collection.benchmarkId}`}>
              questions
            </Link>
            : fifty items per person. Highlighting the event or the knowledge, and the instruction to attend to
            knowledge, are conditions that you select there; the word overlap (IoU) is in the study’s results under
            “Errors found”.
          </p>
        ) : (
          <p className="text-ink-soft">Publish accepted items on the overview first.</p>
        )}
      </Section>
    </>
  );
}

/** Buttons that create a study with the waiting items. */
function StartStudy({
  waiting,
  waitingToStart,
  collection,
}: {
  waiting: number;
  waitingToStart: Readonly<Record<ReSolveKind, number>>;
  collection: CollectionSummary;
}) {
  return (
    waiting > 0 && (
      <Section title="Start a study">
        <div className="grid items-start gap-8 sm:grid-cols-2">
          {kinds
            .filter(({ kind }) => waitingToStart[kind] > 0)
            .map(({ kind, title, lead }) => (
              <ActionForm
                key={kind}
                action={startReSolveAction}
                hidden={{ collection: collection.id, kind }}
                label={`Start a re-solve of ${title.toLowerCase()}`}
              >
                <div>
                  <h3 className="font-semibold">
                    {title}: {formatNumberOf(waitingToStart[kind], "item")}
                  </h3>
                  <p className="text-ink-soft">{lead}</p>
                </div>
                <Field name="itemsPerPerson" label="Max. items per person">
                  <TextInput type="number" min={1} max={200} defaultValue={20} inputMode="numeric" />
                </Field>
                <div>
                  <SubmitButton>Start with {formatNumberOf(waitingToStart[kind], "item")}</SubmitButton>
                </div>
              </ActionForm>
            ))}
        </div>
      </Section>
    )
  );
}

/** One study, with the outcome of each of its items. */
function StudySection({
  study,
  base,
  links,
  barred,
}: {
  study: ReSolveStudy;
  base: string;
  links: { name: string; email: string; url: string }[];
  barred: number;
}) {
  return (
    <Section
      title={
        <span className="flex flex-wrap items-center gap-3">
          {study.name}
          <StudyStatusBadge status={study.status} />
        </span>
      }
      lead={`${formatNumberOf(study.items, "item")}: ${study.passed} passed, ${study.rejected} rejected, ${study.waiting} without enough answers.`}
      actions={
        <LinkButton size="small" href={`/research/studies/${study.slug}`}>
          {study.status === "draft" ? "Review and open the study" : "View the study"}
        </LinkButton>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        {study.waiting > 0 && (
          <ActionForm
            action={decideReSolveAction}
            hidden={{ study: study.studyId }}
            label={`Decide on the items of ${study.name}`}
          >
            <div>
              <SubmitButton look="secondary">Decide on items with enough answers</SubmitButton>
            </div>
          </ActionForm>
        )}
        <GateTable gates={study.gates} base={base} />
        {study.status !== "closed" && (
          <div className="grid gap-2">
            <h3 className="text-lg">Links for solvers</h3>
            <SolverLinks links={links} barred={barred} />
          </div>
        )}
      </div>
    </Section>
  );
}
