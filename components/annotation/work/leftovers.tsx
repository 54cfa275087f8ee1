"use client";

import type { Dispatch, SetStateAction } from "react";
import { useCallback, useEffect, useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { deliverLeftover, type Leftover } from "../../../lib/client/journal/deliver-leftovers.ts";
import { hasUnconfirmedWork, type JournalRecord } from "../../../lib/client/journal/journal-record.ts";
import { createSessionHub } from "../../../lib/client/journal/session-hub.ts";

/** Interval at which the device is checked for unsent work, in milliseconds. */
const storeCheckMs = 1_500;

/** Interval at which unsent work is sent again, in milliseconds. */
const retryMs = 5_000;

/**
 * Lists the unsent work that an earlier visit left on this device, for example after a crash or a network failure, and
 * sends it immediately. Work that the server refuses is kept until its author has seen it.
 */
export function Leftovers({
  personId,
  api,
  taskHref,
}: {
  personId: string;
  api: string;
  /** The address of a task's workspace, without the task ID at its end. */
  taskHref: string;
}) {
  const [leftovers, setLeftovers] = useState<Leftover[]>([]);

  const sendLeftovers = useCallback(async () => {
    const hub = createSessionHub(personId, api);
    const records = await hub.leftovers();
    setLeftovers((now) => [
      ...now,
      ...records.filter((record) => !includesTask(now, record.taskId)).map(createLeftover),
    ]);
    for (const record of records) {
      const leftover = await deliverLeftover(hub, api, record);
      setLeftovers((now) => removeTask(now, record.taskId, leftover));
    }
  }, [personId, api]);
  const send = useCallback(() => {
    createSessionHub(personId, api).retryAll();
    void sendLeftovers();
  }, [personId, api, sendLeftovers]);

  useEffect(() => {
    send();
    window.addEventListener("online", send);
    return () => window.removeEventListener("online", send);
  }, [send]);

  const isWaiting = leftovers.some(({ refusal }) => refusal === null);
  useEffect(() => {
    if (!isWaiting) return;
    // Background requests may have sent the waiting work; it is then removed from the list.
    const removeStored = async () => {
      const records = await createSessionHub(personId, api)
        .store.list()
        .catch(() => null);
      const isStillUnsent = ({ record }: Leftover) =>
        records?.some((one) => one.taskId === record.taskId && hasUnconfirmedWork(one));
      if (records !== null) setLeftovers((now) => now.filter((one) => one.refusal !== null || isStillUnsent(one)));
    };
    const timers = [
      setInterval(() => void removeStored(), storeCheckMs),
      setInterval(() => void sendLeftovers(), retryMs),
    ];
    return () => timers.forEach(clearInterval);
  }, [isWaiting, personId, api, sendLeftovers]);

  const waiting = leftovers.filter(({ refusal, record }) => refusal === null && record.closing === null);
  const submitted = leftovers.filter(({ refusal, record }) => refusal === null && record.closing !== null);
  const needsReading = submitted.some(({ needsGuidelines }) => needsGuidelines);
  return (
    <div role="status" className="mb-6 grid gap-3 empty:hidden">
      {submitted.length > 0 && (
        <Callout
          title={`Submitted, not on the server yet: ${submitted.map(({ record }) => record.label).join(", ")}`}
          actions={<Button onClick={send}>Try now</Button>}
        >
          {needsReading
            ? "The guidelines have changed. Open the collection and read the guidelines; your submitted work is then accepted."
            : "No further action is needed."}
        </Callout>
      )}
      {waiting.length > 0 && (
        <Callout
          tone="warn"
          title={`Texts on this device are not on the server yet: ${waiting.map(({ record }) => record.label).join(", ")}`}
          actions={<Button onClick={send}>Try now</Button>}
        >
          The texts are sent as soon as the server can be reached.
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
          <SaveAsFileButton record={record} />
          <Button
            look="quiet"
            onClick={async () => {
              await createSessionHub(personId, api).store.remove(record.taskId);
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

function SaveAsFileButton({ record }: { record: JournalRecord }) {
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

function createLeftover(record: JournalRecord): Leftover {
  return { record, refusal: null, needsGuidelines: false };
}

function includesTask(list: readonly Leftover[], taskId: string): boolean {
  return list.some(({ record }) => record.taskId === taskId);
}

function removeTask(list: readonly Leftover[], taskId: string, instead: Leftover | null): Leftover[] {
  const others = list.filter(({ record }) => record.taskId !== taskId);
  return instead === null ? others : [...others, instead];
}
