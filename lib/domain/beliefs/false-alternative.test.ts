import { describe, expect, it } from "vitest";
import { broaderNames } from "./broader-names.ts";
import { alsoTrue } from "./false-alternative.ts";
import { plainName } from "./plain-name.ts";
import { excludesTruth, parseTuple } from "./tuple.ts";

const fact = {
  subject: "Joseph Schubert",
  relation: "religion",
  object_ctx: "Christianity",
  object_pri: "Catholic Church",
  object_ctx_aliases: [],
  object_prior_aliases: ["Roman Catholic Church"],
  possible_prior_answers: ["Catholic Church", "Roman Catholic Church"],
  subject_relation: "the religion of Joseph Schubert",
  extra_info_obj_ctx: "is the religion of Somebody",
  condition: "Warsaw is the capital of Poland",
  counterfactual_condition: "Warsaw were not the capital of Poland",
};

describe("a false alternative", () => {
  it("is none where it contains the truth, by a broader name, by an accepted one or by words within words", () => {
    const read = (objectPrior: string, objectContext: string, accepted: string[] = []) =>
      alsoTrue({ objectPrior, objectContext, accepted });
    expect(read("Catholic Church", "Christianity")).toBe("contextIsBroader");
    // By a common neighbour, and by another accepted name.
    expect(read("Hasidic Judaism", "Judaism")).not.toBeNull();
    expect(read("technical death metal", "Heavy Metal")).toBe("contextIsBroader");
    expect(read("Kirche", "Christianity", ["Lutheranism"])).toBe("contextIsBroader");
    expect(read("Quebec City", "Québec", ["Québec"])).toBe("contextIsAccepted");
    expect(read("science fiction film", "film")).toBe("objectsOverlap");
    expect(read("Catholic Church", "Baptists")).toBeNull();
    expect(read("Christianity", "Catholic Church")).toBeNull();
    expect(read("association football", "basketball", ["football", "soccer"])).toBeNull();
  });

  it("is noted at import, where the fact is read", () => {
    const parsed = parseTuple(fact);
    if (!parsed.ok) throw new Error(parsed.message);
    expect(parsed.notes.map(({ reason }) => reason)).toEqual(["contextIsBroader"]);
    expect(excludesTruth(parsed.tuple)).toBe(false);
    const other = parseTuple({ ...fact, object_ctx: "Judaism" });
    expect(other.ok && excludesTruth(other.tuple)).toBe(true);
  });
});

describe("the names that stand for more than others", () => {
  it("are written as they are compared, hold nothing twice, and never contain themselves", () => {
    for (const [broader, contents] of Object.entries(broaderNames)) {
      for (const name of [broader, ...contents]) expect(plainName(name)).toBe(name);
      expect(new Set(contents).size).toBe(contents.length);
      const seen = new Set<string>();
      const visit = (name: string): void => {
        for (const content of broaderNames[name] ?? []) {
          if (seen.has(content)) continue;
          seen.add(content);
          visit(content);
        }
      };
      visit(broader);
      expect(seen.has(broader), broader).toBe(false);
    }
  });
});
