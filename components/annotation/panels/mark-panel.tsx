"use client";

import { Button } from "@/components/ui/forms/button.tsx";
import { capitalize } from "@/lib/domain/format/capitalize.ts";
import type { AnchorRole } from "@/lib/domain/stories/anchors/anchor.ts";
import type { AnchorReport } from "@/lib/domain/stories/anchors/report.ts";
import type { ActionId } from "../../../lib/client/keyboard/key-actions.ts";
import { describeAnchorProblem, roleNames } from "../../../lib/domain/annotation/workspace/item-problems.ts";
import { ActionButton } from "../look/action-button.tsx";
import { Panel } from "../look/panel.tsx";
import { kindStyle } from "../story/mark-style.ts";

const markActions: Readonly<Record<AnchorRole, ActionId>> = {
  knowledge: "mark-knowledge",
  event: "mark-event",
  error: "mark-error",
};

/** The marks of the story: the covered text, the state of each mark, and how to move it. */
export function MarkPanel({
  roles,
  reports,
  isReadOnly,
  current,
  canRemoveAll = false,
  onMark,
  onRemove,
  onNearest,
  onShow,
}: {
  roles: readonly AnchorRole[];
  reports: readonly AnchorReport[];
  isReadOnly: boolean;
  /** The mark on which keyboard shortcuts act. */
  current: string | null;
  /** Whether every mark has a remove button. By default, only the current mark and notes have one. */
  canRemoveAll?: boolean;
  onMark: (role: AnchorRole) => void;
  onRemove: (anchorId: string) => void;
  onNearest: (anchorId: string) => void;
  onShow: (anchorId: string) => void;
}) {
  return (
    <Panel title="Marks" id="marks">
      <ul className="grid gap-2.5 text-sm">
        {reports.map((report) => (
          <li
            key={report.anchor.id}
            id={`mark-${report.anchor.id}`}
            tabIndex={-1}
            aria-current={report.anchor.id === current}
            className="grid scroll-mb-32 gap-0.5 rounded-sm aria-[current=true]:outline-2 aria-[current=true]:outline-offset-4 aria-[current=true]:outline-focus"
          >
            <span className="flex items-baseline justify-between gap-2">
              <span className="font-medium">
                <span
                  className="keep-colour px-0.5"
                  style={kindStyle(report.state === "ok" ? report.anchor.role : "broken")}
                >
                  {capitalize(roleNames[report.anchor.role])}
                </span>
                {report.state !== "ok" && (
                  <span className={report.blocks ? "ml-2 text-bad" : "ml-2 text-warn"}>{report.state}</span>
                )}
              </span>
              {report.text !== "" && (
                <Button size="small" look="quiet" className="-my-1.5" onClick={() => onShow(report.anchor.id)}>
                  Show<span className="sr-only"> the {roleNames[report.anchor.role]}</span>
                </Button>
              )}
            </span>
            {report.state !== "ok" && <span className="text-ink-soft">{describeAnchorProblem(report).title}</span>}
            <span className="line-clamp-2 font-serif text-ink-soft">
              {report.state === "note" ? report.anchor.text : report.text}
            </span>
            {!isReadOnly && (
              <span className="flex flex-wrap gap-1.5">
                {report.nearest && (
                  <Button size="small" look="quiet" onClick={() => onNearest(report.anchor.id)}>
                    Nearest match
                  </Button>
                )}
                {(canRemoveAll || report.anchor.id === current || report.state === "note") && (
                  <Button size="small" look="quiet" onClick={() => onRemove(report.anchor.id)}>
                    Remove<span className="sr-only"> the {roleNames[report.anchor.role]}</span>
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <div className="grid gap-1.5">
          <p className="text-xs text-ink-soft">Select words in the story, press Escape, and mark the words:</p>
          <div className="flex flex-wrap gap-1.5">
            {roles.map((role) => (
              <ActionButton key={role} action={markActions[role]} onClick={() => onMark(role)}>
                {capitalize(roleNames[role])}
              </ActionButton>
            ))}
          </div>
        </div>
      )}
    </Panel>
  );
}
