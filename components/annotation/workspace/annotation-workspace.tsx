"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { TrainingLesson } from "@/lib/domain/annotation/my-work.ts";
import type { Verdict } from "@/lib/domain/annotation/requests.ts";
import type { NextAnswer, TaskPayload } from "@/lib/domain/annotation/task.ts";
import { deliverEndings } from "../journal/deliver-leftovers.ts";
import { exchange } from "../journal/exchange.ts";
import { sessionHub } from "../journal/session-hub.ts";
import { KeysContext } from "../keyboard/key-caps.tsx";
import { KeySheet } from "../keyboard/key-sheet.tsx";
import { type KeyPreferences, keymapFrom } from "../keyboard/keymap.ts";
import { isMacKeyboard, useFreshKeys } from "../keyboard/use-shortcuts.ts";
import { endings, type Left, LeftNotice, type Phase, Waiting } from "./between-items.tsx";
import { GuidelinesDialog } from "./guidelines-dialog.tsx";
import { HiddenAnswersDialog } from "./hidden-answers-dialog.tsx";
import { LessonDialog } from "./lesson-dialog.tsx";
import { afterClosing, askReplacement, lastSubmitted, patience, refreshed, troubles } from "./next-item.ts";
import { OpenTask } from "./open-task.tsx";
import { useGuidelines } from "./use-guidelines.ts";
import { useSetArtefacts } from "./use-set-artefacts.ts";
import type { Ending } from "./use-workspace-actions.ts";

/** How often the server is asked while it offers an item whose ending is on its way. */
const mostQuestions = 5;

/**
 * The annotator's whole way through a collection: one item after the other, the next one on the screen before the server
 * has heard of the last.
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
  /** Address of the annotation API, without a slash at its end. */
  api: string;
  collectionId: string | null;
  /** A task to begin with: a returned or parked one. */
  taskId: string | null;
  keyPreferences: KeyPreferences;
  hrefs: { queue: string; mine: string; keys: string };
}) {
  const router = useRouter();
  const hub = useMemo(() => sessionHub(personId, api), [personId, api]);
  const keys = useMemo(() => ({ keymap: keymapFrom(keyPreferences), isMac: isMacKeyboard() }), [keyPreferences]);
  const [phase, setPhase] = useState<Phase>({ is: "loading" });
  const [prefetch, setPrefetch] = useState<TaskPayload | null>(null);
  const [left, setLeft] = useState<Left | null>(null);
  const [lesson, setLesson] = useState<TrainingLesson | null>(null);
  const [hidden, setHidden] = useState<TaskPayload | null>(null);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [spoken, setSpoken] = useState("");
  const collection = useRef(collectionId);
  /** How often siblings were cut: what was asked before the last cut may bring a text from before it. */
  const cuts = useRef(0);
  const [shownCollection, setShownCollection] = useState(collectionId);
  // A line that is said twice must change in between to be heard twice.
  const say = useCallback((text: string) => setSpoken((before) => (before === text ? `${text}\u00a0` : text)), []);

  useFreshKeys();
  const payload = phase.is === "open" ? phase.payload : null;
  const setArtefacts = useSetArtefacts(api, payload);
  const open = useCallback((next: TaskPayload) => {
    collection.current = next.collection.id;
    setShownCollection(next.collection.id);
    setPhase({ is: "open", payload: next });
  }, []);

  /**
   * Asks what to work on, and what comes after it. The server may offer an item whose ending it has not heard of yet,
   * because the text goes out before the verdict; then it is asked again after it has.
   */
  const askNext = useCallback(
    async (after: string | null) => {
      const query = new URLSearchParams();
      if (collection.current) query.set("collection", collection.current);
      if (after) query.set("after", after);
      for (let attempt = 1; ; attempt += 1) {
        const outcome = await exchange("GET", `${api}/next?${query}`);
        const offered = outcome.kind === "done" ? (outcome.body as NextAnswer).task : null;
        const known = offered ? hub.find(offered.task.id) : null;
        if (!known?.isClosing || known.isWaiting || attempt === mostQuestions) return outcome;
        await known.whenDelivered();
      }
    },
    [api, hub],
  );

  const loadAgain = useRef(() => {});
  const loadNext = useCallback(
    async (after: string | null) => {
      setPhase({ is: "loading" });
      // What was submitted before a reload is no item to open again.
      const waiting = await Promise.race([deliverEndings(hub, api), patience()]);
      const outcome = await askNext(after);
      if (outcome.kind !== "done") {
        const text = outcome.kind === "refused" ? outcome.message : troubles[outcome.reason];
        const submitted = waiting.length === 0 ? "" : ` Submitted and waiting on this device: ${waiting.join(", ")}.`;
        setPhase({ is: "trouble", text: `${text}${submitted}` });
        return;
      }
      const { task, prefetch: following, guidelines: version, practice } = outcome.body as NextAnswer;
      setPrefetch(following);
      // What is submitted on this device is not opened again while it waits to be sent.
      const closing = task && hub.find(task.task.id);
      if (task && closing?.isClosing) {
        setPhase({ is: "trouble", text: `Submitted and waiting on this device: ${task.item.externalId}.` });
        void closing.whenIdle().then(() => loadAgain.current());
      } else if (task) open(task);
      else if (version !== null) setPhase({ is: "guidelines", version });
      else setPhase(practice ? { is: "practice", practice } : { is: "empty" });
    },
    [askNext, open, api, hub],
  );

  useEffect(() => {
    loadAgain.current = () => void loadNext(null);
  }, [loadNext]);

  const [read, setRead] = useState({ of: collectionId, version: 0 });
  const onRead = useCallback(
    (version: number) => {
      hub.retryAll();
      setRead({ of: shownCollection, version });
    },
    [hub, shownCollection],
  );
  // Also where the answer that they are to be read first was on its way while they were read.
  const isRead = phase.is === "guidelines" && read.of === shownCollection && phase.version <= read.version;
  useEffect(() => {
    if (isRead) void loadNext(null);
  }, [isRead, loadNext]);
  const guidelines = useGuidelines(api, shownCollection, onRead);

  /**
   * After the shown item has its lease: what could come after it, and what has become known about the shown one since it
   * was fetched ahead, such as a cut in a sibling. Its texts stay as they are on the screen.
   */
  const lookAhead = useCallback(
    async (shown: string, after: string) => {
      const cutsBefore = cuts.current;
      const outcome = await askNext(after);
      if (outcome.kind !== "done") return;
      const { task, prefetch: following } = outcome.body as NextAnswer;
      if (task?.task.id !== shown) return;
      setPrefetch(cuts.current === cutsBefore ? following : null);
      setPhase((now) => (now.is === "open" ? { is: "open", payload: refreshed(now.payload, task) } : now));
    },
    [askNext],
  );

  const openTask = useCallback(
    async (id: string) => {
      setPhase({ is: "loading" });
      const outcome = await exchange("GET", `${api}/tasks/${id}`);
      if (outcome.kind === "done") open(outcome.body as TaskPayload);
      else setPhase({ is: "trouble", text: outcome.kind === "refused" ? outcome.message : troubles[outcome.reason] });
    },
    [api, open],
  );

  useEffect(() => {
    if (taskId) void openTask(taskId);
    else void loadNext(null);
  }, [taskId, openTask, loadNext]);

  function end(ended: TaskPayload, ending: Ending, verdict: Verdict | null) {
    const session = hub.find(ended.task.id);
    const isTraining = ended.collection.isTraining;
    setLeft({ payload: ended, ending, verdict, refusal: null, isDone: false, replacement: null });
    if (session) {
      session.onClosed = (_, outcome) => {
        const refusal = outcome.kind === "refused" ? outcome.message : null;
        setLeft((now) => (now?.payload === ended ? { ...now, refusal, isDone: refusal === null } : now));
        if (refusal !== null) say(`${ended.item.externalId} was not taken: ${refusal}`);
        const answer = outcome.kind === "done" ? (outcome.body as { lesson?: TrainingLesson | null }) : null;
        if (answer?.lesson) setLesson(answer.lesson);
        else if (isTraining && refusal === null) void loadNext(ended.task.id);
      };
      // The verdict waits for its author to read what is new.
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
    const following = prefetch;
    setPrefetch(null);
    if (following && following.task.id !== ended.task.id) {
      open(following);
      const next = hub.open(following);
      void next.whenHeld().then(() => lookAhead(following.task.id, ended.task.id));
    } else void afterClosing(session).then(() => loadNext(ended.task.id));
  }

  async function reopenLast() {
    const known = left?.ending === "verdict" ? left.payload : null;
    if (known && hub.find(known.task.id)?.isClosing) {
      hub.find(known.task.id)?.reopen();
      setLeft(null);
      setPrefetch(null);
      open(known);
      return;
    }
    const id = known?.task.id ?? (await lastSubmitted(api));
    if (!id) {
      say("There is nothing to reopen.");
      return;
    }
    const outcome = await exchange("POST", `${api}/tasks/${id}/reopen`, {});
    if (outcome.kind === "done") {
      setLeft(null);
      // What was on the screen is still in hand, and comes first when this one is ended.
      setPrefetch(null);
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
    <LeftNotice
      left={left}
      onReopen={() => void reopenLast()}
      onReplace={() => void replaceLast()}
      onHiddenAnswers={showHiddenAnswers}
    />
  );

  return (
    <KeysContext.Provider value={keys}>
      <p role="status" aria-live="polite" className="sr-only">
        {spoken}
      </p>
      {payload === null ? (
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
      ) : (
        <OpenTask
          key={payload.task.id + (payload.revisionId ?? "")}
          hub={hub}
          payload={payload}
          api={api}
          setArtefacts={setArtefacts}
          notice={notice}
          isEnded={left?.payload.task === payload.task}
          onEnd={(ending, verdict) => end(payload, ending, verdict)}
          onNext={() => void loadNext(payload.task.id)}
          onReopenLast={() => void reopenLast()}
          onHiddenAnswers={showHiddenAnswers}
          onReplace={() => void replaceLast()}
          onSiblingsCut={() => {
            cuts.current += 1;
            setPrefetch(null);
          }}
          onKeys={() => setSheetOpen(true)}
          onGuidelines={guidelines.show}
          guidelineVersion={guidelines.view?.readVersion ?? null}
          onQueue={() => goTo(hrefs.queue)}
          onMine={() => goTo(hrefs.mine)}
          say={say}
        />
      )}
      <KeySheet isOpen={isSheetOpen} onClose={() => setSheetOpen(false)} keysHref={hrefs.keys} />
      <GuidelinesDialog
        guidelines={guidelines}
        item={payload && { id: payload.item.id, externalId: payload.item.externalId }}
        instructions={payload?.collection.settings.instructions ?? ""}
      />
      {lesson && left && (
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
