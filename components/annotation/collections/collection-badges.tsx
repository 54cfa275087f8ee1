import { Badge } from "@/components/ui/badge.tsx";

/** What sets a collection apart, in words. */
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
