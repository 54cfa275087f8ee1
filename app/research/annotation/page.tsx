import type { Metadata } from "next";
import { CollectionList } from "@/components/annotation/collections/collection-list.tsx";
import { NewCollectionForm } from "@/components/annotation/collections/new-collection-form.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { startingTasks } from "@/lib/domain/annotation/starting-tasks.ts";
import { readAnnotationRights } from "@/lib/server/annotation/access/set-collection-role.ts";
import { listCollections } from "@/lib/server/annotation/collections/list-collections.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { createCollectionAction } from "./actions.ts";

export const metadata: Metadata = { title: "Annotation" };

export default async function AnnotationPage() {
  const { actor, project } = await requireProject("annotation.manage");
  const [all, permissions] = await Promise.all([
    listCollections(actor, project.id),
    readAnnotationRights(actor, project.id),
  ]);
  const collections = all.filter((collection) => collection.can.manage);
  return (
    <Page>
      <PageHeader
        title="Annotation"
        lead="Texts, pairs and media that people annotate by a task schema, and stories that they check and repair; each with review, agreement and export."
        actions={
          (permissions.work || permissions.review) && (
            <LinkButton href="/annotate">Open the annotator’s workspace</LinkButton>
          )
        }
      />
      {collections.length === 0 ? (
        <EmptyState title="No collection yet">
          A collection is a set of items that people annotate together. Create one below, then import items.
        </EmptyState>
      ) : (
        <CollectionList collections={collections} base="/research/annotation" />
      )}
      <Section title="New collection" lead="Everything except the name can be set later, under Settings.">
        <NewCollectionForm
          action={createCollectionAction}
          projectId={project.id}
          templates={startingTasks.map(({ id, label, purpose }) => ({ value: id, label: `${label}: ${purpose}` }))}
        />
      </Section>
    </Page>
  );
}
