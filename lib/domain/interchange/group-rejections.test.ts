import { expect, it } from "vitest";
import { formatRejectedValues, groupRejections } from "./group-rejections.ts";

it("groups lines with one reason, and lists each value once with the earlier line that it contradicts", () => {
  const repeatedId = { field: "id", message: "is the ID of an earlier item with other content" };
  const groups = groupRejections([
    { ...repeatedId, line: 4, value: "a", earlierLine: 1 },
    { ...repeatedId, line: 5, value: "a", earlierLine: 1 },
    { field: "gold", message: "must be true or false", line: 6, value: "" },
    { ...repeatedId, line: 7, value: "b", earlierLine: 2 },
  ]);
  expect(groups.map(({ field, lines }) => [field, lines])).toEqual([
    ["id", [4, 5, 7]],
    ["gold", [6]],
  ]);
  expect(groups.map(({ values }) => formatRejectedValues(values, "row"))).toEqual([
    "“a” (see row 1), “b” (see row 2)",
    "empty",
  ]);
});
