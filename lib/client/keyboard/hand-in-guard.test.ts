import { describe, expect, it } from "vitest";
import { HandInGuard } from "./hand-in-guard.ts";

describe("a press that hands in", () => {
  it("hands in once when it is doubled, and again once that is over", () => {
    const guard = new HandInGuard();
    expect(guard.isSecond(1_000)).toBe(false);
    guard.handedIn(1_000);
    expect(guard.isSecond(1_001)).toBe(true);
    expect(guard.isSecond(1_499)).toBe(true);
    expect(guard.isSecond(1_500)).toBe(false);
  });

  it("is meant after any other key, however fast somebody is", () => {
    const guard = new HandInGuard();
    guard.handedIn(1_000);
    guard.otherKey();
    expect(guard.isSecond(1_030)).toBe(false);
  });
});
