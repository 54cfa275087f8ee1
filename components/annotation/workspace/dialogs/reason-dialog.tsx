"use client";

import type { Dispatch, RefObject, SetStateAction } from "react";
import { type ReactNode, useContext, useEffect, useId, useRef, useState } from "react";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import type { ReasonCode } from "@/lib/domain/annotation/reason-codes.ts";
import { KeyCaps, KeysContext } from "../../keyboard/key-caps.tsx";

/**
 * Asks for a reason. Control or Command with Enter submits it. A digit in the empty field submits the suggested reason
 * with that number.
 */
export function ReasonDialog({
  title,
  lead,
  suggestions = [],
  codes = [],
  confirm,
  onConfirm,
  onClose,
}: {
  title: string;
  lead: ReactNode;
  /** Suggested reasons. A click inserts the reason into the field, where it can be edited. */
  suggestions?: readonly string[];
  /** Reasons with codes, which the report counts. Several of them can be selected. */
  codes?: readonly ReasonCode[];
  confirm: string;
  onConfirm: (reason: string, codes: string[]) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState("");
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [isMissing, setMissing] = useState(false);
  const { isMac } = useContext(KeysContext);
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  // Runs after the dialog has opened, because a dialog that opens focuses its first button.
  useEffect(() => field.current?.focus(), []);
  const presets: readonly { label: string; codes: string[] }[] = [
    ...codes.map(({ code, label }) => ({ label, codes: [code] })),
    ...suggestions.map((label) => ({ label, codes: [] })),
  ].slice(0, 9);
  const send = () => {
    if (reason.trim() === "") setMissing(true);
    else onConfirm(reason.trim(), [...ticked]);
  };
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div className="text-ink-soft">{lead}</div>
        <ReasonText {...{ id, field, reason, isMissing, setReason, presets, onConfirm, isMac, send }} />
        {codes.length > 0 && (
          <fieldset className="grid gap-1 text-sm">
            <legend className="mb-1 font-medium">Reasons</legend>
            {codes.map(({ code, label }, index) => (
              <label key={code} className="flex items-start gap-2">
                <input
                  type="checkbox"
                  checked={ticked.includes(code)}
                  onChange={({ target }) =>
                    setTicked(target.checked ? [...ticked, code] : ticked.filter((one) => one !== code))
                  }
                  className="mt-0.5 size-4 shrink-0 accent-ink"
                />
                {label}
                {index < 9 && <PresetKey index={index} />}
              </label>
            ))}
          </fieldset>
        )}
        {suggestions.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {suggestions.map((suggestion, index) => (
              <Button key={suggestion} size="small" onClick={() => setReason(suggestion)}>
                {suggestion}
                {codes.length + index < 9 && <PresetKey index={codes.length + index} />}
              </Button>
            ))}
          </div>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The reason as free text. */
function ReasonText({
  id,
  field,
  reason,
  isMissing,
  setReason,
  presets,
  onConfirm,
  isMac,
  send,
}: {
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
  reason: string;
  isMissing: boolean;
  setReason: Dispatch<SetStateAction<string>>;
  presets: readonly { label: string; codes: string[] }[];
  onConfirm: (reason: string, codes: string[]) => void;
  isMac: boolean;
  send: () => void;
}) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        Reason
      </label>
      <TextArea
        id={id}
        ref={field}
        rows={3}
        value={reason}
        maxLength={2000}
        aria-invalid={isMissing && reason.trim() === ""}
        aria-describedby={isMissing ? `${id}-missing` : undefined}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          const preset = reason === "" && /^[1-9]$/u.test(event.key) ? presets[Number(event.key) - 1] : undefined;
          if (preset && !event.nativeEvent.isComposing && !event.repeat) {
            event.preventDefault();
            onConfirm(preset.label, preset.codes);
            return;
          }
          if (event.key === "Enter" && (isMac ? event.metaKey : event.ctrlKey) && !event.nativeEvent.isComposing) {
            event.preventDefault();
            send();
          }
        }}
      />
      {isMissing && reason.trim() === "" && (
        <p id={`${id}-missing`} role="alert" className="text-sm text-bad">
          Please give a reason. It is visible to other people.
        </p>
      )}
    </div>
  );
}

function PresetKey({ index }: { index: number }) {
  return (
    <span aria-hidden="true" className="pointer-coarse:hidden max-md:hidden">
      <KeyCaps keystroke={String(index + 1)} />
    </span>
  );
}
