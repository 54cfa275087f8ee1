import { describe, expect, it } from "vitest";
import { parseTableHead } from "./cell-mark.ts";

describe("the mark between cells", () => {
  it.each([
    ["id,answer\n1;2;3;4,5", ","],
    ["id;answer, in words;model\r\n1,2,3,4", ";"],
    ["id\tanswer\n", "\t"],
    ["id;answer,model", ","],
    ["id;answer\r1,2,3,4", ";"],
    ["id", ","],
    ['"a;b;c",d', ","],
    ["", ","],
  ])("is the most frequent of the first line: %j", (start, mark) => {
    expect(parseTableHead(start).mark).toBe(mark);
  });

  it("may stand on a line of its own before the columns, as spreadsheets write it", () => {
    expect(parseTableHead("sep=;\r\nid;answer, in words\r\n")).toEqual({
      mark: ";",
      header: "id;answer, in words",
      isSeparatorDeclared: true,
    });
    expect(parseTableHead("separator;answer\n")).toMatchObject({
      header: "separator;answer",
      isSeparatorDeclared: false,
    });
  });
});
