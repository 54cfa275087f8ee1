"use client";

import { type ReactNode, useContext, useEffect } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import type { AnyTaskPayload, PracticeGate, QueueCounts } from "@/lib/domain/annotation/task.ts";
import { KeysContext } from "../../keyboard/key-caps.tsx";
import { useShortcuts } from "../../keyboard/use-shortcuts.ts";

/** Delay before an item is requested again from a server that did not respond, in milliseconds. */
const retryMs = 10_000;

export type Phase =
  | { is: "loading" }
  /** `isBrief`: the server did not respond, and the request is repeated automatically. */
  | { is: "trouble"; text: string; isBrief?: boolean }
  | { is: "empty"; counts: QueueCounts }
  | { is: "guidelines"; version: number }
  | { is: "practice"; practice: PracticeGate }
  | { is: "open"; payload: AnyTaskPayload };

/** Shown instead of an item: the next item is loading, could not be loaded, or there is no item. */
export function Waiting({
  phase,
  hrefs,
  children,
  onRetry,
  onReopenLast,
  onReplace,
  onKeys,
  onGuidelines,
  onGo,
}: {
  phase: Phase;
  hrefs: { queue: string; mine: string };
  children: ReactNode;
  onRetry: () => void;
  onReopenLast: () => void;
  onReplace: () => void;
  onKeys: () => void;
  onGuidelines: () => void;
  onGo: (href: string) => void;
}) {
  const { keymap, isMac } = useContext(KeysContext);
  useShortcuts(
    keymap,
    isMac,
    {
      reopen: onReopenLast,
      replace: onReplace,
      keys: onKeys,
      guidelines: onGuidelines,
      queue: () => onGo(hrefs.queue),
      mine: () => onGo(hrefs.mine),
    },
    undefined,
    phase.is === "loading" ? "waits" : "none",
  );
  useEffect(() => {
    if (phase.is !== "trouble") return;
    window.addEventListener("online", onRetry);
    const retryTimer = phase.isBrief ? setTimeout(onRetry, retryMs) : undefined;
    return () => {
      window.removeEventListener("online", onRetry);
      clearTimeout(retryTimer);
    };
  }, [phase, onRetry]);
  return (
    <div className="grid gap-5">
      {children}
      {phase.is === "loading" && (
        <>
          <h1 tabIndex={-1} className="sr-only">
            The next item
          </h1>
          <Skeleton lines={8} label="Loading the next item" />
        </>
      )}
      {phase.is === "trouble" && (
        <Callout
          tone="warn"
          title={<h1>The item could not be loaded</h1>}
          actions={<Button onClick={onRetry}>Try again</Button>}
        >
          {phase.text}
        </Callout>
      )}
      {phase.is === "guidelines" && (
        <>
          <h1 tabIndex={-1} className="sr-only">
            Guidelines
          </h1>
          <EmptyState
            title={`Read version ${phase.version} of the guidelines first`}
            actions={
              <Button look="primary" onClick={onGuidelines}>
                Read them
              </Button>
            }
          >
            Items are shown after you have read the guidelines.
          </EmptyState>
        </>
      )}
      {phase.is === "practice" && <PracticeRequired practice={phase.practice} hrefs={hrefs} />}
      <EmptyQueue {...{ phase, hrefs }} />
    </div>
  );
}

/** Actions when no item is left. */
function EmptyQueue({ phase, hrefs }: { phase: Phase; hrefs: { queue: string; mine: string } }) {
  return (
    phase.is === "empty" && (
      <>
        <h1 tabIndex={-1} className="sr-only">
          The next item
        </h1>
        <EmptyState
          title={phase.counts.left === 0 ? "Every item is done" : "No item for you at the moment"}
          actions={
            <>
              <LinkButton href={hrefs.queue} look="primary">
                Go to the queue
              </LinkButton>
              <LinkButton href={hrefs.mine}>My work</LinkButton>
            </>
          }
        >
          {describeUnfinished(phase.counts)} Items returned from review appear under My work.
        </EmptyState>
      </>
    )
  );
}

/** Describes the unfinished copies of a collection that has no items for this person. */
function describeUnfinished({ left, mine, blocked = 0 }: QueueCounts): string {
  if (left === 0) return "All copies of this collection are submitted.";
  const otherCopies = left - mine.parked - mine.returned - blocked;
  const parts = [
    ...(mine.parked > 0 ? [`${mine.parked} parked by you`] : []),
    ...(otherCopies > 0 ? [`${otherCopies} with other annotators or reserved for them`] : []),
    ...(blocked > 0 ? [`${blocked} blocked until the lead invites or allows another annotator`] : []),
  ];
  return `${left} ${left === 1 ? "copy is" : "copies are"} not finished: ${parts.join(", ")}.`;
}

function describeAnswerPractice({ right, done, total, passMark, faults, found }: PracticeGate): string {
  const percent = Math.round(passMark * 100);
  const rare = faults === 0 ? "" : `, among them ${found} of the ${faults} with a rarer answer`;
  return done === total
    ? `Of ${total} items you answered ${right} as expected${rare}. At least ${percent}% of each is required; only the first answers to each item count. Ask the lead how to continue.`
    : `You can start after ${percent}% of your first practice answers are as expected, overall and for items with a rarer answer. You have answered ${done} of ${total}; ${right} as expected.`;
}

function PracticeRequired({ practice, hrefs }: { practice: PracticeGate; hrefs: { queue: string } }) {
  const { right, done, total, passMark, trainingId, faults, found } = practice;
  const percent = Math.round(passMark * 100);
  const isOver = done === total;
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        Practice
      </h1>
      <EmptyState
        title={isOver ? "The practice was not passed" : "Practise first"}
        actions={
          isOver || trainingId === null ? (
            <LinkButton href={hrefs.queue}>Go to the queue</LinkButton>
          ) : (
            <LinkButton href={`${hrefs.queue}/${trainingId}`} look="primary" prefetch={false}>
              {done === 0 ? "Practise" : "Continue the practice"}
            </LinkButton>
          )
        }
      >
        {trainingId === null
          ? "This collection requires practice, but has no practice items yet. Ask the lead of the project."
          : practice.of === "answers"
            ? describeAnswerPractice(practice)
            : isOver
              ? `${right} of your ${total} verdicts match the expert’s, and you found ${found} of ${faults} faults. At least ${percent}% of each is required; only the first verdict on each item counts. Ask the lead how to continue.`
              : `You can start after ${percent}% of your first practice verdicts match the expert’s and you have found ${percent}% of the faults. You have judged ${done} of ${total}; ${right} match the expert’s.`}
      </EmptyState>
    </>
  );
}
