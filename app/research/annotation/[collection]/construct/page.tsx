import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConstructionBatches } from "@/components/annotation/collections/construction-batches.tsx";
import {
  ConstructFromOriginals,
  ConstructFromStories,
} from "@/components/annotation/collections/construction-forms.tsx";
import { PromptForms } from "@/components/annotation/collections/prompt-forms.tsx";
import { AutoRefresh } from "@/components/studies/live/auto-refresh.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { listPrompts } from "@/lib/server/annotation/construct/construct-prompts.ts";
import { countOriginals } from "@/lib/server/annotation/construct/count-originals.ts";
import { listConstructions } from "@/lib/server/annotation/construct/list-constructions.ts";
import { describeEndpoint } from "@/lib/server/construct/endpoint.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { type CollectionParams, requireCollection } from "../require-collection.ts";
import { constructAction, moveConstructionAction, publishPromptAction } from "./actions.ts";

export const metadata: Metadata = { title: "Construct" };

export default async function ConstructPage({ params }: { params: CollectionParams }) {
  const { actor, collection } = await requireCollection(params);
  if (collection.isTraining) notFound();
  const [endpoint, prompts, batches, originals] = await Promise.all([
    describeEndpoint(),
    listPrompts(actor, collection.id),
    listConstructions(actor, collection.id),
    countOriginals(actor, collection.id),
  ]);
  const missing = endpoint.ok ? null : endpoint.missing;
  const remainingCount = batches.reduce((sum, batch) => sum + batch.left, 0);
  const createdCount = batches.reduce((sum, batch) => sum + batch.made, 0);
  const canConfigureModel = can(actor, "users.manage", collection.projectId);
  const form = { action: constructAction, collectionId: collection.id, missing };
  return (
    <>
      <div className="mb-8">
        {endpoint.ok ? (
          <p className="max-w-measure text-ink-soft">
            <strong className="text-ink">{endpoint.model}</strong> at {new URL(endpoint.url).host} gets the prompts
            below: the default ones, written from the paper’s description, or your own. Annotators check the generated
            items like any other.
          </p>
        ) : (
          <Callout
            tone="warn"
            title="No model is connected"
            actions={
              canConfigureModel && (
                <LinkButton size="small" href="/research/admin/model">
                  Add a model
                </LinkButton>
              )
            }
          >
            Everything else works without it.
          </Callout>
        )}
      </div>
      {batches.length > 0 && (
        <Section title="Requested texts">
          <AutoRefresh
            key={remainingCount > 0 ? "under-way" : "ended"}
            readAt={new Date().toISOString()}
            summary={`${createdCount} texts generated, ${remainingCount} left`}
            isRunning={remainingCount > 0}
          />
          <ConstructionBatches batches={batches} action={moveConstructionAction} />
        </Section>
      )}
      <Section
        title="From your own stories"
        lead="The first step summarises a story in about 500 words; erroneous stories and questions are generated from it."
      >
        <ConstructFromStories {...form} />
      </Section>
      <Section
        title="From originals of this collection"
        lead="Erroneous stories and questions, grouped with their originals."
      >
        {originals === 0 ? (
          <p className="text-ink-soft">This collection has no original story yet.</p>
        ) : (
          <ConstructFromOriginals {...form} originals={originals} />
        )}
      </Section>
      <Section
        title="Prompts"
        lead="The prompt of each step. A custom prompt is stored as a new version, which is recorded with every generated item and text."
      >
        <PromptForms prompts={prompts} action={publishPromptAction} collectionId={collection.id} />
      </Section>
    </>
  );
}
