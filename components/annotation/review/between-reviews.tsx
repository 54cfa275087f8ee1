import { Callout } from "@/components/ui/callout.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { ReviewPhase } from "./use-review-queue.ts";

/** Shown instead of an item: the next review is loading, could not be loaded, or there are no items to review. */
export function BetweenReviews({
  phase,
  last,
  onUndoLast,
  onRetry,
  overviewHref,
}: {
  phase: ReviewPhase;
  /** The result of the previous item. */
  last: string | null;
  onUndoLast: (() => void) | null;
  onRetry: () => void;
  overviewHref: string;
}) {
  return (
    <>
      {phase.is === "loading" && (
        <>
          <h1 tabIndex={-1} className="sr-only">
            Review
          </h1>
          <Skeleton lines={8} label="Loading the next review" />
        </>
      )}
      {phase.is === "trouble" && (
        <Callout
          tone="warn"
          title={<h1>The review could not be loaded</h1>}
          actions={<Button onClick={onRetry}>Try again</Button>}
        >
          {phase.text}
        </Callout>
      )}
      {phase.is === "empty" && (
        <div className="grid gap-5">
          <h1 tabIndex={-1} className="sr-only">
            Review
          </h1>
          {last && (
            <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
              {last}
              {onUndoLast && (
                <Button look="quiet" size="small" onClick={onUndoLast}>
                  Undo
                </Button>
              )}
            </p>
          )}
          <EmptyState
            title="No items to review"
            actions={<LinkButton href={overviewHref}>Go to the overview</LinkButton>}
          >
            You have decided on {formatCount(phase.done)} {phase.done === 1 ? "item" : "items"}. Items that you worked
            on are reviewed by others.
          </EmptyState>
        </div>
      )}
    </>
  );
}
