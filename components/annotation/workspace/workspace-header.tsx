import type { ReactNode, RefObject } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { kindLabels } from "@/lib/domain/annotation/labels.ts";
import type { AnyTaskPayload, TaskPayload } from "@/lib/domain/annotation/task.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { formatGenre } from "@/lib/domain/stories/genres.ts";
import { knowledgeTypeEntries } from "@/lib/domain/stories/knowledge-types.ts";
import { ItemHeading } from "../look/item-heading.tsx";

/** The name of the item, and the progress of the collection. */
export function WorkspaceHeader({
  payload: { item, position, collection },
  heading,
  children,
}: {
  payload: AnyTaskPayload;
  heading: RefObject<HTMLHeadingElement | null>;
  children?: ReactNode;
}) {
  return (
    <header className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <ItemHeading name={item.externalId} heading={heading}>
        {children}
      </ItemHeading>
      <p className="text-sm text-ink-soft tabular-nums">
        {position.mine && `Yours: ${formatCount(position.mine.done)} of ${formatCount(position.mine.total)}. `}
        {collection.name}: {formatCount(position.done)} of {formatCount(position.total)} done
      </p>
    </header>
  );
}

/** Badges with the kind, the state and the knowledge type of a story. */
export function StoryBadges({ payload: { item, task }, isUntouched }: { payload: TaskPayload; isUntouched: boolean }) {
  const type = knowledgeTypeEntries.find((entry) => entry.type === item.knowledgeType);
  return (
    <>
      <Badge>{kindLabels[task.kind]}</Badge>
      {task.state === "returned" && <Badge tone="warn">returned</Badge>}
      {!isUntouched && <Badge tone="info">changed</Badge>}
      <span className="text-sm text-ink-soft">{[formatGenre(item.genre), type?.label].filter(Boolean).join(", ")}</span>
    </>
  );
}
