"use client";

import type { Dispatch, SetStateAction } from "react";
import { useCallback, useEffect, useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { deliverLeftover, type Leftover } from "../../../lib/client/journal/deliver-leftovers.ts";
import { holdsMore, type JournalRecord } from "../../../lib/client/journal/journal-record.ts";
import { sessionHub } from "../../../lib/client/journal/session-hub.ts";

/** Interval in milliseconds at which the device is checked for unsent work. */
const pause = 1_500;

/** Interval in milliseconds at which unsent work is sent again. */
const newTry = 5_000;

/**
 * Texts that an earlier visit left on this device, for example after a closed laptop, a crash or a network failure.
 * They are shown and sent immediately. A text that the server cannot store is kept until its author has seen it.
 */
export function Leftovers({
  personId,
  api,
  taskHref,
}: {
  personId: string;
  api: string;
  /** The address of a task's workspace, before its ID. */
  taskHref: string;
}) {
  const [leftovers, setLeftovers] = useState<Leftover[]>([]);

  const deliver = useCallback(async () => {
    const hub = sessionHub(personId, api);
    const records = await hub.leftovers();
    setLeftovers((now) => [...now, ...records.filter((record) => !has(now, record.taskId)).map(waitingOne)]);
    for (const record of records) {
      const left = await deliverLeftover(hub, api, record);
      setLeftovers((now) => removeTask(now, record.taskId, left));
    }
  }, [personId, api]);
  const send = useCallback(() => {
    sessionHub(personId, api).retryAll();
    void deliver();
  }, [personId, api, deliver]);

  useEffect(() => {
    send();
    window.addEventListener("online", send);
    return () => window.removeEventListener("online", send);
  }, [send]);

  const isWaiting = leftovers.some(({ refusal }) => refusal === null);
  useEffect(() => {
    if (!isWaiting) return;
    // Waiting saves are retried in the background, and leave the list when the server has stored them.
    const look = async () => {
      const records = await sessionHub(personId, api)
        .store.list()
        .catch(() => null);
      const isLeft = ({ record }: Leftover) => records?.some((one) => one.taskId === record.taskId && holdsMore(one));
      if (records !== null) setLeftovers((now) => now.filter((one) => one.refusal !== null || isLeft(one)));
    };
    const timers = [setInterval(() => void look(), pause), setInterval(() => void deliver(), newTry)];
    return () => timers.forEach(clearInterval);
  }, [isWaiting, personId, api, deliver]);

  const waiting = leftovers.filter(({ refusal, record }) => refusal === null && record.closing === null);
  const submitted = leftovers.filter(({ refusal, record }) => refusal === null && record.closing !== null);
  const needsReading = submitted.some(({ needsGuidelines }) => needsGuidelines);
  return (
    <div role="status" className="mb-6 grid gap-3 empty:hidden">
      {submitted.length > 0 && (
        <Callout
          title={`Submitted on this device, on its way to the server: ${submitted.map(({ record }) => record.label).join(", ")}`}
          actions={<Button onClick={send}>Try now</Button>}
        >
          {needsReading
            ? "The guidelines have changed. Open the collection and read them; then these are accepted."
            : "No further action is needed."}
        </Callout>
      )}
      {waiting.length > 0 && (
        <Callout
          tone="warn"
          title={`Words on this device are not on the server yet: ${waiting.map(({ record }) => record.label).join(", ")}`}
          actions={<Button onClick={send}>Try now</Button>}
        >
          They are sent as soon as the server can be reached.
        </Callout>
      )}
      {leftovers.map(
        ({ record, refusal }) =>
          refusal !== null && (
            <RefusedWork key={record.taskId} {...{ record, taskHref, personId, api, setLeftovers, refusal }} />
          ),
      )}
    </div>
  );
}

/** Work that the server could not store. */
function RefusedWork({
  record,
  taskHref,
  personId,
  api,
  setLeftovers,
  refusal,
}: {
  record: JournalRecord;
  taskHref: string;
  personId: string;
  api: string;
  setLeftovers: Dispatch<SetStateAction<Leftover[]>>;
  refusal: string;
}) {
  return (
    <Callout
      tone="bad"
      title={`${record.label}: the server could not store your text`}
      actions={
        <>
          <LinkButton href={`${taskHref}${record.taskId}`} prefetch={false}>
            Open it
          </LinkButton>
          <SaveAsFile record={record} />
          <Button
            look="quiet"
            onClick={async () => {
              await sessionHub(personId, api).store.remove(record.taskId);
              setLeftovers((now) => removeTask(now, record.taskId, null));
            }}
          >
            Delete it from this device
          </Button>
        </>
      }
    >
      {refusal}
    </Callout>
  );
}

function SaveAsFile({ record }: { record: JournalRecord }) {
  return (
    <Button
      onClick={() => {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([JSON.stringify(record.work.document, null, 2)]));
        link.download = `${record.label}.json`;
        link.click();
        URL.revokeObjectURL(link.href);
      }}
    >
      Save it as a file
    </Button>
  );
}

function waitingOne(record: JournalRecord): Leftover {
  return { record, refusal: null, needsGuidelines: false };
}

function has(list: readonly Leftover[], taskId: string): boolean {
  return list.some(({ record }) => record.taskId === taskId);
}

function removeTask(list: readonly Leftover[], taskId: string, instead: Leftover | null): Leftover[] {
  const others = list.filter(({ record }) => record.taskId !== taskId);
  return instead === null ? others : [...others, instead];
}
