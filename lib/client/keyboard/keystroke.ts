/** The fields of the browser's KeyboardEvent that shortcuts use. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * A key press as text: "a", "?", "Escape", "mod+Enter", "mod+shift+z". `mod` is Command on a Mac and Control elsewhere.
 * Letters are identified by the character, not by the physical key, so a shortcut follows the keyboard layout; Shift is
 * included only if the character does not already imply it. Null for a modifier alone.
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
    // "?" needs Shift on most keyboards and not on others; only the character is compared.
    press.shiftKey && (isLetter || !isCharacter || press.key === " ") ? "shift" : "",
    key,
  ];
  return parts.filter((part) => part !== "").join("+");
}

/** Whether a keystroke would type a character, so that it must not have an action in a text field. */
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
  // A plus sign as the key itself is the last character: "mod++".
  const parts =
    keystroke === "+"
      ? ["+"]
      : keystroke.endsWith("++")
        ? [...keystroke.slice(0, -2).split("+"), "+"]
        : keystroke.split("+");
  return parts.map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part));
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
