import { describe, expect, it } from "vitest";
import { SubmitGuard } from "./submit-guard.ts";

describe("a press that submits", () => {
  it("submits once when it is doubled, and again 500 ms after the next item was painted", () => {
    const guard = new SubmitGuard();
    expect(guard.isSecond(1_000)).toBe(false);
    guard.handedIn(1_000);
    guard.shown(1_030);
    expect(guard.isSecond(1_031)).toBe(true);
    expect(guard.isSecond(1_529)).toBe(true);
    expect(guard.isSecond(1_530)).toBe(false);
  });

  it("does not submit an item that was not painted yet, however late the press arrives", () => {
    const guard = new SubmitGuard();
    guard.handedIn(1_000);
    expect(guard.isSecond(60_000)).toBe(true);
    guard.shown(60_010);
    // Pressed before the item was painted, handled after.
    expect(guard.isSecond(1_080)).toBe(true);
    expect(guard.isSecond(60_511)).toBe(false);
  });

  it("is meant after any other key, however fast somebody is", () => {
    const guard = new SubmitGuard();
    guard.handedIn(1_000);
    guard.release();
    expect(guard.isSecond(1_030)).toBe(false);
    guard.shown(1_031);
    expect(guard.isSecond(1_032)).toBe(false);
  });
});
