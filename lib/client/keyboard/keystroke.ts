/** The fields of the browser's KeyboardEvent that shortcuts use. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * Formats a key press as text: "a", "?", "Escape", "mod+Enter", "mod+shift+z". `mod` is Command on a Mac and Control on
 * other systems. Letters are identified by character, not by physical key, so that shortcuts follow the keyboard
 * layout. Shift is included only if the character does not imply it. Null for a modifier without another key.
 */
export function toKeystroke(press: KeyPress, isMac: boolean): string | null {
  if (["Control", "Meta", "Alt", "AltGraph", "Shift", "CapsLock", "Dead", "Process"].includes(press.key)) return null;
  const hasMod = isMac ? press.metaKey : press.ctrlKey;
  const hasOtherModifier = isMac ? press.ctrlKey : press.metaKey;
  const isLetter = /^\p{L}$/u.test(press.key);
  const isCharacter = [...press.key].length === 1;
  const key = press.key === " " ? "Space" : isLetter ? press.key.toLowerCase() : press.key;
  const parts = [
    hasMod ? "mod" : "",
    hasOtherModifier ? (isMac ? "ctrl" : "meta") : "",
    press.altKey ? "alt" : "",
    // Only the character counts: "?" needs Shift on most keyboards but not on all.
    press.shiftKey && (isLetter || !isCharacter || press.key === " ") ? "shift" : "",
    key,
  ];
  return parts.filter((part) => part !== "").join("+");
}

/** Whether a keystroke types a character. In a text field it must then have no action. */
export function typesCharacter(keystroke: string): boolean {
  return !/^(?:.*\+)?(?:mod|ctrl|meta)\+/u.test(keystroke) && !/^F\d{1,2}$/u.test(keystroke);
}

const NAMES: Readonly<Record<string, string>> = {
  mod: "Ctrl",
  ctrl: "Ctrl",
  alt: "Alt",
  shift: "Shift",
  meta: "Meta",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
};

const MAC_NAMES: Readonly<Record<string, string>> = {
  ...NAMES,
  mod: "⌘",
  alt: "⌥",
  shift: "⇧",
  Enter: "↩",
};

/** The key labels of a keystroke: ["Ctrl", "Enter"], on a Mac ["⌘", "↩"]. */
export function keyLabels(keystroke: string, isMac: boolean): string[] {
  const names = isMac ? MAC_NAMES : NAMES;
  // "mod++": the last plus sign is the key itself.
  const keys =
    keystroke === "+"
      ? ["+"]
      : keystroke.endsWith("++")
        ? [...keystroke.slice(0, -2).split("+"), "+"]
        : keystroke.split("+");
  return keys.map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}

/** The value of `aria-keyshortcuts` for a keystroke. */
export function ariaKeys(keystroke: string, isMac: boolean): string {
  const names: Readonly<Record<string, string>> = {
    mod: isMac ? "Meta" : "Control",
    ctrl: "Control",
    alt: "Alt",
    shift: "Shift",
    meta: "Meta",
  };
  return keystroke
    .split("+")
    .map((part) => names[part] ?? part)
    .join("+");
}
