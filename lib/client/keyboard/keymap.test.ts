import { describe, expect, it } from "vitest";
import { reviewActions, taskActions } from "./key-actions.ts";
import { buildKeymap, defaultKeys, findAction, findKeyProblem, findRuleIndex, parseKeyPreferences } from "./keymap.ts";
import { ariaKeys, keyLabels, toKeystroke, typesCharacter } from "./keystroke.ts";

const press = (key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});
const outside = { isTyping: false, isComposing: false };
const typing = { isTyping: true, isComposing: false };

describe("a keystroke", () => {
  it("goes by what was written, and names Shift only where that does not show", () => {
    expect(toKeystroke(press("?", { shiftKey: true }), false)).toBe("?");
    expect(toKeystroke(press("A", { shiftKey: true }), false)).toBe("shift+a");
    expect(toKeystroke(press("Enter", { ctrlKey: true }), false)).toBe("mod+Enter");
    expect(toKeystroke(press("Enter", { metaKey: true }), true)).toBe("mod+Enter");
    expect(toKeystroke(press("Enter", { metaKey: true }), false)).toBe("meta+Enter");
    expect(toKeystroke(press("Z", { ctrlKey: true, shiftKey: true }), false)).toBe("mod+shift+z");
    expect(toKeystroke(press(" "), false)).toBe("Space");
    expect(toKeystroke(press("Shift", { shiftKey: true }), false)).toBeNull();
    expect(toKeystroke(press("Process"), false)).toBeNull();
  });

  it("writes unless Control, Command or a function key is in it; Alt writes on many keyboards", () => {
    expect(["a", "?", "alt+l", "shift+a", "Escape"].every(typesCharacter)).toBe(true);
    expect(["mod+Enter", "mod+shift+z", "meta+a", "F2"].some(typesCharacter)).toBe(false);
  });

  it("is drawn as the keys of the person's own computer", () => {
    expect(keyLabels("mod+shift+z", false)).toEqual(["Ctrl", "Shift", "Z"]);
    expect(keyLabels("mod+Enter", true)).toEqual(["⌘", "↩"]);
    expect(keyLabels("mod++", false)).toEqual(["Ctrl", "+"]);
    expect(ariaKeys("mod+Enter", false)).toBe("Control+Enter");
  });
});

describe("the keymap", () => {
  it("gives no keystroke to two actions of one screen", () => {
    for (const actions of [taskActions, reviewActions]) {
      const all = actions.flatMap((action) => [...action.keys]);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it("fires nothing that could be typed while somebody types, and nothing at all while a character is composed", () => {
    const keymap = buildKeymap(defaultKeys);
    for (const action of taskActions) {
      for (const key of action.keys) {
        expect(findAction(keymap, key, outside)).toBe(action.id);
        expect(findAction(keymap, key, { isTyping: true, isComposing: true })).toBeNull();
        if (key.length === 1) expect(findAction(keymap, key, typing)).toBeNull();
      }
    }
    expect(findAction(keymap, "mod+Enter", typing)).toBe("submit");
    expect(findAction(keymap, "Escape", typing)).toBe("leave");
    expect(findRuleIndex(keymap, "3", false)).toBe(2);
    expect(findRuleIndex(keymap, "3", true)).toBeNull();
  });

  it("lets a chosen keystroke win over the usual one of another action", () => {
    const keymap = buildKeymap({ keys: { submit: ["p"] }, isSingleKeysOff: false });
    expect(findAction(keymap, "p", outside)).toBe("submit");
    expect(keymap.keysOf.park).toEqual([]);
    expect(findAction(keymap, "mod+Enter", outside)).toBeNull();
    expect(findKeyProblem(keymap, "skip", "p")).toContain("Submit");
    expect(findKeyProblem(keymap, "skip", "Tab")).not.toBeNull();
    expect(findKeyProblem(keymap, "skip", "ö")).toBeNull();
  });

  it("can do without single keys", () => {
    const keymap = buildKeymap({ keys: {}, isSingleKeysOff: true });
    expect(findAction(keymap, "a", outside)).toBeNull();
    expect(findAction(keymap, "mod+Enter", outside)).toBe("submit");
    expect(findAction(keymap, "Escape", outside)).toBe("leave");
    expect(findRuleIndex(keymap, "1", false)).toBeNull();
  });

  it("reads what was stored, and leaves out what does not fit", () => {
    expect(parseKeyPreferences(null)).toEqual(defaultKeys);
    expect(parseKeyPreferences({ keys: { submit: ["x", 3], nonsense: ["y"] }, isSingleKeysOff: "yes" })).toEqual({
      keys: { submit: ["x"] },
      isSingleKeysOff: false,
    });
  });
});
