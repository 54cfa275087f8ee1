"use client";

import { Button } from "@/components/ui/forms/button.tsx";
import { shownRange, type WordedText } from "@/lib/domain/words/words.ts";
import type { ItemProblem } from "../../../lib/domain/annotation/workspace/item-problems.ts";
import type { WorkspaceStep } from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { ActionButton } from "../look/action-button.tsx";
import { Panel, PanelItem } from "../look/panel.tsx";

/** The problems that prevent a submission, each with its remedy. Keyboard shortcuts act on the first broken mark. */
export function ProblemPanel({
  problems,
  story,
  isReadOnly,
  dispatch,
  onNearest,
  onShow,
  onField,
  onRules,
}: {
  problems: readonly ItemProblem[];
  story: WordedText;
  isReadOnly: boolean;
  dispatch: (step: WorkspaceStep) => void;
  /** Shows the nearest match of a lost mark next to the former text of the mark. The mark is not moved yet. */
  onNearest: (id: string) => void;
  /** Scrolls a mark into view. */
  onShow: (anchorId: string) => void;
  onField: (field: string) => void;
  onRules: () => void;
}) {
  const firstMarkProblem = problems.find(({ about }) => about.kind === "anchor");
  return (
    <Panel
      title="To resolve"
      id="problems"
      count={problems.length}
      tone={problems.length === 0 ? "good" : problems.every(({ about }) => about.kind === "reason") ? "plain" : "bad"}
    >
      {problems.length === 0 ? (
        <p className="text-sm text-ink-soft">No problems to resolve.</p>
      ) : (
        <ul className="grid gap-2">
          {problems.map((problem) => (
            <PanelItem
              key={problem.id}
              id={`problem-${problem.id}`}
              tone={problem.about.kind === "reason" ? "plain" : "bad"}
              actions={
                isReadOnly ? undefined : (
                  <Remedies
                    {...{ problem, dispatch, onNearest, onShow, onField, onRules }}
                    hasKeys={problem === firstMarkProblem}
                  />
                )
              }
            >
              <p className="font-medium">{problem.title}</p>
              <p className="text-ink-soft">{problem.remedy}</p>
              {problem.about.kind === "anchor" && problem.about.report.nearest && (
                <p className="reading-quote border-l-2 border-rule pl-2 font-serif text-ink-soft">
                  Nearest: “{excerpt(story, problem.about.report.nearest)}”
                </p>
              )}
            </PanelItem>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Remedies({
  problem,
  hasKeys,
  dispatch,
  onNearest,
  onShow,
  onField,
  onRules,
}: {
  problem: ItemProblem;
  hasKeys: boolean;
  dispatch: (step: WorkspaceStep) => void;
  onNearest: (id: string) => void;
  onShow: (anchorId: string) => void;
  onField: (field: string) => void;
  onRules: () => void;
}) {
  const { about } = problem;
  if (about.kind === "field")
    return (
      <Button size="small" onClick={() => onField(about.field)}>
        Go there
      </Button>
    );
  if (about.kind === "reason")
    return (
      <ActionButton action="checklist" onClick={onRules}>
        Go to the rules
      </ActionButton>
    );
  if (about.kind === "missing-mark") return null;
  const { anchor, nearest, reason } = about.report;
  const acceptCut = () => dispatch({ does: "accept-anchor", id: anchor.id });
  const RemedyButton = hasKeys ? ActionButton : PlainButton;
  return (
    <>
      {nearest && (
        <RemedyButton action="nearest" onClick={() => onNearest(anchor.id)}>
          Move the mark to the nearest match
        </RemedyButton>
      )}
      {reason === "cut" && (
        <RemedyButton action="resolve" onClick={acceptCut}>
          Accept the remaining words
        </RemedyButton>
      )}
      {anchor.start < anchor.end && (
        <Button size="small" look="quiet" onClick={() => onShow(anchor.id)}>
          Show
        </Button>
      )}
      {anchor.role !== "event" && (
        <Button size="small" look="quiet" onClick={() => dispatch({ does: "remove-anchor", id: anchor.id })}>
          Remove the mark
        </Button>
      )}
    </>
  );
}

function PlainButton({ action: _, ...rest }: Parameters<typeof ActionButton>[0]) {
  return <Button size="small" {...rest} />;
}

function excerpt(story: WordedText, range: { start: number; end: number }): string {
  const { start, end } = shownRange(story, range);
  const text = story.text.slice(start, end);
  return text.length > 220 ? `${text.slice(0, 217)}…` : text;
}
