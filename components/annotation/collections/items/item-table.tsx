import { Badge } from "@/components/ui/badge.tsx";
import { TickAll } from "@/components/ui/forms/tick-all.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { ListedItem } from "@/lib/domain/annotation/collection-rows.ts";
import { flagLabels, kindLabels } from "@/lib/domain/annotation/labels.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";
import { itemStatusLabel } from "../collection-labels.ts";

/** A column: its name in the query string, its label, and whether its cells are numbers. */
type Column = readonly [string, string, boolean];

/** The columns of items about stories. */
const storyColumns: ReadonlySet<string> = new Set(["kind", "genre", "knowledge"]);

const columns: readonly Column[] = [
  ["name", "Item", false],
  ["kind", "Kind", false],
  ["genre", "Genre", false],
  ["knowledge", "Knowledge", false],
  ["status", "Status", false],
  ["findings", "Findings", true],
  ["finished", "Copies finished", true],
  ["changed", "Worked on", false],
];

/** A page of a collection's items, each with a checkbox for bulk actions. */
export function CollectionItemTable({
  items,
  hrefOf,
  hasStories,
  sort,
  isDown,
  hrefSorted,
}: {
  items: readonly ListedItem[];
  /** The address of an item. */
  hrefOf: (id: string) => string;
  hasStories: boolean;
  /** The column by which the items are sorted, and whether the order is descending. */
  sort: string;
  isDown: boolean;
  hrefSorted: (sort: string, isDown: boolean) => string;
}) {
  const renderHead = ([column, label, isNumber]: Column) => {
    const isSorted = column === sort;
    return (
      <Th key={column} isNumber={isNumber} aria-sort={isSorted ? (isDown ? "descending" : "ascending") : "none"}>
        <Link href={hrefSorted(column, isSorted && !isDown)} prefetch={false} className="whitespace-nowrap">
          {label}
          {isSorted && <span aria-hidden="true">{isDown ? " ↓" : " ↑"}</span>}
        </Link>
      </Th>
    );
  };
  return (
    <Table caption="Items of the collection" isCaptionHidden>
      <thead>
        <tr>
          <Th>
            <TickAll name="items" label="Select all on this page" />
          </Th>
          {columns.filter(([name]) => hasStories || !storyColumns.has(name)).map(renderHead)}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <Td>
              <input
                type="checkbox"
                name="items"
                value={item.id}
                aria-label={`Select ${item.externalId}`}
                className="size-4.5 accent-ink"
              />
            </Td>
            <Th scope="row">
              <Link href={hrefOf(item.id)} className="wrap-anywhere" prefetch={false}>
                {item.externalId}
              </Link>
              {item.groupKey !== item.externalId && (
                <span className="block text-xs font-normal wrap-anywhere text-ink-soft">from {item.groupKey}</span>
              )}
            </Th>
            {hasStories && (
              <>
                <Td>{kindLabels[item.kind]}</Td>
                <Td className="wrap-anywhere">{item.genre}</Td>
                <Td>{item.knowledgeType ?? "–"}</Td>
              </>
            )}
            <Td>
              <span className="flex flex-wrap gap-1.5">
                <Badge tone={itemStatusLabel(item.status).tone}>{itemStatusLabel(item.status).word}</Badge>
                {item.isAcceptedTogether && <Badge tone="warn">not reviewed individually</Badge>}
                {item.flags.map((flag) => (
                  <Badge key={flag} tone="warn">
                    {flagLabels[flag]}
                  </Badge>
                ))}
              </span>
            </Td>
            <Td isNumber>{item.findings}</Td>
            <Td isNumber>
              {item.finishedCopies} of {item.copies}
            </Td>
            <Td className="whitespace-nowrap">{item.changedAt === null ? "–" : formatMoment(item.changedAt)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
