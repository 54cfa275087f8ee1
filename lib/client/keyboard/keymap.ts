import { type ActionId, type KeyAction, reviewActions, taskActions } from "./key-actions.ts";
import { isWriting } from "./keystroke.ts";

/** What someone changed about the keys; kept with their preferences. */
export interface KeyPreferences {
  /** Keystrokes instead of the usual ones; an empty list takes the action off the keyboard. */
  keys: Partial<Record<ActionId, readonly string[]>>;
  /** Plain letters and digits do nothing, for those who speak to their computer (WCAG 2.1.4). */
  isSingleKeysOff: boolean;
}

/** Which keystrokes do what, for one person. */
export interface Keymap {
  /** None for an action that this screen does not have. */
  keysOf: Readonly<Partial<Record<ActionId, readonly string[]>>>;
  actionOf: ReadonlyMap<string, ActionId>;
  isSingleKeysOff: boolean;
}

const allActions: readonly (KeyAction & { id: ActionId })[] = [...taskActions, ...reviewActions];

export const usualKeys: KeyPreferences = { keys: {}, isSingleKeysOff: false };

/** The keymap that preferences make of the usual keys; where two actions want one keystroke, the chosen one has it. */
export function keymapFrom(
  preferences: KeyPreferences,
  actions: readonly (KeyAction & { id: ActionId })[] = taskActions,
): Keymap {
  const actionOf = new Map<string, ActionId>();
  const isChosen = (id: ActionId) => preferences.keys[id] !== undefined;
  const inTurn = [...actions].sort((left, right) => Number(isChosen(right.id)) - Number(isChosen(left.id)));
  const keysOf: Partial<Record<ActionId, readonly string[]>> = {};
  for (const action of inTurn) {
    const wanted = preferences.keys[action.id] ?? action.keys;
    const given = wanted.filter((keystroke) => !actionOf.has(keystroke));
    for (const keystroke of given) actionOf.set(keystroke, action.id);
    keysOf[action.id] = given;
  }
  return { keysOf, actionOf, isSingleKeysOff: preferences.isSingleKeysOff };
}

/**
 * What a keystroke does, or null. In a text field only what cannot be typed does anything, and Escape leaves the field;
 * nothing does while an input method composes a character.
 */
export function actionFor(
  keymap: Keymap,
  keystroke: string,
  { isTyping, isComposing }: { isTyping: boolean; isComposing: boolean },
): ActionId | null {
  if (isComposing) return null;
  const action = keymap.actionOf.get(keystroke) ?? null;
  if (action === null || !isWriting(keystroke) || action === "leave") return action;
  return isTyping || (keymap.isSingleKeysOff && keystroke !== "Escape") ? null : action;
}

/** The digit of a rule: "1" for the first. Null for another keystroke, and where single keys are off. */
export function ruleFor(keymap: Keymap, keystroke: string, isTyping: boolean): number | null {
  if (isTyping || keymap.isSingleKeysOff || keymap.actionOf.has(keystroke)) return null;
  return /^[1-9]$/u.test(keystroke) ? Number(keystroke) - 1 : null;
}

/** Why a keystroke cannot be chosen for an action, in a sentence; null when it can. */
export function keyRefusal(keymap: Keymap, id: ActionId, keystroke: string): string | null {
  if (/^(?:shift\+)?Tab$/u.test(keystroke)) return "Tab moves between the parts of the page and cannot be given away.";
  if (/^[1-9]$/u.test(keystroke)) return "Digits are the reasons of a change.";
  if (keystroke === "Enter" || keystroke === "Space") return "Enter and Space press the button that has the focus.";
  if (/^mod\+[acvxtwnrlf]$/u.test(keystroke)) return "The browser needs this one for itself.";
  const holder = keymap.actionOf.get(keystroke);
  if (holder === undefined || holder === id) return null;
  return `Taken: ${allActions.find((action) => action.id === holder)?.label ?? holder}.`;
}

/** Reads stored preferences; invalid entries are ignored, so that an old entry never locks the keyboard. */
export function parseKeyPreferences(value: unknown): KeyPreferences {
  if (typeof value !== "object" || value === null) return usualKeys;
  const { keys, isSingleKeysOff } = value as { keys?: unknown; isSingleKeysOff?: unknown };
  const parsed: KeyPreferences["keys"] = {};
  for (const { id } of allActions) {
    const chosen = typeof keys === "object" && keys !== null ? (keys as Record<string, unknown>)[id] : undefined;
    if (!Array.isArray(chosen)) continue;
    parsed[id] = chosen.filter((one): one is string => typeof one === "string" && one.length <= 40).slice(0, 4);
  }
  return { keys: parsed, isSingleKeysOff: isSingleKeysOff === true };
}
