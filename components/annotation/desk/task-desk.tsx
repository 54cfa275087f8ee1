"use client";

import { type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { isSameDocument } from "@/lib/domain/annotation/kste-document.ts";
import type { Verdict } from "@/lib/domain/annotation/requests.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import type { AnchorRole } from "@/lib/domain/stories/anchors/anchor.ts";
import { revertOf } from "@/lib/domain/stories/diff/hunks.ts";
import type { Json } from "@/lib/domain/stories/items/kste-item.ts";
import type { ItemShortcuts } from "@/lib/domain/stories/shortcuts/item-shortcuts.ts";
import { rulesFor } from "@/lib/domain/stories/validity-rules.ts";
import { worded } from "@/lib/domain/words/words.ts";
import type { TaskSession } from "../journal/task-session.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { isTypingIn, useShortcuts } from "../keyboard/use-shortcuts.ts";
import { focusChange } from "../look/diff-view.tsx";
import { Pane } from "../look/pane.tsx";
import { BackgroundPanel } from "../panels/background-panel.tsx";
import { EditPanel } from "../panels/edit-panel.tsx";
import { HintPanel } from "../panels/hint-panel.tsx";
import { MarkPanel } from "../panels/mark-panel.tsx";
import { ProblemPanel } from "../panels/problem-panel.tsx";
import { RulePanel } from "../panels/rule-panel.tsx";
import { SetShortcuts } from "../panels/set-shortcuts.tsx";
import { StoryEditor, type StoryEditorHandle } from "../story/story-editor.tsx";
import { CandidateTray } from "./candidate-tray.tsx";
import { ConflictView } from "./conflict-view.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { type DeskHint, dismissalsFor } from "./desk-checks.ts";
import { deskFields, type FieldName } from "./desk-fields.ts";
import { DeskHeader } from "./desk-header.tsx";
import { storyLayers } from "./desk-layers.ts";
import { textOf } from "./desk-state.ts";
import { rolesOf } from "./item-problems.ts";
import { measuredRules } from "./measured-rules.ts";
import { ReadingPane, type ReadingView, readingViews } from "./reading-pane.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { editorSteps, fieldOf, TextFields } from "./text-fields.tsx";
import { useTaskWork } from "./use-task-work.ts";

/** How the work on a task can end. */
export type Ending = "verdict" | "park" | "skip" | "irreparable";

export interface TaskDeskProps {
  payload: TaskPayload;
  session: TaskSession;
  api: string;
  /** Every KNP item of the set, for the shortcut meter; null while it is on its way or when there is none. */
  setShortcuts: readonly ItemShortcuts[] | null;
  /** Something about the item before this one: what came of it, and the way back. */
  notice: ReactNode;
  onEnd: (ending: Ending, verdict: Verdict | null) => void;
  /** Goes on without ending this one: somebody else holds it. */
  onNext: () => void;
  onReopenLast: () => void;
  onSealed: () => void;
  onKeys: () => void;
  onQueue: () => void;
  onMine: () => void;
  say: (text: string) => void;
}

type Asking = { about: "skip" | "irreparable" } | { about: "hint"; hint: DeskHint } | null;

/** The desk for one item: read, change, judge. */
export function TaskDesk(props: TaskDeskProps) {
  const { payload, session, api, setShortcuts, notice, onEnd, say } = props;
  const { kind } = payload.task;
  const work = useTaskWork(session, payload);
  const { view, state, dispatch, document: edited, checks, checksNow } = work;
  const { keymap, isMac } = useContext(KeysContext);
  const [reading, setReading] = useState<ReadingView>(readingViews(payload)[0]?.view ?? "given");
  const [change, setChange] = useState<number | null>(null);
  const [asking, setAsking] = useState<Asking>(null);
  const [isTrayOpen, setTrayOpen] = useState(false);
  const editor = useRef<StoryEditorHandle>(null);
  const readingPane = useRef<HTMLElement>(null);
  const desk = useRef<HTMLDivElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const problemAt = useRef(-1);

  const isReadOnly = view.seat !== "writer" || view.save.isClosing || view.isTaken;
  const text = textOf(state, "story");
  const story = useMemo(() => worded(text), [text]);
  const layers = useMemo(() => storyLayers(state, story, checks), [state, story, checks]);
  const rules = rulesFor(kind);
  const isUntouched = isSameDocument(edited, payload.importedDocument);

  useEffect(() => {
    desk.current?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  useActivity(session);

  function end(ending: Ending, body: Record<string, Json>, verdict: Verdict | null = null) {
    session.close(ending, body);
    onEnd(ending, verdict);
  }

  function submit() {
    if (isReadOnly) return;
    const now = checksNow();
    if (now.problems.length > 0) {
      say(`Not yet: ${now.problems.map(({ title }) => title).join(". ")}.`);
      focusOn("problems");
      return;
    }
    const verdict: Verdict = isUntouched ? "sound" : "refined";
    const { activeMs } = session.meter.count();
    end(
      "verdict",
      { verdict, checklist: state.checklist, dismissals: dismissalsFor(now), reason: "", activeMs },
      verdict,
    );
  }

  function accept() {
    if (isReadOnly) return;
    dispatch({ does: "tick-all", rules: rules.map(({ id }) => id) });
    submitButton.current?.focus();
    say("All rules ticked.");
  }

  function cut(wanted?: DeskHint) {
    const hint = wanted === undefined ? checksNow().hints[0] : checksNow().hints.find(({ key }) => key === wanted.key);
    if (isReadOnly || hint === undefined) return;
    if (hint.cut === null) {
      say("This one cannot be cut cleanly. Rewrite the sentence.");
      return;
    }
    dispatch({ does: "apply", field: "story", edit: hint.cut.edit });
    say(hint.cut.sentence === "" ? "The sentence was cut." : `Cut. It now reads: ${hint.cut.sentence}`);
  }

  function mark(role: AnchorRole) {
    const range = editor.current?.selection();
    if (isReadOnly || !range || !rolesOf[kind].includes(role)) return;
    if (range.start === range.end) {
      say(`Select the words of the ${role} in the story first.`);
      editor.current?.focus();
      return;
    }
    dispatch({ does: "mark", role, range });
    say(`Marked as the ${role}.`);
  }

  function goToProblem(step: 1 | -1) {
    const places = [
      ...checks.problems.map(({ id }) => ({ id: `problem-${id}`, mark: id.replace(/^anchor-/u, "") })),
      ...checks.hints.map((_, index) => ({ id: `hint-${index}`, mark: `hint-${index}` })),
    ];
    if (places.length === 0) {
      say("Nothing to settle.");
      return;
    }
    problemAt.current = (problemAt.current + step + places.length) % places.length;
    const place = places[problemAt.current];
    if (!place) return;
    editor.current?.showMark(place.mark);
    focusOn(place.id);
  }

  function goToChange(step: 1 | -1) {
    const isShown = reading === "changes" || reading === "mine";
    const view = isShown ? reading : checks.againstOriginal === null ? "mine" : "changes";
    const { hunks } = (view === "mine" ? checks.againstGiven : (checks.againstOriginal ?? checks.againstGiven)).diff;
    setReading(view);
    if (hunks.length === 0) {
      say("Nothing was changed.");
      return;
    }
    const at = change === null ? (step === 1 ? 0 : hunks.length - 1) : (change + step + hunks.length) % hunks.length;
    setChange(at);
    requestAnimationFrame(() => focusChange(readingPane.current, at));
  }

  function revert(index: number | null) {
    const now = checksNow();
    const from = reading === "mine" ? now.againstGiven : (now.againstOriginal ?? now.againstGiven);
    const hunk = index === null ? undefined : from.diff.hunks[index];
    if (isReadOnly || hunk === undefined) {
      say("Go to a change first.");
      return;
    }
    dispatch({ does: "apply", field: "story", edit: revertOf(hunk) });
    say("Taken back.");
  }

  function settleFirst(way: "nearest" | "settle") {
    const broken = checksNow().problems.find(({ about }) => about.kind === "anchor")?.about;
    if (isReadOnly || broken?.kind !== "anchor") return say("No mark is broken.");
    const { anchor, nearest, reason } = broken.report;
    if (way === "nearest" && nearest) dispatch({ does: "move-anchor", id: anchor.id, to: nearest });
    else if (way === "settle" && reason === "cut") dispatch({ does: "settle-anchor", id: anchor.id });
    else return say(way === "nearest" ? "Nothing in the story resembles it." : "This mark was not cut.");
    say(`The ${anchor.role} is marked again.`);
  }

  function toggleChanges() {
    const views = readingViews(payload).map(({ view }) => view);
    const isChanges = reading === "changes" || reading === "mine";
    setReading(isChanges ? (views[0] ?? "given") : views.includes("changes") ? "changes" : "mine");
    setChange(null);
  }

  useShortcuts(
    keymap,
    isMac,
    {
      accept,
      submit,
      park: () => !isReadOnly && end("park", {}),
      skip: () => !isReadOnly && setAsking({ about: "skip" }),
      irreparable: () => !isReadOnly && setAsking({ about: "irreparable" }),
      reopen: props.onReopenLast,
      edit: () => editor.current?.focus(),
      leave: () => {
        if (!isTypingIn(document.activeElement)) return false;
        (document.activeElement as HTMLElement).blur();
        desk.current?.focus({ preventScroll: true });
        return true;
      },
      undo: () => !isReadOnly && dispatch({ does: "undo", field: fieldOf(document.activeElement) }),
      redo: () => !isReadOnly && dispatch({ does: "redo", field: fieldOf(document.activeElement) }),
      "cut-hint": () => cut(),
      "dismiss-hint": () => {
        const [hint] = checksNow().hints;
        if (hint && !isReadOnly) setAsking({ about: "hint", hint });
      },
      "revert-change": () => revert(change),
      save: () => session.flush(),
      "mark-knowledge": () => mark("knowledge"),
      "mark-event": () => mark("event"),
      "mark-error": () => mark("error"),
      nearest: () => settleFirst("nearest"),
      settle: () => settleFirst("settle"),
      "next-problem": () => goToProblem(1),
      "previous-problem": () => goToProblem(-1),
      "next-change": () => goToChange(1),
      "previous-change": () => goToChange(-1),
      changes: toggleChanges,
      original: () => {
        setReading(readingViews(payload)[0]?.view ?? "given");
        readingPane.current?.focus();
      },
      checklist: () => focusOn("rules"),
      candidates: () => setTrayOpen(!isTrayOpen),
      sealed: props.onSealed,
      queue: props.onQueue,
      mine: props.onMine,
      keys: props.onKeys,
    },
    (index) => {
      const rule = rules[index];
      if (rule && !isReadOnly) dispatch({ does: "tick", rule: rule.id, holds: !state.checklist[rule.id] });
    },
  );

  const editorPane = (
    <Pane
      title={kind === "knp" ? "Story" : kind === "original" ? "Story" : "Erroneous story"}
      isEditable
      aside={<WordCount count={story.words.length} longerBy={checks.againstOriginal?.longerBy ?? null} />}
    >
      <div data-field="story">
        <StoryEditor
          ref={editor}
          label={kind === "error" ? "Erroneous story" : "Story"}
          describedBy="desk-help"
          text={text}
          layers={layers}
          caret={state.caret?.field === "story" ? state.caret : null}
          isReadOnly={isReadOnly}
          {...editorSteps("story", dispatch)}
        />
      </div>
    </Pane>
  );
  const readPane = (
    <ReadingPane
      ref={readingPane}
      payload={payload}
      checks={checks}
      view={reading}
      onView={(next) => {
        setReading(next);
        setChange(null);
      }}
      change={change}
      onChange={setChange}
      onRevert={isReadOnly ? null : revert}
    />
  );
  const fields = <TextFields fields={deskFields[kind]} state={state} isReadOnly={isReadOnly} dispatch={dispatch} />;

  return (
    <div ref={desk} tabIndex={-1} className="outline-none">
      <p id="desk-help" className="sr-only">
        Marks are listed beside the story. Escape leaves the text; then question mark lists the keys.
      </p>
      <DeskHeader
        payload={payload}
        state={state}
        save={view.save}
        isUntouched={isUntouched}
        onRetry={() => session.retry()}
        download={() => JSON.stringify(edited, null, 2)}
      />
      <div className="mb-4 grid gap-3 empty:hidden">
        {notice}
        <Notices {...{ payload, view }} onTakeOver={() => void session.takeOver()} onNext={props.onNext} />
      </div>
      {view.save.conflict ? (
        <ConflictView
          conflict={view.save.conflict}
          given={payload.importedDocument}
          api={api}
          taskId={payload.task.id}
          fence={session.fence}
          onDecided={(document, revisionId) => {
            session.goOnFrom(revisionId);
            dispatch({ does: "take-document", document });
            say("Decided. The other version is kept in the history.");
          }}
        />
      ) : (
        <div className="grid items-start gap-x-5 gap-y-5 xl:grid-cols-[minmax(0,1fr)_21rem]">
          <div className="grid min-w-0 items-start gap-5 lg:grid-cols-2">
            {kind === "knp" ? (
              <>
                <div className="grid gap-5">
                  {editorPane}
                  {readPane}
                </div>
                <Pane title="Question and options">
                  <div className="grid gap-4 p-4">{fields}</div>
                </Pane>
              </>
            ) : (
              <>
                {readPane}
                <div className="grid min-w-0 gap-5">
                  {editorPane}
                  {kind === "error" && (
                    <details className="rounded-lg border border-rule">
                      <summary className="px-4 py-2.5 text-sm font-semibold">
                        Character, knowledge, explanations
                      </summary>
                      <div className="grid gap-4 border-t border-rule p-4">{fields}</div>
                    </details>
                  )}
                </div>
              </>
            )}
          </div>
          <div className="min-w-0 xl:sticky xl:top-[calc(var(--bar,3.5rem)+0.75rem)] xl:max-h-[calc(100dvh-var(--bar,3.5rem)-6rem)] xl:overflow-y-auto xl:pr-1.5">
            <ProblemPanel
              problems={checks.problems}
              story={checks.story}
              isReadOnly={isReadOnly}
              dispatch={dispatch}
              onShow={(id) => editor.current?.showMark(id)}
              onField={focusField}
              onRules={() => focusOn("rules")}
            />
            {kind !== "original" && (
              <HintPanel
                checks={checks}
                character={textOf(state, "character")}
                isReadOnly={isReadOnly}
                onCut={cut}
                onDismiss={(hint) => setAsking({ about: "hint", hint })}
                onTakeBack={(finding) => dispatch({ does: "take-back-dismissal", finding })}
                onShow={(hint) => editor.current?.showMark(`hint-${checks.hints.indexOf(hint)}`)}
              />
            )}
            <RulePanel
              rules={rules}
              checklist={state.checklist}
              measured={measuredRules(checks, state)}
              isReadOnly={isReadOnly}
              onTick={(rule, holds) => dispatch({ does: "tick", rule, holds })}
            />
            {kind === "knp" && (
              <SetShortcuts
                state={state}
                externalId={payload.item.externalId}
                given={payload.importedDocument}
                set={setShortcuts}
              />
            )}
            <EditPanel
              title={checks.againstOriginal ? "Against the original" : "Your changes"}
              comparison={checks.againstOriginal ?? checks.againstGiven}
              onShowChanges={toggleChanges}
            />
            {kind !== "original" && (
              <MarkPanel
                roles={rolesOf[kind]}
                reports={checks.check.anchors}
                isReadOnly={isReadOnly}
                onMark={mark}
                onShow={(id) => editor.current?.showMark(id)}
              />
            )}
            <BackgroundPanel
              findings={payload.findings}
              siblings={payload.siblings}
              instructions={payload.collection.settings.instructions}
            />
          </div>
        </div>
      )}
      {isTrayOpen && (
        <CandidateTray
          api={api}
          payload={payload}
          story={text}
          isReadOnly={isReadOnly}
          onMerge={(merged) => dispatch({ does: "rewrite", text: merged })}
          onTake={(document) => dispatch({ does: "take-document", document })}
          onClose={() => setTrayOpen(false)}
          say={say}
        />
      )}
      <DecisionBar
        ref={submitButton}
        verdict={isUntouched ? "sound" : "refined"}
        problems={checks.problems.length}
        isReadOnly={isReadOnly}
        onAccept={accept}
        onSubmit={submit}
        onPark={() => end("park", {})}
        onSkip={() => setAsking({ about: "skip" })}
        onIrreparable={() => setAsking({ about: "irreparable" })}
        onCandidates={() => setTrayOpen(!isTrayOpen)}
        onKeys={props.onKeys}
      />
      {asking !== null && (
        <AskWhy
          asking={asking}
          onClose={() => setAsking(null)}
          onReason={(reason) => {
            setAsking(null);
            if (asking.about === "hint") dispatch({ does: "dismiss", finding: asking.hint.finding, reason });
            else end(asking.about, { reason });
          }}
        />
      )}
    </div>
  );
}

/** Signs of life for the clock that pays, and saves when the page goes out of sight. */
function useActivity(session: TaskSession): void {
  useEffect(() => {
    const ping = () => session.meter.ping(Date.now());
    const hide = () => {
      if (document.visibilityState === "hidden") session.flush();
      else ping();
    };
    const back = () => session.retry();
    ping();
    const events = ["keydown", "pointerdown", "pointermove", "scroll"] as const;
    for (const event of events) window.addEventListener(event, ping, { passive: true });
    document.addEventListener("visibilitychange", hide);
    window.addEventListener("online", back);
    return () => {
      for (const event of events) window.removeEventListener(event, ping);
      document.removeEventListener("visibilitychange", hide);
      window.removeEventListener("online", back);
    };
  }, [session]);
}

function Notices({
  payload,
  view,
  onTakeOver,
  onNext,
}: {
  payload: TaskPayload;
  view: ReturnType<typeof useTaskWork>["view"];
  onTakeOver: () => void;
  onNext: () => void;
}) {
  const { returnReason } = payload.task;
  return (
    <>
      {view.seat === "reader" && (
        <Callout
          tone="warn"
          title="You have this item open in another tab"
          actions={<Button onClick={onTakeOver}>Write here instead</Button>}
        >
          This tab only looks on, so that your two tabs cannot overwrite each other.
        </Callout>
      )}
      {view.isTaken && (
        <Callout
          tone="bad"
          title="Somebody else is working on this item"
          actions={<Button onClick={onNext}>Take the next one</Button>}
        >
          Your lease ran out while you were away. What you wrote is kept on this device and becomes a branch of its own
          when the item is yours again.
        </Callout>
      )}
      {returnReason !== null && (
        <Callout tone="warn" title="It came back from review">
          {returnReason}
        </Callout>
      )}
      {payload.item.flags.includes("sibling-changed") && (
        <Callout tone="info" title="A story of the same source was corrected">
          Check that this one still agrees with it.
        </Callout>
      )}
      {view.isResumed && <Callout tone="info">Opened where this device left off.</Callout>}
    </>
  );
}

function AskWhy({
  asking,
  onReason,
  onClose,
}: {
  asking: NonNullable<Asking>;
  onReason: (reason: string) => void;
  onClose: () => void;
}) {
  switch (asking.about) {
    case "skip":
      return (
        <ReasonDialog
          title="Skip this item"
          lead="Somebody else gets it. You will not see it again."
          suggestions={["I know this story.", "The topic upsets me.", "I cannot judge it."]}
          confirm="Skip it"
          {...{ onConfirm: onReason, onClose }}
        />
      );
    case "irreparable":
      return (
        <ReasonDialog
          title="Irreparable"
          lead="The item leaves the collection. Its history stays."
          suggestions={["The character can know it.", "There is no error left to keep.", "The story makes no sense."]}
          confirm="Call it irreparable"
          {...{ onConfirm: onReason, onClose }}
        />
      );
    case "hint":
      return (
        <ReasonDialog
          title="Keep this clause"
          lead={<>“{asking.hint.text}” stays in the story. Reviewers read why.</>}
          suggestions={["It is about something else.", "Another character says it.", "It is needed for the plot."]}
          confirm="Keep it"
          {...{ onConfirm: onReason, onClose }}
        />
      );
  }
}

function WordCount({ count, longerBy }: { count: number; longerBy: number | null }) {
  return (
    <span className="text-sm text-ink-soft tabular-nums">
      {count} words
      {longerBy !== null && longerBy !== 0 && `, ${longerBy > 0 ? "+" : "−"}${Math.abs(longerBy)}`}
    </span>
  );
}

function focusOn(id: string) {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}

function focusField(field: string) {
  const frame = document.querySelector<HTMLElement>(`[data-field="${field as FieldName}"]`);
  frame?.closest("details")?.setAttribute("open", "");
  frame?.querySelector("textarea")?.focus();
}
