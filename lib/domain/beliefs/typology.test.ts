import { describe, expect, it } from "vitest";
import { categories, dimensions, getCategory } from "./typology.ts";

describe("the typology", () => {
  it("has 4 dimensions and 19 categories, as section 3 of the paper describes them", () => {
    expect(dimensions).toHaveLength(4);
    const sizes = dimensions.map(({ id }) => categories.filter(({ dimension }) => dimension === id).length);
    expect(sizes).toEqual([7, 3, 2, 7]);
  });

  it("names and defines every category once, with an example of the same claim", () => {
    expect(new Set(categories.map(({ id }) => id)).size).toBe(19);
    for (const { definition, example } of categories) {
      expect(definition).toMatch(/^[A-Z].*\.$/);
      expect(example).toContain("Norway");
      expect(example).toContain("Tampere");
    }
    expect(new Set(categories.map(({ example }) => example)).size).toBe(19);
  });

  it("knows no category of another name", () => {
    expect(getCategory("weak")?.dimension).toBe("epistemic_stance");
    expect(getCategory("presupposition")).toBeNull();
    expect(getCategory("constructor")).toBeNull();
  });
});
