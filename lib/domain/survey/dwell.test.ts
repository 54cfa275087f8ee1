import { expect, it } from "vitest";
import { dwellIsOver, dwellLeftMs } from "./dwell.ts";

const at = (milliseconds: number) => new Date(1_000_000 + milliseconds);

it("lets nobody leave a screen a millisecond early, and nobody wait longer than the dwell", () => {
  expect(dwellLeftMs(at(0), 60_000, at(59_999))).toBe(1);
  expect(dwellIsOver(at(0), 60_000, at(59_999))).toBe(false);
  expect(dwellIsOver(at(0), 60_000, at(60_000))).toBe(true);
  // The clock was set back.
  expect(dwellLeftMs(at(0), 60_000, at(-5_000))).toBe(60_000);
  expect(dwellIsOver(at(0), 0, at(-5_000))).toBe(true);
});
