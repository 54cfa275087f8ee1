import { describe, expect, it } from "vitest";
import { cellMark } from "./cell-mark.ts";

describe("the mark between cells", () => {
  it.each([
    ["id,answer\n1;2;3;4,5", ","],
    ["id;answer, in words;model\r\n1,2,3,4", ";"],
    ["id\tanswer\n", "\t"],
    ["id;answer,model", ","],
    ["id", ","],
    ["", ","],
  ])("is the most frequent of the first line: %j", (start, mark) => {
    expect(cellMark(start)).toBe(mark);
  });
});
