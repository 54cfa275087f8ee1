import { type ActionId, type KeyAction, reviewActions, taskActions } from "./key-actions.ts";
import { typesCharacter } from "./keystroke.ts";

/** A user's changes to the default keys, stored with their preferences. */
export interface KeyPreferences {
  /** Keystrokes by action, which replace the default ones; an empty list removes all keys of the action. */
  keys: Partial<Record<ActionId, readonly string[]>>;
  /** Whether plain letters and digits are disabled, for users of speech input (WCAG 2.1.4). */
  isSingleKeysOff: boolean;
}

/** The keystrokes of one user and the actions that they trigger. */
export interface Keymap {
  /** The keys of each action; an action that this screen lacks has none. */
  keysOf: Readonly<Partial<Record<ActionId, readonly string[]>>>;
  actionOf: ReadonlyMap<string, ActionId>;
  isSingleKeysOff: boolean;
}

const allActions: readonly (KeyAction & { id: ActionId })[] = [...taskActions, ...reviewActions];

export const defaultKeys: KeyPreferences = { keys: {}, isSingleKeysOff: false };

/**
 * Combines the default keys and the preferences. If two actions have the same keystroke, it triggers the action for
 * which the user chose it.
 */
export function buildKeymap(
  preferences: KeyPreferences,
  actions: readonly (KeyAction & { id: ActionId })[] = taskActions,
): Keymap {
  const actionOf = new Map<string, ActionId>();
  const isChosen = (id: ActionId) => preferences.keys[id] !== undefined;
  const prioritisedActions = [...actions].sort((left, right) => Number(isChosen(right.id)) - Number(isChosen(left.id)));
  const keysOf: Partial<Record<ActionId, readonly string[]>> = {};
  for (const action of prioritisedActions) {
    const wantedKeystrokes = preferences.keys[action.id] ?? action.keys;
    const freeKeystrokes = wantedKeystrokes.filter((keystroke) => !actionOf.has(keystroke));
    for (const keystroke of freeKeystrokes) actionOf.set(keystroke, action.id);
    keysOf[action.id] = freeKeystrokes;
  }
  return { keysOf, actionOf, isSingleKeysOff: preferences.isSingleKeysOff };
}

/**
 * Returns the action of a keystroke, or null. In a text field, a keystroke that types a character has no action, and
 * Escape leaves the field. During IME composition no keystroke has an action.
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

/**
 * The index of the rule whose digit was pressed: 0 for "1". Null for other keystrokes, and if single keys are disabled.
 */
export function findRuleIndex(keymap: Keymap, keystroke: string, isTyping: boolean): number | null {
  if (isTyping || keymap.isSingleKeysOff || keymap.actionOf.has(keystroke)) return null;
  return /^[1-9]$/u.test(keystroke) ? Number(keystroke) - 1 : null;
}

/** The reason, as a sentence, why a keystroke cannot be assigned to an action; null if it can. */
export function findKeyProblem(keymap: Keymap, id: ActionId, keystroke: string): string | null {
  if (/^(?:shift\+)?Tab$/u.test(keystroke)) return "Tab moves between the parts of the page and cannot be reassigned.";
  if (/^[1-9]$/u.test(keystroke)) return "Digits select the reasons of a change.";
  if (keystroke === "Enter" || keystroke === "Space") return "Enter and Space press the button that has the focus.";
  if (/^mod\+[acvxtwnrlf]$/u.test(keystroke)) return "The browser uses this shortcut.";
  const holder = keymap.actionOf.get(keystroke);
  if (holder === undefined || holder === id) return null;
  return `Already assigned: ${allActions.find((action) => action.id === holder)?.label ?? holder}.`;
}

/** Parses stored preferences. Invalid entries are ignored, so that an outdated entry never disables the keyboard. */
export function parseKeyPreferences(value: unknown): KeyPreferences {
  if (typeof value !== "object" || value === null) return defaultKeys;
  const { keys, isSingleKeysOff } = value as { keys?: unknown; isSingleKeysOff?: unknown };
  const parsed: KeyPreferences["keys"] = {};
  for (const { id } of allActions) {
    const keystrokes = typeof keys === "object" && keys !== null ? (keys as Record<string, unknown>)[id] : undefined;
    if (!Array.isArray(keystrokes)) continue;
    parsed[id] = keystrokes.filter((one): one is string => typeof one === "string" && one.length <= 40).slice(0, 4);
  }
  return { keys: parsed, isSingleKeysOff: isSingleKeysOff === true };
}
