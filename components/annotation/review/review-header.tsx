import type { ReactNode, RefObject } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { ActionButton } from "../look/action-button.tsx";
import { ItemHeading } from "../look/item-heading.tsx";

/** The name of the item under review, the result of the previous item, and why the server refused a decision. */
export function ReviewHeader({
  review: { item, collection },
  waiting,
  last,
  onUndoLast,
  trouble,
  heading,
  children,
}: {
  review: { item: { externalId: string }; collection: { name: string } };
  waiting: number;
  last: string | null;
  onUndoLast: (() => void) | null;
  trouble: string | null;
  heading: RefObject<HTMLHeadingElement | null>;
  children?: ReactNode;
}) {
  return (
    <header className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <ItemHeading name={item.externalId} heading={heading}>
          {children}
        </ItemHeading>
        <p className="text-sm text-ink-soft tabular-nums">
          {collection.name}: {formatCount(waiting)} to review
        </p>
      </div>
      {last && (
        <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
          {last}
          {onUndoLast && (
            <ActionButton action="review-undo" look="quiet" onClick={onUndoLast}>
              Undo
            </ActionButton>
          )}
        </p>
      )}
      {trouble && (
        <div role="alert">
          <Callout tone="bad" title="Not accepted">
            {trouble}
          </Callout>
        </div>
      )}
    </header>
  );
}
