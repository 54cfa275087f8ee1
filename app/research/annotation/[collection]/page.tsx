import type { Metadata } from "next";
import { BlockedCopiesList } from "@/components/annotation/collections/blocked-copies.tsx";
import { WorkerTable } from "@/components/annotation/collections/people/worker-table.tsx";
import { sumOf } from "@/components/annotation/collections/progress-of.ts";
import { PublishForm } from "@/components/annotation/collections/publish-form.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import type { CollectionSummary } from "@/lib/domain/annotation/collection-summary.ts";
import { itemStatusLabels, taskStateLabels } from "@/lib/domain/annotation/labels.ts";
import { itemStatuses, taskStates } from "@/lib/domain/annotation/task.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { listBlockedCopies } from "@/lib/server/annotation/lead/list-blocked.ts";
import { listWorkers } from "@/lib/server/annotation/people/list-workers.ts";
import type { Actor } from "@/lib/server/platform/access/access.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { closeCollectionAction, leadItemsAction, publishAction } from "../actions.ts";
import { type CollectionParams, requireCollection } from "./require-collection.ts";

export const metadata: Metadata = { title: "Collection" };

export default async function CollectionPage({ params }: { params: CollectionParams }) {
  const { actor, collection, base } = await requireCollection(params);
  const items = sumOf(collection.items);
  const [workers, blocked] = await Promise.all([
    listWorkers(actor, collection.id),
    collection.isTraining || collection.isClosed ? null : listBlockedCopies(actor, collection.id),
  ]);
  if (items === 0) {
    return (
      <EmptyState
        title={collection.task ? "No items yet" : "No stories yet"}
        actions={
          <>
            <LinkButton href={`${base}/import`} look="primary">
              {collection.task ? "Import items" : "Import stories"}
            </LinkButton>
            {!collection.isTraining && !collection.task && (
              <LinkButton href={`${base}/construct`}>Generate with a model</LinkButton>
            )}
          </>
        }
      >
        {collection.task
          ? "Import a table, JSON lines, or a file of another annotation tool."
          : "Import a folder, a zip or a file of stories, or write stories here."}{" "}
        Annotators find the items in their queue immediately.
      </EmptyState>
    );
  }
  const done = sumOf(collection.items, ["accepted", "rejected", "irreparable"]);
  return (
    <>
      <CollectionStatus {...{ collection, done, items, base }} />
      {blocked && (
        <BlockedCopiesList
          blocked={blocked}
          collectionId={collection.id}
          hrefs={{
            invite: can(actor, "users.manage", collection.projectId) ? "/research/admin/users" : null,
            people: `${base}/people`,
            items: `${base}/items`,
          }}
          action={leadItemsAction}
        />
      )}
      <PublishSection {...{ collection, base, actor }} />
      <Section
        title="People"
        lead="Items appear automatically in the queues of the project’s annotators, reviewers and raters. Time is shown and is never a reason to reject work."
        actions={
          <LinkButton href={`${base}/people`} size="small">
            Roles and pay
          </LinkButton>
        }
      >
        {workers.length === 0 ? (
          <p className="text-ink-soft">No work yet.</p>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <WorkerTable workers={workers} currency={collection.settings.currency} itemsHref={`${base}/items`} />
            <TableDownloads
              name="work"
              called="what each person did"
              fileHref={(file) => `/api/v1/annotation/collections/${collection.id}/people/${file}`}
            />
          </div>
        )}
      </Section>
      <Section
        title={collection.isClosed ? "Closed" : "Work in progress"}
        lead={
          collection.isClosed
            ? "No new tasks are assigned. Tasks in progress can be finished, and reviews continue."
            : "Annotators receive tasks of this collection."
        }
      >
        <ConfirmButton
          action={closeCollectionAction}
          hidden={{ collection: collection.id, move: collection.isClosed ? "open" : "close" }}
          title={collection.isClosed ? "Open this collection?" : "Close this collection?"}
          consequence={
            collection.isClosed
              ? "Annotators receive tasks of this collection again."
              : "No new tasks are assigned. Annotators can finish their current tasks. You can open the collection again at any time."
          }
          confirm={collection.isClosed ? "Open" : "Close"}
          isDangerous={false}
        >
          {collection.isClosed ? "Open the collection" : "Close the collection"}
        </ConfirmButton>
      </Section>
    </>
  );
}

/** The progress of the collection. */
function CollectionStatus({
  collection,
  done,
  items,
  base,
}: {
  collection: CollectionSummary;
  done: number;
  items: number;
  base: string;
}) {
  return (
    !collection.isTraining && (
      <Section title="Status">
        <div className="grid gap-8">
          <Progress
            label="Items decided"
            value={done}
            maximum={items}
            text={`${formatCount(done)} of ${formatNumberOf(items, "item")}`}
          />
          <Stats>
            {itemStatuses
              .filter((status) => collection.items[status])
              .map((status) => (
                <Stat
                  key={status}
                  label={itemStatusLabels[status]}
                  value={formatCount(collection.items[status] ?? 0)}
                  n={<Link href={`${base}/items?status=${status}`}>show these items</Link>}
                />
              ))}
          </Stats>
          <p className="text-sm text-ink-soft">
            Copies of items for annotators:{" "}
            {taskStates
              .filter((state) => collection.tasks[state])
              .map((state, index) => (
                <span key={state}>
                  {index > 0 && ", "}
                  <Link href={`${base}/items?copies=${state}`} prefetch={false}>
                    {formatCount(collection.tasks[state] ?? 0)} {taskStateLabels[state]}
                  </Link>
                </span>
              ))}
            .
          </p>
        </div>
      </Section>
    )
  );
}

/** Publishing accepted items as item versions of a benchmark. */
function PublishSection({ collection, base, actor }: { collection: CollectionSummary; base: string; actor: Actor }) {
  const { benchmarkId } = collection;
  return (
    !collection.isTraining && (
      <Section
        title="Publish"
        lead={
          collection.task
            ? "Accepted items become item versions of a benchmark, for studies and models. Their key is the expected answers of a gold item, or else the accepted answers. Earlier versions do not change."
            : "Accepted items become item versions of a benchmark. Stories ask whether there is an error; questions ask what happens next. Earlier versions do not change."
        }
      >
        <div className="grid gap-4">
          <PublishForm
            action={publishAction}
            collectionId={collection.id}
            accepted={collection.items.accepted ?? 0}
            hasBenchmark={benchmarkId !== null}
          />
          <p className="flex flex-wrap gap-4">
            {!collection.task && <Link href={`${base}/audit?which=accepted`}>Audit the set first</Link>}
            {benchmarkId && <Link href={`/research/benchmarks/${benchmarkId}`}>Open the benchmark</Link>}
            {benchmarkId && collection.task && can(actor, "research.write", collection.projectId) && (
              <Link href={`/research/studies/new?benchmark=${benchmarkId}`}>Start a study of the items</Link>
            )}
          </p>
          {benchmarkId && !collection.task && can(actor, "research.write", collection.projectId) && (
            <p className="max-w-measure text-ink-soft">
              Measure the baseline in a separate study with people who have not seen the items. The re-solve selected
              the items, so its answers overestimate accuracy. Start a study of the{" "}
              <Link href={`/research/studies/new?from=kste-consistency&benchmark=${benchmarkId}`}>stories</Link> or the{" "}
              <Link href={`/research/studies/new?from=kste-next-action&benchmark=${benchmarkId}`}>questions</Link>.
            </p>
          )}
        </div>
      </Section>
    )
  );
}
