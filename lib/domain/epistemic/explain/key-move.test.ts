import { describe, expect, it } from "vitest";
import { keyMove } from "./key-move.ts";

const place = { step: 1, steps: 4, world: null, persons: 3 };

describe("a key in the explorer", () => {
  it("goes through the steps and stops at both ends", () => {
    expect(keyMove("ArrowRight", place)).toEqual({ to: "step", step: 2 });
    expect(keyMove("ArrowRight", { ...place, step: 3 })).toEqual({ to: "step", step: 3 });
    expect(keyMove("ArrowLeft", { ...place, step: 0 })).toEqual({ to: "step", step: 0 });
    expect(keyMove("Home", place)).toEqual({ to: "step", step: 0 });
    expect(keyMove("End", place)).toEqual({ to: "step", step: 3 });
  });

  it("goes round the worlds, once one has the focus", () => {
    expect(keyMove("ArrowDown", place)).toBeNull();
    expect(keyMove("ArrowDown", { ...place, world: 7 })).toEqual({ to: "world", world: 0 });
    expect(keyMove("ArrowUp", { ...place, world: 0 })).toEqual({ to: "world", world: 7 });
  });

  it("changes one person's fact, for persons there are", () => {
    expect(keyMove("2", { ...place, world: 5 })).toEqual({ to: "world", world: 7 });
    expect(keyMove("3", { ...place, world: 5 })).toEqual({ to: "world", world: 1 });
    expect(keyMove("4", { ...place, world: 5 })).toBeNull();
    expect(keyMove("0", { ...place, world: 5 })).toBeNull();
  });

  it("leaves other keys alone", () => {
    for (const key of ["Tab", "Enter", "a", "PageDown"]) expect(keyMove(key, { ...place, world: 1 })).toBeNull();
    expect(keyMove("Escape", place)).toEqual({ to: "release" });
  });
});
