import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BeliefFrame } from "@/components/beliefs/belief-frame.tsx";
import { ExpansionState } from "@/components/beliefs/expansion-state.tsx";
import { ExpressionsForm } from "@/components/beliefs/forms/expressions-form.tsx";
import { ImportSummaryView } from "@/components/beliefs/forms/import-summary-view.tsx";
import { ParticipantStudies } from "@/components/beliefs/participant-studies.tsx";
import { TemplateFacts } from "@/components/beliefs/template-facts.tsx";
import { ImportForm } from "@/components/imports/import-form.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { parseBeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { getFacts } from "@/lib/server/beliefs/get-facts.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import type { BeliefParams, BeliefSearch } from "../read-beliefs.ts";

export const metadata: Metadata = { title: "Facts and files" };

/** The facts and files of a benchmark of expressions, and the import of predictions. */
export default async function FactsPage({
  params,
  searchParams,
}: {
  params: BeliefParams;
  searchParams: BeliefSearch;
}) {
  const actor = await requireUser();
  const query = parseBeliefQuery(await searchParams);
  const facts = await getFacts(actor, (await params).benchmark);
  if (!facts) notFound();
  const { benchmark, source, expansion, hasItems, studies } = facts;
  const canGenerate = source !== null && !hasItems && (expansion === null || expansion.state === "dead");
  return (
    <BeliefFrame benchmark={benchmark} current="/facts" query={query}>
      <Section title="Facts" lead={source ? "The import status of every row of the file." : undefined}>
        {source ? (
          <ImportSummaryView importSummary={source.importSummary} />
        ) : (
          <EmptyState level={3} title="No facts stored">
            The items of this benchmark came from an item file. Figures and studies with people use these items.
          </EmptyState>
        )}
      </Section>
      {source && (
        <Section
          title="Expressions"
          lead={hasItems ? undefined : "Templates turn each fact into one expression for each category."}
          actions={
            hasItems && (
              <>
                <LinkButton href={`/research/benchmarks/${benchmark.id}`}>All items</LinkButton>
                <LinkButton href="/research/beliefs/typology">Typology and templates</LinkButton>
              </>
            )
          }
        >
          <div className="grid grid-cols-1 gap-5">
            {expansion && <ExpansionState expansion={expansion} facts={source.importSummary.tuples} />}
            {(hasItems || expansion) && <TemplateFacts source={source} />}
            {canGenerate &&
              (benchmark.canWrite ? (
                <ExpressionsForm benchmarkId={benchmark.id} seed={source.seed} />
              ) : (
                <p>No expressions have been generated from these facts.</p>
              ))}
          </div>
        </Section>
      )}
      {studies.length > 0 && (
        <Section title="Studies with people">
          <ParticipantStudies studies={studies} />
        </Section>
      )}
      {benchmark.canWrite && (
        <Section
          title="Import predictions"
          lead="Import model answers to items with and without an expression of belief. A model is excluded if it did not answer the items without one."
        >
          {hasItems ? (
            <>
              <ImportForm
                label="Import predictions"
                addressOf={`/api/v1/benchmarks/${benchmark.id}/predictions?source={source}`}
              >
                <Field name="source" label="Evaluation" hint="Identifies this run among the runs of the model.">
                  <TextInput defaultValue="import" maxLength={200} required />
                </Field>
              </ImportForm>
              <p className="mt-4 max-w-measure text-sm text-ink-soft">
                Items and their names are in the{" "}
                <a
                  href={`/api/v1/benchmarks/${benchmark.id}/items`}
                  download
                  className="underline decoration-edge underline-offset-4"
                >
                  item file
                </a>
                . Items of the role “prior” ask without an expression; the condition “story”: “none” does the same for
                any other. Earlier imports are listed under <Link href="/research/models">Models</Link>.
              </p>
            </>
          ) : (
            <Callout>Predictions require items: generate the expressions above first.</Callout>
          )}
        </Section>
      )}
    </BeliefFrame>
  );
}
