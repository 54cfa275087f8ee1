import { Badge } from "@/components/ui/badge.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { ListedItem } from "@/lib/domain/annotation/collection-rows.ts";
import { flagLabels, itemStatusLabels, kindLabels } from "./collection-labels.ts";

/** A page of a collection's items, each with a box for what is done with many at once. */
export function ItemTable({ items, base }: { items: readonly ListedItem[]; base: string }) {
  return (
    <Table caption="Items of the collection" isCaptionHidden>
      <thead>
        <tr>
          <Th>
            <span className="sr-only">Ticked</span>
          </Th>
          <Th>Item</Th>
          <Th>Kind</Th>
          <Th>Genre</Th>
          <Th>Knowledge</Th>
          <Th>Status</Th>
          <Th isNumber>Findings</Th>
          <Th isNumber>Copies finished</Th>
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
                aria-label={`Tick ${item.externalId}`}
                className="size-4.5 accent-ink"
              />
            </Td>
            <Th scope="row">
              <Link href={`${base}/items/${item.id}`} className="wrap-anywhere" prefetch={false}>
                {item.externalId}
              </Link>
              {item.groupKey !== item.externalId && (
                <span className="block text-xs font-normal wrap-anywhere text-ink-soft">from {item.groupKey}</span>
              )}
            </Th>
            <Td>{kindLabels[item.kind]}</Td>
            <Td className="wrap-anywhere">{item.genre}</Td>
            <Td>{item.knowledgeType ?? "–"}</Td>
            <Td>
              <span className="flex flex-wrap gap-1.5">
                <Badge tone={itemStatusLabels[item.status].tone}>{itemStatusLabels[item.status].word}</Badge>
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
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
