import { describe, expect, it } from "vitest";
import { findKeyMove } from "./key-move.ts";

const place = { step: 1, steps: 4, world: null, persons: 3 };

describe("a key in the explorer", () => {
  it("goes through the steps and stops at both ends", () => {
    expect(findKeyMove("ArrowRight", place)).toEqual({ to: "step", step: 2 });
    expect(findKeyMove("ArrowRight", { ...place, step: 3 })).toEqual({ to: "step", step: 3 });
    expect(findKeyMove("ArrowLeft", { ...place, step: 0 })).toEqual({ to: "step", step: 0 });
    expect(findKeyMove("Home", place)).toEqual({ to: "step", step: 0 });
    expect(findKeyMove("End", place)).toEqual({ to: "step", step: 3 });
  });

  it("goes round the worlds, once one has the focus", () => {
    expect(findKeyMove("ArrowDown", place)).toBeNull();
    expect(findKeyMove("ArrowDown", { ...place, world: 7 })).toEqual({ to: "world", world: 0 });
    expect(findKeyMove("ArrowUp", { ...place, world: 0 })).toEqual({ to: "world", world: 7 });
  });

  it("changes one person's fact, for persons there are", () => {
    expect(findKeyMove("2", { ...place, world: 5 })).toEqual({ to: "world", world: 7 });
    expect(findKeyMove("3", { ...place, world: 5 })).toEqual({ to: "world", world: 1 });
    expect(findKeyMove("4", { ...place, world: 5 })).toBeNull();
    expect(findKeyMove("0", { ...place, world: 5 })).toBeNull();
  });

  it("leaves other keys alone", () => {
    for (const key of ["Tab", "Enter", "a", "PageDown"]) expect(findKeyMove(key, { ...place, world: 1 })).toBeNull();
    expect(findKeyMove("Escape", place)).toEqual({ to: "release" });
  });
});
