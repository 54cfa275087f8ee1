import { describe, expect, it } from "vitest";
import { prepareReasons } from "./prepare-reasons.ts";

describe("reasons", () => {
  it("are counted by item and by what they were given for, the most frequent first", () => {
    const rows = prepareReasons([
      { itemId: "1", of: "refined", codes: ["marks", "no-magic"] },
      // An item that is judged again counts once.
      { itemId: "1", of: "refined", codes: ["no-magic"] },
      { itemId: "2", of: "refined", codes: ["no-magic"] },
      { itemId: "3", of: "refined", codes: [] },
      { itemId: "2", of: "returned", codes: ["no-magic"] },
    ]);
    expect(rows.map(({ code }) => code)).toEqual(["no-magic", "marks"]);
    expect(rows[0]?.shares).toMatchObject({
      ...{ refined: { k: 2, n: 2 }, returned: { k: 1, n: 1 }, unusable: { k: 0, n: 0, estimate: null } },
    });
    expect(rows[1]).toMatchObject({ label: "A mark is in the wrong place", shares: { refined: { k: 1, n: 2 } } });
    expect(prepareReasons([])).toEqual([]);
  });
});
