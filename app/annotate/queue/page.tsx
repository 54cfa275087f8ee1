import type { Metadata } from "next";
import { formatPayTerms } from "@/components/annotation/work/amounts.ts";
import { CollectionCard } from "@/components/annotation/work/collection-card.tsx";
import { Leftovers } from "@/components/annotation/work/leftovers.tsx";
import { NoticeList } from "@/components/annotation/work/notice-list.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { CollectionSummary } from "@/lib/domain/annotation/collection-summary.ts";
import { listCollections } from "@/lib/server/annotation/collections/list-collections.ts";
import { listNotices } from "@/lib/server/annotation/guidelines/notices.ts";
import { requirePerson } from "@/lib/server/platform/access/access.ts";
import { dismissNoticesAction } from "../actions.ts";
import { requireAnnotation } from "../require-annotation.ts";

export const metadata: Metadata = { title: "Queue" };

const api = "/api/v1/annotation";

export default async function QueuePage() {
  const { actor, project } = await requireAnnotation("work");
  const [all, notices] = await Promise.all([listCollections(actor, project.id), listNotices(actor, project.id)]);
  const collections = all.filter(({ can }) => can.work);
  const workCollections = collections.filter(({ isTraining }) => !isTraining);
  const practice = collections.find(({ isTraining, mine, steps }) => isTraining && mine.finished < (steps ?? 0));
  return (
    <Page isNarrow>
      <PageHeader
        title="Queue"
        lead="Choose a collection. Its items are shown one after the other, and everything you write is saved immediately."
        actions={<LinkButton href="/annotate/keys">Keys</LinkButton>}
      />
      <Leftovers personId={requirePerson(actor)} api={api} taskHref="/annotate/tasks/" />
      <NoticeList
        notices={notices}
        dismiss={dismissNoticesAction}
        hrefs={{ queue: "/annotate/queue", task: "/annotate/tasks/" }}
      />
      {practice && practice.mine.finished === 0 && (
        <div className="mb-6">
          <Callout
            title="New here? Practise first"
            actions={
              <LinkButton href={`/annotate/queue/${practice.id}`} prefetch={false}>
                Practise
              </LinkButton>
            }
          >
            {practice.steps} items, each with the verdict of an expert. Practice is not counted.
          </Callout>
        </div>
      )}
      {workCollections.length === 0 ? (
        <EmptyState title="No collection yet">Stories that are imported into this project appear here.</EmptyState>
      ) : (
        <ul className="grid">
          {workCollections.map((collection, index) => (
            <CollectionCard
              key={collection.id}
              isFirst={index === 0}
              collection={toCardProps(collection)}
              hrefs={{
                workspace: `/annotate/queue/${collection.id}`,
                returned: `/annotate/mine?state=returned&collection=${collection.id}`,
                parked: `/annotate/mine?state=parked&collection=${collection.id}`,
              }}
            />
          ))}
        </ul>
      )}
    </Page>
  );
}

function toCardProps({ id, name, isClosed, tasks, mine, settings }: CollectionSummary) {
  const finished = (tasks.submitted ?? 0) + (tasks.done ?? 0) + (tasks.irreparable ?? 0);
  return {
    ...{ id, name, isClosed, mine, finished },
    open: tasks.open ?? 0,
    total: sum(tasks),
    terms: settings.payPerHour === null && settings.payPerItem == null ? null : formatPayTerms(settings),
  };
}

function sum(counts: Partial<Record<string, number>>): number {
  return Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0);
}
