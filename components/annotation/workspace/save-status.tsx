"use client";

import { CircleCheck, CloudOff, CloudUpload, HardDrive, LogIn, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { formatLocalClock } from "@/lib/domain/format/times.ts";
import type { WaitingElsewhere } from "../../../lib/client/journal/journal-record.ts";
import type { SaveState } from "../../../lib/client/journal/save-state.ts";

interface StatusDisplay {
  icon: typeof CloudOff;
  text: string;
  /**
   * The text that a screen reader announces for this state; empty for states that change after every pause in typing.
   */
  spoken: string;
  tone: string;
}

/** The save status. It is always visible, but only important changes are announced. */
export function SaveStatus({
  save,
  elsewhere,
  onRetry,
  download,
}: {
  save: SaveState;
  /** Unsent work on other items on this device, such as verdicts that were submitted offline; null while unknown. */
  elsewhere: WaitingElsewhere | null;
  onRetry: () => void;
  /** The text of the work, offered as a download if neither the device nor the server can store it. */
  download: () => string;
}) {
  const unsentElsewhere = elsewhere && describeUnsentElsewhere(elsewhere);
  const { icon: Icon, text, spoken, tone } = describeSaveState(save, elsewhere === null || unsentElsewhere !== null);
  const isStuck = save.server.is === "waiting" || save.server.is === "refused" || save.server.is === "taken";
  return (
    <div
      className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm"
      data-save={elsewhere === null ? "unknown" : save.server.is}
    >
      <span className={`inline-flex items-center gap-1.5 ${tone}`}>
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        <span>{text}</span>
      </span>
      {unsentElsewhere !== null && <span className="text-warn">{unsentElsewhere}</span>}
      {isStuck && (
        <span className="inline-flex gap-3">
          <TextButton onClick={onRetry}>Try now</TextButton>
          <DownloadLink content={download} />
        </span>
      )}
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </div>
  );
}

/** Describes unsent work on other items; null if there is none. */
function describeUnsentElsewhere({ verdicts, putAside, texts, reason }: WaitingElsewhere): string | null {
  const parts = [
    ...(verdicts > 0 ? [verdicts === 1 ? "1 verdict" : `${verdicts} verdicts`] : []),
    ...(putAside > 0 ? [putAside === 1 ? "1 item parked" : `${putAside} items parked`] : []),
    ...(texts > 0 ? [texts === 1 ? "1 other text" : `${texts} other texts`] : []),
  ];
  if (parts.length === 0) return null;
  const why = reason === null ? "" : `: ${reasons[reason]}`;
  return `${parts.join(" and ")} on this device, not yet on the server${why}`;
}

function describeSaveState(
  { device, server, confirmedAt, isClosing }: SaveState,
  waitsElsewhere: boolean,
): StatusDisplay {
  const deviceText = device === "unable" ? "This browser cannot store a copy." : "Saved on this device";
  switch (server.is) {
    case "saved":
      return {
        icon: CircleCheck,
        text:
          confirmedAt === null
            ? waitsElsewhere
              ? "This item: nothing unsaved"
              : "Nothing unsaved"
            : `Saved on the server, ${formatTime(confirmedAt)}`,
        spoken: device === "unable" ? deviceText : "",
        tone: "text-good",
      };
    case "sending":
      return device === "unable"
        ? {
            icon: TriangleAlert,
            text: `${deviceText} Sending …`,
            spoken: `${deviceText} Keep this page open.`,
            tone: "text-warn",
          }
        : {
            icon: device === "writing" ? HardDrive : CloudUpload,
            text: isClosing
              ? "Submitting …"
              : `${device === "writing" ? "Saving on this device" : deviceText}, sending …`,
            spoken: "",
            tone: "text-ink-soft",
          };
    case "waiting":
      return {
        icon: server.reason === "signed-out" ? LogIn : CloudOff,
        text: `${device === "unable" ? `${deviceText} Keep this page open` : deviceText}, not yet on the server: ${reasons[server.reason]}`,
        spoken: `${deviceText}, not yet on the server: ${reasons[server.reason]}. It is sent as soon as possible.`,
        tone: "text-warn",
      };
    case "refused":
      return {
        icon: TriangleAlert,
        text: `${deviceText}. The server rejected it: ${server.message}`,
        spoken: `The server rejected the text: ${server.message}`,
        tone: "text-bad",
      };
    case "taken":
      return {
        icon: TriangleAlert,
        text: `${deviceText}. This item is now assigned to another annotator`,
        spoken: "This item is now assigned to another annotator. Your text is kept on this device.",
        tone: "text-bad",
      };
  }
}

const reasons = {
  offline: "no connection",
  server: "the server does not answer",
  "signed-out": "you are signed out; sign in in another tab",
  guidelines: "the guidelines have changed; read them first",
} as const;

function formatTime(milliseconds: number): string {
  return formatLocalClock(new Date(milliseconds));
}

function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="underline decoration-edge underline-offset-4 hover:decoration-current pointer-coarse:py-2"
    >
      {children}
    </button>
  );
}

function DownloadLink({ content }: { content: () => string }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  return address === null ? (
    <TextButton onClick={() => setAddress(URL.createObjectURL(new Blob([content()], { type: "application/json" })))}>
      Prepare a file
    </TextButton>
  ) : (
    <a href={address} download="my-work.json" className="underline underline-offset-4">
      Download my work
    </a>
  );
}
