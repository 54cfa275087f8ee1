"use client";

import { useEffect, useLayoutEffect, useRef } from "react";
import type { ActionId } from "../../../lib/client/keyboard/key-actions.ts";
import { findAction, findRuleIndex, type Keymap } from "../../../lib/client/keyboard/keymap.ts";
import { toKeystroke } from "../../../lib/client/keyboard/keystroke.ts";
import { decideWaitingKey, QueuedKeys, type Readiness } from "../../../lib/client/keyboard/queued-keys.ts";
import { submitGuard } from "../../../lib/client/keyboard/submit-guard.ts";

/**
 * The handler of an action; `false` leaves the key to the browser. `pressedAt` is the time of the press on the clock of
 * `performance.now()`, also for a replayed key.
 */
export type ActionHandlers = Partial<Record<ActionId, (pressedAt: number) => unknown>>;

/** Keys of this tab that wait for the next item. */
const queuedKeys = new QueuedKeys<KeyboardEvent>(replayKey, () => new Promise((resolve) => setTimeout(resolve, 0)));
/** The time of the original key press, by replayed event. */
const firstPressTimes = new WeakMap<Event, number>();
/** Buffered keys that were pressed before the item was visible. */
const pressedBeforeShown = new WeakSet<Event>();

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
  // A layout effect, so that a key pressed right after a draft is resumed does not reach the previous handlers.
  useLayoutEffect(() => {
    latest.current = { keymap, isMac, handlers, onRule, readiness };
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { keymap, isMac, handlers, onRule, readiness } = latest.current;
      // Key code 229 means that an input method handles the key, also if `isComposing` is set too late.
      const isComposing = event.isComposing || event.keyCode === 229;
      if (event.defaultPrevented || document.querySelector("dialog[open], :popover-open")) return;
      const keystroke = toKeystroke(event, isMac);
      if (keystroke === null) return;
      const isTyping = isTypingIn(event.target);
      // A replayed key is not checked again: it was checked when it was pressed.
      if (!firstPressTimes.has(event) && keystroke !== "Enter" && findAction(keymap, keystroke, notTyping) !== "submit")
        submitGuard.release();
      const isPlainEnter = keystroke === "Enter" && !isTyping && !isComposing && !isPressable(event.target);
      const action = findAction(keymap, keystroke, { isTyping, isComposing }) ?? enterAction(isPlainEnter, handlers);
      const isLate =
        readiness !== undefined && readiness !== "none" && queuedKeys.mustWait && !firstPressTimes.has(event);
      const mustWaitForItem =
        action === null ? affectsItem(keymap, keystroke) : !(action in handlers) || readiness === "takes";
      if (isLate && mustWaitForItem && !isTyping && !event.repeat) {
        event.preventDefault();
        const isSubmission = action === "submit" || (isPress(event.key) && isSubmitButton(event.target));
        if (decideWaitingKey(readiness, isSubmission) === "swallow") return;
        if (isSubmission && submitGuard.isSecond(event.timeStamp)) return;
        if (readiness === "waits") pressedBeforeShown.add(event);
        queuedKeys.keep(event);
        return;
      }
      if (action !== null) {
        const handle = handlers[action];
        // A key that is held down must not fill the queue.
        if (event.repeat && !repeatable.has(action)) {
          if (handle) event.preventDefault();
          return;
        }
        if (handle && handle(firstPressTimes.get(event) ?? event.timeStamp) !== false) event.preventDefault();
        return;
      }
      const rule = isComposing ? null : findRuleIndex(keymap, keystroke, isTyping);
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
    if (readiness === "takes") void queuedKeys.goOn();
    else queuedKeys.wait();
    if (readiness === "none") queuedKeys.drop();
    return () => queuedKeys.wait();
  }, [readiness]);
}

/** Discards keys that were buffered on another page, and discards buffered keys when the user leaves this page. */
export function useFreshKeys(): void {
  useEffect(() => {
    queuedKeys.drop();
    return () => queuedKeys.drop();
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
function affectsItem(keymap: Keymap, keystroke: string): boolean {
  return keystroke === "Enter" || keystroke === "Space" || findRuleIndex(keymap, keystroke, false) !== null;
}

function replayKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const replayed = new KeyboardEvent("keydown", {
    ...{ key, ctrlKey, metaKey, altKey, shiftKey },
    bubbles: true,
    cancelable: true,
  });
  firstPressTimes.set(replayed, event.timeStamp);
  const target = document.activeElement ?? document.body;
  const isHandled = !target.dispatchEvent(replayed);
  if (isHandled || !isPress(key) || !(target instanceof HTMLButtonElement)) return;
  const readiness = pressedBeforeShown.has(event) ? "waits" : "takes";
  if (decideWaitingKey(readiness, isSubmitButton(target)) === "swallow") return;
  // A key event that a script dispatches does not press the focused button.
  target.click();
}

const notTyping = { isTyping: false, isComposing: false };

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
