import { expect, it } from "vitest";
import { readRange } from "./read-range.ts";

it.each([
  [null, null],
  ["bytes=0-", { start: 0, end: 99 }],
  ["bytes=10-19", { start: 10, end: 19 }],
  ["bytes=90-1000", { start: 90, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-1000", { start: 0, end: 99 }],
  ["bytes=99-99", { start: 99, end: 99 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  // A server may send the whole file instead.
  ["bytes=0-1,5-6", null],
  ["bytes=5-2", null],
  ["bytes=-", null],
  ["items=0-1", null],
])("reads %s of 100 bytes", (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});
