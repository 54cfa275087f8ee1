"use client";

import { createContext, useContext } from "react";
import type { ActionId } from "../../../lib/client/keyboard/key-actions.ts";
import { buildKeymap, defaultKeys, type Keymap } from "../../../lib/client/keyboard/keymap.ts";
import { keyLabels } from "../../../lib/client/keyboard/keystroke.ts";

/** The keyboard shortcuts of the current user, and whether this computer is a Mac. */
export const KeysContext = createContext<{ keymap: Keymap; isMac: boolean }>({
  keymap: buildKeymap(defaultKeys),
  isMac: false,
});

/** One keystroke, drawn as caps. */
export function KeyCaps({ keystroke, isOnInk = false }: { keystroke: string; isOnInk?: boolean }) {
  const { isMac } = useContext(KeysContext);
  return (
    <span className="inline-flex shrink-0 gap-0.5">
      {keyLabels(keystroke, isMac).map((cap) => (
        <kbd
          key={cap}
          className={`inline-grid min-w-5 place-items-center rounded-sm border px-1 py-px text-[0.72rem] leading-snug ${
            isOnInk ? "border-on-ink/45 text-on-ink" : "border-rule bg-sunken text-ink-soft"
          }`}
        >
          {cap}
        </kbd>
      ))}
    </span>
  );
}

/**
 * Shows the first key of an action on its button, hidden from screen readers. Renders nothing if the action has no key.
 */
export function KeyHint({ action, isOnInk }: { action: ActionId; isOnInk?: boolean }) {
  const { keymap } = useContext(KeysContext);
  const keys = keymap.keysOf[action] ?? [];
  const keystroke = keys.find((key) => !key.startsWith("mod+")) ?? keys[0];
  if (keystroke === undefined) return null;
  return (
    <span aria-hidden="true" className="pointer-coarse:hidden max-md:hidden">
      <KeyCaps keystroke={keystroke} {...(isOnInk ? { isOnInk } : {})} />
    </span>
  );
}
