"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import type { TrainingLesson } from "@/lib/domain/annotation/my-work.ts";
import type { CopyVerdict } from "@/lib/domain/annotation/requests.ts";
import { type AnyTaskPayload, isSchemaTask } from "@/lib/domain/annotation/task.ts";
import { exchange } from "../../../lib/client/exchange/exchange.ts";
import { sessionHub } from "../../../lib/client/journal/session-hub.ts";
import { type KeyPreferences, keymapFrom } from "../../../lib/client/keyboard/keymap.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { KeySheet } from "../keyboard/key-sheet.tsx";
import { isMacKeyboard, useFreshKeys } from "../keyboard/use-shortcuts.ts";
import { schemaActions, schemaKeymap } from "../schema/schema-keys.ts";
import { SchemaWorkspace } from "../schema/schema-workspace.tsx";
import { GuidelinesDialog } from "./dialogs/guidelines-dialog.tsx";
import { HiddenAnswersDialog } from "./dialogs/hidden-answers-dialog.tsx";
import { LessonDialog } from "./dialogs/lesson-dialog.tsx";
import { endings, type Left, LeftNotice, Waiting } from "./queue/between-items.tsx";
import { afterClosing, askReplacement, lastSubmitted, troubles } from "./queue/next-item.ts";
import { useItemQueue } from "./queue/use-item-queue.ts";
import { TaskWorkspace } from "./task-workspace.tsx";
import { useGuidelines } from "./use-guidelines.ts";
import { useSetArtefacts } from "./use-set-artefacts.ts";
import type { Ending } from "./workspace-props.ts";

/**
 * The annotator's work on a collection: one item after the other; the next one is shown before the server has confirmed
 * the last.
 */
export function AnnotationWorkspace({
  personId,
  api,
  collectionId,
  taskId,
  keyPreferences,
  hrefs,
}: {
  personId: string;
  /** Address of the annotation API, without a trailing slash. */
  api: string;
  collectionId: string | null;
  /** The initial task: a returned or parked one. */
  taskId: string | null;
  keyPreferences: KeyPreferences;
  hrefs: { queue: string; mine: string; keys: string };
}) {
  const router = useRouter();
  const hub = useMemo(() => sessionHub(personId, api), [personId, api]);
  const keys = useMemo(() => ({ keymap: keymapFrom(keyPreferences), isMac: isMacKeyboard() }), [keyPreferences]);
  const queue = useItemQueue(hub, { api, collectionId, taskId });
  const { phase, setPhase, ahead, shownCollection, open, openTask, loadNext, lookAhead } = queue;
  const [left, setLeft] = useState<Left | null>(null);
  const [lesson, setLesson] = useState<TrainingLesson | null>(null);
  const [hidden, setHidden] = useState<AnyTaskPayload | null>(null);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [spoken, setSpoken] = useState("");
  // Screen readers announce a repeated message only if the text changes in between.
  const say = useCallback((text: string) => setSpoken((before) => (before === text ? `${text}\u00a0` : text)), []);

  useFreshKeys();
  const payload = phase.is === "open" ? phase.payload : null;
  const setArtefacts = useSetArtefacts(api, payload && isSchemaTask(payload) ? null : payload);
  const [read, setRead] = useState({ of: collectionId, version: 0 });
  const onRead = useCallback(
    (version: number) => {
      hub.retryAll();
      setRead({ of: shownCollection, version });
    },
    [hub, shownCollection],
  );
  // Also if the response that they must be read first arrived while they were being read.
  const isRead = phase.is === "guidelines" && read.of === shownCollection && phase.version <= read.version;
  useEffect(() => {
    if (isRead) void loadNext(null);
  }, [isRead, loadNext]);
  const guidelines = useGuidelines(api, shownCollection, onRead);

  function end(ended: AnyTaskPayload, ending: Ending, verdict: CopyVerdict | null) {
    const session = hub.find(ended.task.id);
    const isTraining = ended.collection.isTraining;
    setLeft({ payload: ended, ending, verdict, refusal: null, isDone: false, replacement: null });
    if (session) {
      session.onClosed = (_, outcome) => {
        const refusal = outcome.kind === "refused" ? outcome.message : null;
        setLeft((now) => (now?.payload === ended ? { ...now, refusal, isDone: refusal === null } : now));
        if (refusal !== null) say(`${ended.item.externalId} was not accepted: ${refusal}`);
        const answer = outcome.kind === "done" ? (outcome.body as { lesson?: TrainingLesson | null }) : null;
        if (answer?.lesson) setLesson(answer.lesson);
        else if (isTraining && refusal === null) void loadNext(ended.task.id);
      };
      // The verdict waits until its author has read the new guidelines.
      const stop = session.subscribe(() => {
        if (session.needsGuidelines) guidelines.look();
        if (session.needsGuidelines || !session.isBusy) stop();
      });
    }
    say(`${ended.item.externalId}: ${endings[ending]}.`);
    if (isTraining && ending === "verdict") {
      setPhase({ is: "loading" });
      return;
    }
    const following = ahead.take();
    if (following && following.task.id !== ended.task.id) {
      open(following);
      const next = hub.open(following);
      void next.whenLeased().then(() => lookAhead(following.task.id, ended.task.id));
    } else void afterClosing(session).then(() => loadNext(ended.task.id));
  }

  async function reopenLast() {
    const known = left?.ending === "verdict" ? left.payload : null;
    if (known && hub.find(known.task.id)?.isClosing) {
      hub.find(known.task.id)?.reopen();
      setLeft(null);
      ahead.restart(null);
      open(known);
      return;
    }
    const id = known?.task.id ?? (await lastSubmitted(api));
    if (!id) {
      say("Nothing to reopen.");
      return;
    }
    const outcome = await exchange("POST", `${api}/tasks/${id}/reopen`, {});
    if (outcome.kind === "done") {
      setLeft(null);
      // The previous item on the screen is still held, and is shown first when this one is finished.
      ahead.restart(null);
      await openTask(id);
    } else say(outcome.kind === "refused" ? outcome.message : troubles[outcome.reason]);
  }

  async function replaceLast() {
    if (left?.ending !== "irreparable" || !left.isDone) {
      say("Mark an item as unusable first; then it can be replaced.");
      return;
    }
    const text = await askReplacement(api, left.payload.task.id);
    setLeft((now) => (now?.payload === left.payload ? { ...now, replacement: text } : now));
    say(text);
  }

  const showHiddenAnswers = () => {
    if (left?.ending === "verdict" && left.isDone) setHidden(left.payload);
    else say("What models answered is shown after your own verdict.");
  };
  const goTo = (href: string) => router.push(href);
  const notice = (
    <>
      <LeftNotice
        left={left}
        onReopen={() => void reopenLast()}
        onReplace={() => void replaceLast()}
        onHiddenAnswers={showHiddenAnswers}
      />
      {ahead.isLastOffline && payload !== null && (
        <Callout tone="warn" title="This is the last item on this device">
          There is no connection. More items appear when the connection is back.
        </Callout>
      )}
    </>
  );

  const schemaKeys =
    payload && isSchemaTask(payload) && payload.schema
      ? { ...keys, keymap: schemaKeymap(keyPreferences, payload.schema.schema) }
      : null;
  const common = payload && {
    ...{ hub, api, notice, say },
    isEnded: left?.payload.task === payload.task,
    onEnd: (ending: Ending, verdict: CopyVerdict | null) => end(payload, ending, verdict),
    onNext: () => void loadNext(payload.task.id),
    onReopenLast: () => void reopenLast(),
    onKeys: () => setSheetOpen(true),
    onGuidelines: guidelines.show,
    guidelineVersion: guidelines.view?.readVersion ?? null,
    onQueue: () => goTo(hrefs.queue),
    onMine: () => goTo(hrefs.mine),
  };

  return (
    <KeysContext.Provider value={keys}>
      <p role="status" aria-live="polite" className="sr-only">
        {spoken}
      </p>
      {payload === null || common === null ? (
        <Waiting
          phase={phase}
          hrefs={hrefs}
          onRetry={() => void loadNext(null)}
          onReopenLast={() => void reopenLast()}
          onReplace={() => void replaceLast()}
          onKeys={() => setSheetOpen(true)}
          onGuidelines={guidelines.look}
          onGo={goTo}
        >
          {notice}
        </Waiting>
      ) : isSchemaTask(payload) ? (
        <KeysContext.Provider value={schemaKeys ?? keys}>
          <SchemaWorkspace key={payload.task.id + (payload.revisionId ?? "")} payload={payload} {...common} />
        </KeysContext.Provider>
      ) : (
        <TaskWorkspace
          key={payload.task.id + (payload.revisionId ?? "")}
          payload={payload}
          {...common}
          setArtefacts={setArtefacts}
          onHiddenAnswers={showHiddenAnswers}
          onReplace={() => void replaceLast()}
          onSiblingsCut={ahead.outdate}
        />
      )}
      <KeySheet
        isOpen={isSheetOpen}
        onClose={() => setSheetOpen(false)}
        keysHref={hrefs.keys}
        {...(schemaKeys ? { actions: schemaActions } : {})}
      />
      <GuidelinesDialog
        guidelines={guidelines}
        item={payload && { id: payload.item.id, externalId: payload.item.externalId }}
        instructions={payload?.collection.settings.instructions ?? ""}
      />
      {lesson && left && !isSchemaTask(left.payload) && (
        <LessonDialog
          lesson={lesson}
          document={left.payload.document}
          onNext={() => {
            setLesson(null);
            void loadNext(left?.payload.task.id ?? null);
          }}
        />
      )}
      {hidden && (
        <HiddenAnswersDialog
          api={api}
          taskId={hidden.task.id}
          name={hidden.item.externalId}
          onClose={() => setHidden(null)}
        />
      )}
    </KeysContext.Provider>
  );
}
