"use client";

import { useEffect, useLayoutEffect, useRef } from "react";
import type { ActionId } from "../../../lib/client/keyboard/key-actions.ts";
import { findAction, findRuleIndex, type Keymap } from "../../../lib/client/keyboard/keymap.ts";
import { toKeystroke } from "../../../lib/client/keyboard/keystroke.ts";
import { decideWaitingKey, QueuedKeys, type Readiness } from "../../../lib/client/keyboard/queued-keys.ts";
import { submitGuard } from "../../../lib/client/keyboard/submit-guard.ts";

/**
 * The handlers by action. If a handler returns `false`, the browser handles the key. `pressedAt` is the time of the
 * original press on the clock of `performance.now()`, even if the key is replayed.
 */
export type ActionHandlers = Partial<Record<ActionId, (pressedAt: number) => unknown>>;

/** Keys that wait in this tab until the next item accepts keys. */
const queuedKeys = new QueuedKeys<KeyboardEvent>(replayKey, () => new Promise((resolve) => setTimeout(resolve, 0)));
/** The time of the original key press for each replayed event. */
const firstPressTimes = new WeakMap<Event, number>();
/** Queued keys that were pressed before the item was visible. */
const earlyKeyPresses = new WeakSet<Event>();

/**
 * Handles the keys of the whole page. While a text field has the focus, only keys that type no character are handled.
 * During IME composition or with an open dialog, no keys are handled. With `readiness`, keys that the page cannot
 * handle while an item loads are queued, and replayed when the item is shown. A key that would submit an item that is
 * not visible yet is discarded. Without `readiness`, keys that cannot be handled are ignored.
 */
export function useShortcuts(
  keymap: Keymap,
  isMac: boolean,
  handlers: ActionHandlers,
  onRule?: (index: number) => void,
  readiness?: Readiness,
): void {
  const latest = useRef({ keymap, isMac, handlers, onRule, readiness });
  // A layout effect: a key that is pressed right after a draft was resumed must reach the new handlers.
  useLayoutEffect(() => {
    latest.current = { keymap, isMac, handlers, onRule, readiness };
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { keymap, isMac, handlers, onRule, readiness } = latest.current;
      // Key code 229 means that an input method handles the key, even if `isComposing` is set too late.
      const isComposing = event.isComposing || event.keyCode === 229;
      if (event.defaultPrevented || document.querySelector("dialog[open], :popover-open")) return;
      const keystroke = toKeystroke(event, isMac);
      if (keystroke === null) return;
      const isTyping = isTypingIn(event.target);
      // A replayed key was already checked when it was pressed.
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
        if (readiness === "waits") earlyKeyPresses.add(event);
        queuedKeys.keep(event);
        return;
      }
      if (action !== null) {
        const handle = handlers[action];
        // Repeated events of a held key are ignored unless the action is repeatable.
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
  // Must run after the effect that adds the listener, because the listener receives the replayed keys.
  useEffect(() => {
    if (readiness === undefined) return;
    if (readiness === "takes") void queuedKeys.goOn();
    else queuedKeys.wait();
    if (readiness === "none") queuedKeys.drop();
    return () => queuedKeys.wait();
  }, [readiness]);
}

/** Discards queued keys of another page, and the queued keys of this page when the user leaves it. */
export function useFreshKeys(): void {
  useEffect(() => {
    queuedKeys.drop();
    return () => queuedKeys.drop();
  }, []);
}

/** Enter outside of buttons and fields is the action “submit”, if the page has a handler for it. */
function enterAction(isPlainEnter: boolean, handlers: ActionHandlers): ActionId | null {
  return isPlainEnter && handlers.submit !== undefined ? "submit" : null;
}

/** Whether Enter already has a function on this element, such as pressing a button. */
function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, a[href], summary, input, select, [role=button]") !== null;
}

/** Whether a key without an action may affect an item: it can select a rule or press the focused button. */
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
  const readiness = earlyKeyPresses.has(event) ? "waits" : "takes";
  if (decideWaitingKey(readiness, isSubmitButton(target)) === "swallow") return;
  // A dispatched key event does not press the focused button by itself.
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

/** Whether a key press would enter text into this element. */
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
