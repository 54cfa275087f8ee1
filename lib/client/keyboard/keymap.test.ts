import { describe, expect, it } from "vitest";
import { reviewActions, taskActions } from "./key-actions.ts";
import { actionFor, keymapFrom, keyRefusal, parseKeyPreferences, ruleFor, usualKeys } from "./keymap.ts";
import { ariaKeys, isWriting, keyCaps, keystrokeOf } from "./keystroke.ts";

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
    expect(keystrokeOf(press("?", { shiftKey: true }), false)).toBe("?");
    expect(keystrokeOf(press("A", { shiftKey: true }), false)).toBe("shift+a");
    expect(keystrokeOf(press("Enter", { ctrlKey: true }), false)).toBe("mod+Enter");
    expect(keystrokeOf(press("Enter", { metaKey: true }), true)).toBe("mod+Enter");
    expect(keystrokeOf(press("Enter", { metaKey: true }), false)).toBe("meta+Enter");
    expect(keystrokeOf(press("Z", { ctrlKey: true, shiftKey: true }), false)).toBe("mod+shift+z");
    expect(keystrokeOf(press(" "), false)).toBe("Space");
    expect(keystrokeOf(press("Shift", { shiftKey: true }), false)).toBeNull();
    expect(keystrokeOf(press("Process"), false)).toBeNull();
  });

  it("writes unless Control, Command or a function key is in it; Alt writes on many keyboards", () => {
    expect(["a", "?", "alt+l", "shift+a", "Escape"].every(isWriting)).toBe(true);
    expect(["mod+Enter", "mod+shift+z", "meta+a", "F2"].some(isWriting)).toBe(false);
  });

  it("is drawn as the keys of the person's own computer", () => {
    expect(keyCaps("mod+shift+z", false)).toEqual(["Ctrl", "Shift", "Z"]);
    expect(keyCaps("mod+Enter", true)).toEqual(["⌘", "↩"]);
    expect(keyCaps("mod++", false)).toEqual(["Ctrl", "+"]);
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
    const keymap = keymapFrom(usualKeys);
    for (const action of taskActions) {
      for (const key of action.keys) {
        expect(actionFor(keymap, key, outside)).toBe(action.id);
        expect(actionFor(keymap, key, { isTyping: true, isComposing: true })).toBeNull();
        if (key.length === 1) expect(actionFor(keymap, key, typing)).toBeNull();
      }
    }
    expect(actionFor(keymap, "mod+Enter", typing)).toBe("submit");
    expect(actionFor(keymap, "Escape", typing)).toBe("leave");
    expect(ruleFor(keymap, "3", false)).toBe(2);
    expect(ruleFor(keymap, "3", true)).toBeNull();
  });

  it("lets a chosen keystroke win over the usual one of another action", () => {
    const keymap = keymapFrom({ keys: { submit: ["p"] }, isSingleKeysOff: false });
    expect(actionFor(keymap, "p", outside)).toBe("submit");
    expect(keymap.keysOf.park).toEqual([]);
    expect(actionFor(keymap, "mod+Enter", outside)).toBeNull();
    expect(keyRefusal(keymap, "skip", "p")).toContain("Submit");
    expect(keyRefusal(keymap, "skip", "Tab")).not.toBeNull();
    expect(keyRefusal(keymap, "skip", "ö")).toBeNull();
  });

  it("can do without single keys", () => {
    const keymap = keymapFrom({ keys: {}, isSingleKeysOff: true });
    expect(actionFor(keymap, "a", outside)).toBeNull();
    expect(actionFor(keymap, "mod+Enter", outside)).toBe("submit");
    expect(actionFor(keymap, "Escape", outside)).toBe("leave");
    expect(ruleFor(keymap, "1", false)).toBeNull();
  });

  it("reads what was stored, and leaves out what does not fit", () => {
    expect(parseKeyPreferences(null)).toEqual(usualKeys);
    expect(parseKeyPreferences({ keys: { submit: ["x", 3], nonsense: ["y"] }, isSingleKeysOff: "yes" })).toEqual({
      keys: { submit: ["x"] },
      isSingleKeysOff: false,
    });
  });
});
