import { describe, expect, it } from "vitest";
import { matchPeopleAcrossSites, type PersonMatch } from "./match-people.ts";

const person = (name: string, digest: string | null, startedAt: number, source = "prolific"): PersonMatch => ({
  person: name,
  startedAt,
  match: digest === null ? null : { source, digest },
});

describe("people of several sites", () => {
  it("count once, where they started first", () => {
    const found = matchPeopleAcrossSites([
      [person("a1", "x", 30), person("a2", "y", 10)],
      [person("b1", "x", 20), person("b2", "z", 10)],
      [person("c1", "x", 40), person("c2", "y", 50)],
    ]);
    expect([...found.repeated].sort()).toEqual(["a1", "c1", "c2"]);
    expect(found.overlap).toBe("3 people took part at several sites and count at the first only.");
  });

  it("are not compared within a site", () => {
    const { repeated, overlap } = matchPeopleAcrossSites([
      [person("a1", "x", 1), person("a2", "x", 2)],
      [person("b1", "y", 1)],
    ]);
    expect(repeated.size).toBe(0);
    expect(overlap).toBe("No person was found at several sites.");
  });

  it("are an unknown overlap where a digest is missing or the recruiters differ", () => {
    expect(matchPeopleAcrossSites([[person("a", "x", 1)], [person("b", null, 1), person("c", "x", 2)]])).toEqual({
      repeated: new Set(["c"]),
      overlap:
        "Overlap of people unknown: 1 participant has no id that the key matches. One person took part at several sites and counts at the first only.",
    });
    expect(matchPeopleAcrossSites([[person("a", "x", 1)], [person("b", "y", 1, "mturk")]]).overlap).toBe(
      "Overlap of people unknown: the sites used different recruiters. No person was found at several sites.",
    );
  });
});
