import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { CollectionSummary } from "@/lib/domain/annotation/collection-summary.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { CollectionBadges } from "./collection-badges.tsx";
import { sumOf } from "./progress-of.ts";

type ListedCollection = Pick<CollectionSummary, "id" | "name" | "isTraining" | "isDemo" | "isClosed" | "items">;

/** The list of collections, with the number of items and the progress of each. */
export function CollectionList({ collections, base }: { collections: readonly ListedCollection[]; base: string }) {
  return (
    <Table caption="Collections of stories" isCaptionHidden>
      <thead>
        <tr>
          <Th>Collection</Th>
          <Th isNumber>Items</Th>
          <Th isNumber>Open</Th>
          <Th isNumber>In progress or in review</Th>
          <Th isNumber>Accepted</Th>
          <Th isNumber>Rejected or unusable</Th>
        </tr>
      </thead>
      <tbody>
        {collections.map((collection) => (
          <tr key={collection.id}>
            <Th scope="row">
              <span className="flex flex-wrap items-center gap-2">
                <Link href={`${base}/${collection.id}`} className="wrap-anywhere">
                  {collection.name}
                </Link>
                <CollectionBadges collection={collection} />
              </span>
            </Th>
            <Td isNumber>{formatCount(sumOf(collection.items))}</Td>
            {collection.isTraining ? (
              <Td colSpan={4} className="text-ink-soft">
                Every annotator gets all items; results are not counted.
              </Td>
            ) : (
              <>
                <Td isNumber>{formatCount(collection.items.open ?? 0)}</Td>
                <Td isNumber>
                  {formatCount(sumOf(collection.items, ["in-work", "submitted", "in-review", "returned", "reviewed"]))}
                </Td>
                <Td isNumber>{formatCount(collection.items.accepted ?? 0)}</Td>
                <Td isNumber>{formatCount(sumOf(collection.items, ["rejected", "irreparable"]))}</Td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
