"use client";

import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { ItemArtefacts } from "@/lib/domain/stories/artefacts/item-artefacts.ts";
import { findRuleViolations } from "../../../lib/domain/annotation/workspace/measured-rules.ts";
import type { WorkspaceHint } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import { fieldText } from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import { BackgroundPanel, listComparedStories } from "../panels/background-panel.tsx";
import { EditPanel } from "../panels/edit-panel.tsx";
import { HintPanel } from "../panels/hint-panel.tsx";
import { MarkPanel } from "../panels/mark-panel.tsx";
import { ProblemPanel } from "../panels/problem-panel.tsx";
import { RulePanel } from "../panels/rule-panel.tsx";
import { SetArtefacts } from "../panels/set-artefacts.tsx";
import { focusById, focusField } from "./focus-by-id.ts";
import type { TaskWork } from "./use-task-work.ts";
import type { WorkspaceActions } from "./use-workspace-actions.ts";

/** The sidebar with the checks of the item: problems first, then faults and changes. */
export function WorkspaceRail({
  payload,
  work: { state, dispatch, checks },
  actions,
  isReadOnly,
  setArtefacts,
  onNearest,
  onShowChanges,
  onCutEverywhere,
  onKeepHint,
}: {
  payload: TaskPayload;
  work: TaskWork;
  actions: WorkspaceActions;
  isReadOnly: boolean;
  setArtefacts: readonly ItemArtefacts[] | null;
  /** Shows the former text of a lost mark next to its nearest match. */
  onNearest: (id: string) => void;
  onShowChanges: () => void;
  /** Shows how the cut would change the stories of the same source. */
  onCutEverywhere: (hint: WorkspaceHint) => void;
  onKeepHint: (hint: WorkspaceHint) => void;
}) {
  const { kind } = payload.task;
  const { hasQuestion, isAboutKnowledge, requiredRoles } = storyKinds[kind];
  return (
    <>
      <ProblemPanel
        problems={checks.problems}
        story={checks.story}
        isReadOnly={isReadOnly}
        dispatch={dispatch}
        onNearest={onNearest}
        onShow={actions.showMark}
        onField={focusField}
        onRules={() => focusById("rules")}
      />
      {hasQuestion && (
        <SetArtefacts
          state={state}
          externalId={payload.item.externalId}
          given={payload.givenDocument}
          set={setArtefacts}
        />
      )}
      {isAboutKnowledge && (
        <HintPanel
          checks={checks}
          character={fieldText(state, "character")}
          isReadOnly={isReadOnly}
          onCut={actions.cut}
          onCutEverywhere={onCutEverywhere}
          onDismiss={onKeepHint}
          onTakeBack={(finding) => dispatch({ does: "take-back-dismissal", finding })}
          onShow={(hint) => actions.showMark(`hint-${checks.hints.indexOf(hint)}`)}
        />
      )}
      <RulePanel
        kind={kind}
        codes={state.codes}
        measured={findRuleViolations(checks, state)}
        isReadOnly={isReadOnly}
        onTick={(code, applies) => dispatch({ does: "tick", code, applies })}
      />
      <EditPanel
        title={checks.againstOriginal ? "Against the original" : "Your changes"}
        comparison={checks.againstOriginal ?? checks.againstGiven}
        onShowChanges={onShowChanges}
      />
      {requiredRoles.length > 0 && (
        <MarkPanel
          roles={requiredRoles}
          reports={checks.check.anchors}
          isReadOnly={isReadOnly}
          current={actions.markAt}
          onMark={actions.mark}
          onRemove={actions.removeMark}
          onNearest={onNearest}
          onShow={actions.showMark}
        />
      )}
      <BackgroundPanel
        findings={payload.findings}
        siblings={payload.siblings}
        bases={listComparedStories(payload.givenDocument, payload.original?.document.story ?? null)}
        instructions={payload.collection.settings.instructions}
      />
    </>
  );
}
