import { describe, expect, it } from "vitest";
import { findKeyEffect } from "./key-move.ts";

const place = { step: 1, steps: 4, world: null, persons: 3 };

describe("a key in the explorer", () => {
  it("goes through the steps and stops at both ends", () => {
    expect(findKeyEffect("ArrowRight", place)).toEqual({ to: "step", step: 2 });
    expect(findKeyEffect("ArrowRight", { ...place, step: 3 })).toEqual({ to: "step", step: 3 });
    expect(findKeyEffect("ArrowLeft", { ...place, step: 0 })).toEqual({ to: "step", step: 0 });
    expect(findKeyEffect("Home", place)).toEqual({ to: "step", step: 0 });
    expect(findKeyEffect("End", place)).toEqual({ to: "step", step: 3 });
  });

  it("goes round the worlds, once one has the focus", () => {
    expect(findKeyEffect("ArrowDown", place)).toBeNull();
    expect(findKeyEffect("ArrowDown", { ...place, world: 7 })).toEqual({ to: "world", world: 0 });
    expect(findKeyEffect("ArrowUp", { ...place, world: 0 })).toEqual({ to: "world", world: 7 });
  });

  it("changes one person's fact, for persons there are", () => {
    expect(findKeyEffect("2", { ...place, world: 5 })).toEqual({ to: "world", world: 7 });
    expect(findKeyEffect("3", { ...place, world: 5 })).toEqual({ to: "world", world: 1 });
    expect(findKeyEffect("4", { ...place, world: 5 })).toBeNull();
    expect(findKeyEffect("0", { ...place, world: 5 })).toBeNull();
  });

  it("leaves other keys alone", () => {
    for (const key of ["Tab", "Enter", "a", "PageDown"]) expect(findKeyEffect(key, { ...place, world: 1 })).toBeNull();
    expect(findKeyEffect("Escape", place)).toEqual({ to: "unpin" });
  });
});
