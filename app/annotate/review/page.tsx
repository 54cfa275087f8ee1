import type { Metadata } from "next";
import { NoticeList } from "@/components/annotation/work/notice-list.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { listCollections } from "@/lib/server/annotation/collections/list-collections.ts";
import { listNotices } from "@/lib/server/annotation/guidelines/notices.ts";
import { dismissNoticesAction } from "../actions.ts";
import { requireAnnotation } from "../require-annotation.ts";

export const metadata: Metadata = { title: "Review" };

export default async function ReviewPage() {
  const { actor, project } = await requireAnnotation("review");
  const [all, notices] = await Promise.all([listCollections(actor, project.id), listNotices(actor, project.id)]);
  const collections = all.filter(({ can, isTraining }) => can.review && !isTraining);
  return (
    <Page isNarrow>
      <PageHeader
        title="Review"
        lead="You see what changed and decide: accept, change, or return with a reason. Annotators are hidden, and some unchanged items are included."
        actions={<LinkButton href="/annotate/keys">Keys</LinkButton>}
      />
      <NoticeList
        notices={notices.filter(({ is }) => is === "guidelines" || is === "answer")}
        dismiss={dismissNoticesAction}
        hrefs={{ queue: "/annotate/review", task: "/annotate/tasks/" }}
      />
      {collections.length === 0 ? (
        <EmptyState title="No collection yet" />
      ) : (
        <Table caption="Collections" isCaptionHidden>
          <thead>
            <tr>
              <Th>Collection</Th>
              <Th isNumber>Waiting</Th>
              <Th isNumber>Accepted</Th>
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {collections.map(({ id, name, items }) => {
              const waiting = (items.submitted ?? 0) + (items["in-review"] ?? 0);
              return (
                <tr key={id}>
                  <Th scope="row">{name}</Th>
                  <Td isNumber>{formatCount(waiting)}</Td>
                  <Td isNumber>{formatCount((items.accepted ?? 0) + (items.reviewed ?? 0))}</Td>
                  <Td isNumber>
                    <LinkButton
                      size="small"
                      look={waiting > 0 ? "primary" : "secondary"}
                      href={`/annotate/review/${id}`}
                      prefetch={false}
                    >
                      Review<span className="sr-only"> {name}</span>
                    </LinkButton>
                  </Td>
                </tr>
              );
            })}
          </tbody>
        </Table>
      )}
    </Page>
  );
}
