import { describe, expect, it } from "vitest";
import { arrivalWaits, briefWaitMs } from "./slot-wait.ts";

describe("a new arrival of a group", () => {
  it("waits where nothing is free and something is held, however long it has waited", () => {
    expect(arrivalWaits(0, 1, 0)).toBe(true);
    expect(arrivalWaits(0, 1, 10 * briefWaitMs)).toBe(true);
    expect(arrivalWaits(0, 0, 0)).toBe(false);
  });

  it("waits briefly where hardly anything is free and nine in ten are held, and then takes what is free", () => {
    expect(arrivalWaits(1, 8, 0)).toBe(false);
    expect(arrivalWaits(1, 9, 0)).toBe(true);
    expect(arrivalWaits(4, 36, briefWaitMs - 1)).toBe(true);
    expect(arrivalWaits(4, 36, briefWaitMs)).toBe(false);
    expect(arrivalWaits(5, 1_000, 0)).toBe(false);
  });
});
