import type { RefObject } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { kindLabels } from "@/lib/domain/annotation/labels.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { formatGenre } from "@/lib/domain/stories/genres.ts";
import { knowledgeTypeEntries } from "@/lib/domain/stories/knowledge-types.ts";

/** The name and the subject of the item, and the progress of the collection. */
export function WorkspaceHeader({
  payload,
  isUntouched,
  heading,
}: {
  payload: TaskPayload;
  isUntouched: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const { item, task, collection, position } = payload;
  const type = knowledgeTypeEntries.find((entry) => entry.type === item.knowledgeType);
  return (
    <header className="mb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          <h1 ref={heading} tabIndex={-1} className="font-serif text-2xl font-normal tracking-tight">
            {item.externalId}
          </h1>
          <Badge>{kindLabels[task.kind]}</Badge>
          {task.state === "returned" && <Badge tone="warn">returned</Badge>}
          {!isUntouched && <Badge tone="info">changed</Badge>}
          <span className="text-sm text-ink-soft">
            {[formatGenre(item.genre), type?.label].filter(Boolean).join(", ")}
          </span>
        </div>
        <p className="text-sm text-ink-soft tabular-nums">
          {position.mine && `Yours: ${formatCount(position.mine.done)} of ${formatCount(position.mine.total)}. `}
          {collection.name}: {formatCount(position.done)} of {formatCount(position.total)} done
        </p>
      </div>
    </header>
  );
}
