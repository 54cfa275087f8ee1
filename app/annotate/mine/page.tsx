import type { Metadata } from "next";
import { formatPayTerms } from "@/components/annotation/work/amounts.ts";
import { Leftovers } from "@/components/annotation/work/leftovers.tsx";
import { MyWorkList } from "@/components/annotation/work/my-work-list.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { TabLinks } from "@/components/ui/navigation/tab-links.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { MyHours } from "@/lib/domain/annotation/my-work.ts";
import { formatQuantity } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { formatMoney } from "@/lib/domain/format/money.ts";
import { formatDuration } from "@/lib/domain/format/times.ts";
import { listMyWork, myWorkQuery } from "@/lib/server/annotation/work/list-my-work.ts";
import { requirePerson } from "@/lib/server/platform/access/access.ts";
import { requireAnnotation } from "../require-annotation.ts";

export const metadata: Metadata = { title: "My work" };

const api = "/api/v1/annotation";
const views = [
  { state: null, label: "Everything" },
  { state: "returned", label: "Returned" },
  { state: "parked", label: "Parked" },
  { state: "submitted", label: "Submitted" },
] as const;

export default async function MyWorkPage({ searchParams }: PageProps<"/annotate/mine">) {
  const { actor } = await requireAnnotation("work", "review");
  const parsed = myWorkQuery.safeParse(await searchParams);
  const query = parsed.success ? parsed.data : {};
  const { tasks, cursor, hours } = await listMyWork(actor, query);
  const buildHref = (change: Record<string, string | null | undefined>) => {
    const entries = Object.entries({ ...query, cursor: null, ...change }).filter(([, value]) => value != null);
    const search = new URLSearchParams(entries as [string, string][]).toString();
    return search === "" ? "/annotate/mine" : `/annotate/mine?${search}`;
  };
  return (
    <Page>
      <PageHeader title="My work" lead="Items in progress, submitted items, returned items with reasons, and times." />
      <Leftovers personId={requirePerson(actor)} api={api} taskHref="/annotate/tasks/" />
      <TabLinks
        label="Filter items"
        links={views.map(({ state, label }) => ({ href: buildHref({ state }), label }))}
        current={buildHref({})}
      />
      {tasks.length === 0 ? (
        <EmptyState
          title="No items"
          actions={
            <LinkButton href="/annotate" look="primary">
              Go to waiting items
            </LinkButton>
          }
        />
      ) : (
        <div className="grid gap-4">
          <MyWorkList tasks={tasks} api={api} taskHref="/annotate/tasks/" />
          {cursor && (
            <p>
              <LinkButton href={buildHref({ cursor })}>Older</LinkButton>
            </p>
          )}
        </div>
      )}
      {hours.some(({ figures }) => figures !== null) && <MyStatistics hours={hours} />}
      {hours.length > 0 && <HoursAndPay hours={hours} />}
    </Page>
  );
}

/** Minimum number of pairs for showing agreement with others. With fewer, the figure would reveal single verdicts. */
const minPairs = 5;

function MyStatistics({ hours }: { hours: readonly MyHours[] }) {
  const rows = hours.flatMap(({ figures, ...row }) => (figures === null ? [] : [{ ...row, ...figures }]));
  return (
    <Section
      title="Your statistics"
      lead="Based on everything that you submitted. Agreement compares your first verdicts or answers with those of others on the same items."
    >
      <Table caption="Your statistics by collection" isCaptionHidden>
        <thead>
          <tr>
            <Th>Collection</Th>
            <Th isNumber>Copies judged</Th>
            <Th isNumber>Refined</Th>
            <Th isNumber>Unusable</Th>
            <Th isNumber>Returned, % of reviewed</Th>
            <Th isNumber>Same verdict or answers as others</Th>
            <Th isNumber>Median seconds per copy</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.collectionId}>
              <Th scope="row">{row.collectionName}</Th>
              <Td isNumber>{formatCount(row.judged)}</Td>
              <Td isNumber>{formatCount(row.refined)}</Td>
              <Td isNumber>{formatCount(row.unusable)}</Td>
              <Td isNumber>
                {formatCount(row.returned)} of {formatCount(row.reviewed)}
              </Td>
              <Td isNumber>{row.pairs < minPairs ? "–" : `${formatCount(row.same)} of ${formatCount(row.pairs)}`}</Td>
              <Td isNumber>{formatQuantity(row.seconds)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function HoursAndPay({ hours }: { hours: readonly MyHours[] }) {
  return (
    <Section
      title="Hours and pay"
      lead="Active time includes reading and writing; a pause without input counts for at most three minutes. Times are never a reason to reject your work, and returned items are still paid."
    >
      <Table caption="Time and pay by collection" isCaptionHidden>
        <thead>
          <tr>
            <Th>Collection</Th>
            <Th isNumber>Items</Th>
            <Th isNumber>Active</Th>
            <Th isNumber>Idle</Th>
            <Th>Terms</Th>
            <Th isNumber>Earned</Th>
            <Th isNumber>Top-up</Th>
          </tr>
        </thead>
        <tbody>
          {hours.map((row) => (
            <tr key={row.collectionId}>
              <Th scope="row">{row.collectionName}</Th>
              <Td isNumber>{row.submitted + row.reviews}</Td>
              <Td isNumber>{formatDuration(row.activeMs)}</Td>
              <Td isNumber>{formatDuration(row.idleMs)}</Td>
              <Td>{formatPayTerms(row)}</Td>
              <Td isNumber>{row.pay === null ? "–" : formatMoney(row.pay.earned, row.currency)}</Td>
              <Td isNumber>{row.pay === null ? "–" : formatMoney(row.pay.topUp, row.currency)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
