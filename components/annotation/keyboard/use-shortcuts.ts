"use client";

import { useEffect, useRef } from "react";
import type { ActionId } from "./key-actions.ts";
import { actionFor, type Keymap, ruleFor } from "./keymap.ts";
import { keystrokeOf } from "./keystroke.ts";

/** What the page does with an action; `false` leaves the key to the browser. */
export type ActionHandlers = Partial<Record<ActionId, () => unknown>>;

/**
 * Listens to the keyboard for the whole page. While somebody types only what cannot be typed fires, while a character
 * is composed nothing does, and an open dialog has the keyboard to itself.
 */
export function useShortcuts(
  keymap: Keymap,
  isMac: boolean,
  handlers: ActionHandlers,
  onRule?: (index: number) => void,
): void {
  const latest = useRef({ keymap, isMac, handlers, onRule });
  useEffect(() => {
    latest.current = { keymap, isMac, handlers, onRule };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { keymap, isMac, handlers, onRule } = latest.current;
      // 229 is what a key says while an input method has it, also where `isComposing` comes too late.
      const isComposing = event.isComposing || event.keyCode === 229;
      if (event.defaultPrevented || document.querySelector("dialog[open], :popover-open")) return;
      const keystroke = keystrokeOf(event, isMac);
      if (keystroke === null) return;
      const isTyping = isTypingIn(event.target);
      const action = actionFor(keymap, keystroke, { isTyping, isComposing });
      if (action !== null) {
        const handle = handlers[action];
        // A key that is held down must not park a whole queue.
        if (event.repeat && !repeatable.has(action)) {
          if (handle) event.preventDefault();
          return;
        }
        if (handle && handle() !== false) event.preventDefault();
        return;
      }
      const rule = isComposing ? null : ruleFor(keymap, keystroke, isTyping);
      if (rule !== null && onRule) {
        event.preventDefault();
        onRule(rule);
      }
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

/** What goes on while its key is held down. */
const repeatable: ReadonlySet<ActionId> = new Set([
  "undo",
  "redo",
  "next-problem",
  "previous-problem",
  "next-change",
  "previous-change",
]);

/** Whether a keystroke there would be written. */
export function isTypingIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return (
    target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit", "range"].includes(target.type)
  );
}

/** Whether this browser's keyboard has a Command key. */
export function isMacKeyboard(): boolean {
  return typeof navigator !== "undefined" && /Mac|iPhone|iPad/u.test(navigator.platform);
}
