import { Badge } from "@/components/ui/badge.tsx";

/** Badges for the special properties of a collection. */
export function CollectionBadges({
  collection,
}: {
  collection: { isTraining: boolean; isDemo: boolean; isClosed: boolean };
}) {
  return (
    <>
      {collection.isTraining && <Badge tone="info">Training</Badge>}
      {collection.isClosed && <Badge tone="warn">Closed</Badge>}
      {collection.isDemo && <Badge tone="info">Demo</Badge>}
    </>
  );
}
