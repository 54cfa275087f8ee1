import type { ReactNode, RefObject } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { ActionButton } from "../look/action-button.tsx";

/** The item under review, the result of the previous one, and why the server refused a decision. */
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
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          <h1 ref={heading} tabIndex={-1} className="font-serif text-2xl font-normal tracking-tight wrap-anywhere">
            {item.externalId}
          </h1>
          {children}
        </div>
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
