import { type ActionId, type KeyAction, reviewActions, taskActions } from "./key-actions.ts";
import { typesCharacter } from "./keystroke.ts";

/** A user's changes of the keys; stored with their preferences. */
export interface KeyPreferences {
  /** Keystrokes instead of the default ones; an empty list removes the action from the keyboard. */
  keys: Partial<Record<ActionId, readonly string[]>>;
  /** Whether plain letters and digits are disabled, for users of speech input (WCAG 2.1.4). */
  isSingleKeysOff: boolean;
}

/** The keystrokes and their actions, for one user. */
export interface Keymap {
  /** The keys by action; none for an action that this screen does not have. */
  keysOf: Readonly<Partial<Record<ActionId, readonly string[]>>>;
  actionOf: ReadonlyMap<string, ActionId>;
  isSingleKeysOff: boolean;
}

const allActions: readonly (KeyAction & { id: ActionId })[] = [...taskActions, ...reviewActions];

export const defaultKeys: KeyPreferences = { keys: {}, isSingleKeysOff: false };

/**
 * The keymap from the default keys and the preferences; if two actions have the same keystroke, the user's choice takes
 * precedence.
 */
export function buildKeymap(
  preferences: KeyPreferences,
  actions: readonly (KeyAction & { id: ActionId })[] = taskActions,
): Keymap {
  const actionOf = new Map<string, ActionId>();
  const isChosen = (id: ActionId) => preferences.keys[id] !== undefined;
  const byPriority = [...actions].sort((left, right) => Number(isChosen(right.id)) - Number(isChosen(left.id)));
  const keysOf: Partial<Record<ActionId, readonly string[]>> = {};
  for (const action of byPriority) {
    const wantedKeystrokes = preferences.keys[action.id] ?? action.keys;
    const freeKeystrokes = wantedKeystrokes.filter((keystroke) => !actionOf.has(keystroke));
    for (const keystroke of freeKeystrokes) actionOf.set(keystroke, action.id);
    keysOf[action.id] = freeKeystrokes;
  }
  return { keysOf, actionOf, isSingleKeysOff: preferences.isSingleKeysOff };
}

/**
 * The action of a keystroke, or null. In a text field only keystrokes that cannot be typed have actions, and Escape
 * leaves the field. During IME composition no keystroke has an action.
 */
export function findAction(
  keymap: Keymap,
  keystroke: string,
  { isTyping, isComposing }: { isTyping: boolean; isComposing: boolean },
): ActionId | null {
  if (isComposing) return null;
  const action = keymap.actionOf.get(keystroke) ?? null;
  if (action === null || !typesCharacter(keystroke) || action === "leave") return action;
  return isTyping || (keymap.isSingleKeysOff && keystroke !== "Escape") ? null : action;
}

/** The digit of a rule: "1" for the first. Null for another keystroke, and if single keys are disabled. */
export function findRuleIndex(keymap: Keymap, keystroke: string, isTyping: boolean): number | null {
  if (isTyping || keymap.isSingleKeysOff || keymap.actionOf.has(keystroke)) return null;
  return /^[1-9]$/u.test(keystroke) ? Number(keystroke) - 1 : null;
}

/** Why a keystroke cannot be assigned to an action, as a sentence; null if it can. */
export function findKeyProblem(keymap: Keymap, id: ActionId, keystroke: string): string | null {
  if (/^(?:shift\+)?Tab$/u.test(keystroke)) return "Tab moves between the parts of the page and cannot be reassigned.";
  if (/^[1-9]$/u.test(keystroke)) return "Digits select the reasons of a change.";
  if (keystroke === "Enter" || keystroke === "Space") return "Enter and Space press the button that has the focus.";
  if (/^mod\+[acvxtwnrlf]$/u.test(keystroke)) return "The browser uses this shortcut.";
  const holder = keymap.actionOf.get(keystroke);
  if (holder === undefined || holder === id) return null;
  return `Already assigned: ${allActions.find((action) => action.id === holder)?.label ?? holder}.`;
}

/** Reads stored preferences; invalid entries are ignored, so that an old entry never locks the keyboard. */
export function parseKeyPreferences(value: unknown): KeyPreferences {
  if (typeof value !== "object" || value === null) return defaultKeys;
  const { keys, isSingleKeysOff } = value as { keys?: unknown; isSingleKeysOff?: unknown };
  const parsed: KeyPreferences["keys"] = {};
  for (const { id } of allActions) {
    const chosen = typeof keys === "object" && keys !== null ? (keys as Record<string, unknown>)[id] : undefined;
    if (!Array.isArray(chosen)) continue;
    parsed[id] = chosen.filter((one): one is string => typeof one === "string" && one.length <= 40).slice(0, 4);
  }
  return { keys: parsed, isSingleKeysOff: isSingleKeysOff === true };
}
