import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { CollectionFigures } from "@/lib/domain/annotation/figures/prepare-collection-figures.ts";
import { kindLabels } from "@/lib/domain/annotation/labels.ts";
import { formatQuantity } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { type ItemGroups, itemGroups } from "@/lib/domain/results/views/collections/construction-view.ts";
import { formatGenre } from "@/lib/domain/stories/genres.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { LinkedShareCell } from "../people/people-quality.tsx";

const rowLabels: Readonly<Record<ItemGroups["by"], (value: string) => string>> = {
  kind: (value) => kindLabels[value as KsteKind] ?? value,
  genre: formatGenre,
  knowledgeType: (value) => value,
};

interface Addresses {
  /** The address of the item list. */
  itemsHref: string;
  /** The address of a file with one table ("by-kind.csv"). */
  fileHref: (file: string) => string;
}

/** The numbers of items by kind, by genre and by type of knowledge. */
export function GroupNumbers({ numbers, ...addresses }: Addresses & { numbers: CollectionFigures }) {
  return (
    <Section title="By kind, genre and knowledge">
      <div className="grid grid-cols-1 gap-8">
        {itemGroups(numbers).map((groups) => (
          <GroupTable key={groups.by} {...groups} {...addresses} />
        ))}
      </div>
    </Section>
  );
}

function GroupTable({ by, name, caption, rows, itemsHref, fileHref }: ItemGroups & Addresses) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <Table caption={caption} takenAs={name}>
        <thead>
          <tr>
            <Th>Group</Th>
            <Th isNumber>Items finished</Th>
            <Th isNumber>Refined</Th>
            <Th isNumber>Only marks moved</Th>
            <Th isNumber>Unusable</Th>
            <Th isNumber>Returned by review</Th>
            <Th isNumber>Refined, then changed in review</Th>
            <Th isNumber>Only marks moved, then changed in review</Th>
            <Th isNumber>Unchanged, defective</Th>
            <Th isNumber>Seconds per copy</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const hrefOf = (figure: string) => `${itemsHref}?${new URLSearchParams({ figure, [by]: row.label })}`;
            return (
              <tr key={row.label}>
                <Th scope="row" className="wrap-anywhere">
                  {rowLabels[by](row.label)}
                </Th>
                <Td isNumber>
                  <Link href={hrefOf("finished")} prefetch={false}>
                    {formatCount(row.items)}
                  </Link>
                  <SoftText>from {formatCount(row.groups)} sources</SoftText>
                </Td>
                <LinkedShareCell share={row.refined} of="items" href={hrefOf("refined")} />
                <LinkedShareCell share={row.marksOnly} of="items" href={hrefOf("marks-only")} />
                <LinkedShareCell share={row.irreparable} of="items" href={hrefOf("irreparable")} />
                <LinkedShareCell share={row.returned} of="items reviewed" href={hrefOf("returned")} />
                <LinkedShareCell share={row.changedInReview} of="refined items reviewed" href={hrefOf("changed")} />
                <LinkedShareCell
                  share={row.marksChangedInReview}
                  of="such items reviewed"
                  href={hrefOf("marks-changed")}
                />
                <LinkedShareCell share={row.untouchedDefects} of="sampled items" href={hrefOf("defect")} />
                <Td isNumber>
                  {formatQuantity(row.seconds.median)}
                  {row.seconds.lowerQuartile !== null && row.seconds.upperQuartile !== null && (
                    <SoftText>
                      {formatQuantity(row.seconds.lowerQuartile)} to {formatQuantity(row.seconds.upperQuartile)}
                    </SoftText>
                  )}
                  <SoftText>
                    <Link href={hrefOf("finished")} prefetch={false}>
                      n = {formatCount(row.seconds.n)} copies
                    </Link>
                  </SoftText>
                </Td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      <TableDownloads name={name} fileHref={fileHref} />
    </div>
  );
}

function SoftText({ children }: { children: React.ReactNode }) {
  return <span className="block text-xs text-ink-soft">{children}</span>;
}
