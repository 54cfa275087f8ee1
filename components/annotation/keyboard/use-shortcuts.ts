"use client";

import { useEffect, useLayoutEffect, useRef } from "react";
import type { ActionId } from "../../../lib/client/keyboard/key-actions.ts";
import { actionFor, type Keymap, ruleFor } from "../../../lib/client/keyboard/keymap.ts";
import { keystrokeOf } from "../../../lib/client/keyboard/keystroke.ts";
import { QueuedKeys, type Readiness, whileWaiting } from "../../../lib/client/keyboard/queued-keys.ts";
import { handInGuard } from "../../../lib/client/keyboard/submit-guard.ts";

/**
 * The handler of an action; `false` leaves the key to the browser. `pressedAt` is the time of the press on the clock of
 * `performance.now()`, also for a replayed key.
 */
export type ActionHandlers = Partial<Record<ActionId, (pressedAt: number) => unknown>>;

/** Keys of this tab that wait for the next item. */
const kept = new QueuedKeys<KeyboardEvent>(replayKey, () => new Promise((resolve) => setTimeout(resolve, 0)));
/** Keys that are replayed, with the time when they were first pressed. */
const pressedAgain = new WeakMap<Event, number>();
/** Buffered keys that were pressed before the item was visible. */
const pressedUnseen = new WeakSet<Event>();

/**
 * Listens to the keyboard for the whole page. While a text field has the focus, only keys that cannot be typed are
 * handled; during IME composition, no keys are handled; and an open dialog receives all keys. While an item is loading
 * (`readiness`), keys without a handler are buffered and replayed when it is shown, except those that submit an item,
 * because no one submits an item they have not seen; without `readiness` they are ignored.
 */
export function useShortcuts(
  keymap: Keymap,
  isMac: boolean,
  handlers: ActionHandlers,
  onRule?: (index: number) => void,
  readiness?: Readiness,
): void {
  const latest = useRef({ keymap, isMac, handlers, onRule, readiness });
  // In a layout effect, because a key that immediately follows a resumed draft must not reach the previous handlers.
  useLayoutEffect(() => {
    latest.current = { keymap, isMac, handlers, onRule, readiness };
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { keymap, isMac, handlers, onRule, readiness } = latest.current;
      // Key code 229 means that an input method handles the key, also if `isComposing` is set too late.
      const isComposing = event.isComposing || event.keyCode === 229;
      if (event.defaultPrevented || document.querySelector("dialog[open], :popover-open")) return;
      const keystroke = keystrokeOf(event, isMac);
      if (keystroke === null) return;
      const isTyping = isTypingIn(event.target);
      // A replayed key is not checked again: it was checked when it was pressed.
      if (!pressedAgain.has(event) && keystroke !== "Enter" && actionFor(keymap, keystroke, freely) !== "submit")
        handInGuard.release();
      const isPlainEnter = keystroke === "Enter" && !isTyping && !isComposing && !isPressable(event.target);
      const action = actionFor(keymap, keystroke, { isTyping, isComposing }) ?? enterAction(isPlainEnter, handlers);
      const isLate = readiness !== undefined && readiness !== "none" && kept.mustWait && !pressedAgain.has(event);
      const isForItem = action === null ? isOfItem(keymap, keystroke) : !(action in handlers) || readiness === "takes";
      if (isLate && isForItem && !isTyping && !event.repeat) {
        event.preventDefault();
        const handsIn = action === "submit" || (isPress(event.key) && isSubmitButton(event.target));
        if (whileWaiting(readiness, handsIn) === "swallow") return;
        if (handsIn && handInGuard.isSecond(event.timeStamp)) return;
        if (readiness === "waits") pressedUnseen.add(event);
        kept.keep(event);
        return;
      }
      if (action !== null) {
        const handle = handlers[action];
        // A key that is held down must not fill the queue.
        if (event.repeat && !repeatable.has(action)) {
          if (handle) event.preventDefault();
          return;
        }
        if (handle && handle(pressedAgain.get(event) ?? event.timeStamp) !== false) event.preventDefault();
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
  // Must run after the effect of the listener, which receives the replayed keys.
  useEffect(() => {
    if (readiness === undefined) return;
    if (readiness === "takes") void kept.goOn();
    else kept.wait();
    if (readiness === "none") kept.drop();
    return () => kept.wait();
  }, [readiness]);
}

/** Discards keys that were buffered on another page, and discards buffered keys when the user leaves this page. */
export function useFreshKeys(): void {
  useEffect(() => {
    kept.drop();
    return () => kept.drop();
  }, []);
}

/** Enter outside of buttons and fields submits the item if the screen can, or reports why not. */
function enterAction(isPlainEnter: boolean, handlers: ActionHandlers): ActionId | null {
  return isPlainEnter && handlers.submit !== undefined ? "submit" : null;
}

/** Whether Enter already has a function on this element. */
function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, a[href], summary, input, select, [role=button]") !== null;
}

/** Whether a key without an action affects an item: it selects a rule, or presses the focused button. */
function isOfItem(keymap: Keymap, keystroke: string): boolean {
  return keystroke === "Enter" || keystroke === "Space" || ruleFor(keymap, keystroke, false) !== null;
}

function replayKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const again = new KeyboardEvent("keydown", {
    ...{ key, ctrlKey, metaKey, altKey, shiftKey },
    bubbles: true,
    cancelable: true,
  });
  pressedAgain.set(again, event.timeStamp);
  const target = document.activeElement ?? document.body;
  const isTaken = !target.dispatchEvent(again);
  if (isTaken || !isPress(key) || !(target instanceof HTMLButtonElement)) return;
  const readiness = pressedUnseen.has(event) ? "waits" : "takes";
  if (whileWaiting(readiness, isSubmitButton(target)) === "swallow") return;
  // A key event that a script dispatches does not press the focused button.
  target.click();
}

const freely = { isTyping: false, isComposing: false };

/** Whether a key presses the focused button. */
const isPress = (key: string) => key === "Enter" || key === " ";

function isSubmitButton(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("[data-hands-in]") !== null;
}

/** Actions that repeat while their key is held down. */
const repeatable: ReadonlySet<ActionId> = new Set([
  "undo",
  "redo",
  "next-problem",
  "previous-problem",
  "next-change",
  "previous-change",
]);

/** Whether a key would be typed into this element. */
export function isTypingIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return (
    target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit", "range"].includes(target.type)
  );
}

/** Whether this computer's keyboard has a Command key. */
export function isMacKeyboard(): boolean {
  return typeof navigator !== "undefined" && /Mac|iPhone|iPad/u.test(navigator.platform);
}
