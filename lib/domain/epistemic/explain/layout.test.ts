import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyProblem } from "../testing/arbitrary-problems.ts";
import { explainProblem } from "./explain-problem.ts";
import { type LayoutShape, layoutWorlds } from "./layout.ts";
import { drawLinkPath } from "./link-path.ts";
import { countDifferences, listLinks } from "./links.ts";
import { createShortLabels } from "./short-labels.ts";

const shapes: LayoutShape[] = ["wide", "narrow"];
const cases = [2, 3, 4, 5, 6].flatMap((persons) => shapes.map((shape) => [persons, shape] as const));

describe("the layout of worlds", () => {
  it.each(cases)("of %d persons, %s, keeps every tile inside and apart from the others", (persons, shape) => {
    const { width, height, tile, places } = layoutWorlds(persons, shape);
    expect(places).toHaveLength(2 ** persons);
    for (const [world, { x, y }] of places.entries()) {
      expect(x - tile.width / 2).toBeGreaterThanOrEqual(0);
      expect(x + tile.width / 2).toBeLessThanOrEqual(width);
      expect(y - tile.height / 2).toBeGreaterThanOrEqual(0);
      expect(y + tile.height / 2).toBeLessThanOrEqual(height);
      for (const other of places.slice(world + 1)) {
        expect(Math.abs(other.x - x) >= tile.width || Math.abs(other.y - y) >= tile.height).toBe(true);
      }
    }
  });

  it.each(cases)("of %d persons, %s, gives each person's fact one direction", (persons, shape) => {
    const { places } = layoutWorlds(persons, shape);
    for (let person = 0; person < persons; person += 1) {
      const steps = places.flatMap((place, world) => {
        const other = places[world | (1 << person)]!;
        return ((world >> person) & 1) === 1 ? [] : [`${other.x - place.x} ${other.y - place.y}`];
      });
      expect(new Set(steps).size).toBe(1);
    }
  });

  it("puts each world into the panel of its facts", () => {
    const { places, panels } = layoutWorlds(5, "wide");
    for (const { x, y, width, height, facts } of panels) {
      const inside = places.flatMap((place, world) =>
        place.x > x && place.x < x + width && place.y > y && place.y < y + height ? [world] : [],
      );
      expect(inside).toHaveLength(8);
      for (const { person, fact } of facts)
        expect(inside.every((world) => ((world >> person) & 1) === Number(fact))).toBe(true);
    }
  });

  it("refuses numbers of persons that are not explained", () => {
    for (const persons of [0, 1, 7, 2.5]) expect(() => layoutWorlds(persons, "wide")).toThrow(RangeError);
  });
});

describe("the links between worlds", () => {
  it("join exactly the worlds that a person cannot tell apart, whatever the problem and the step", () => {
    fc.assert(
      fc.property(anyProblem, (problem) => {
        const result = explainProblem(problem);
        if (!result.ok) throw new Error(result.reason);
        for (const { partitions } of result.explanation.steps) {
          const links = listLinks(partitions);
          for (const { person, groups } of partitions) {
            for (const group of groups) {
              const own = links.filter((link) => link.persons.includes(person) && group.includes(link.from));
              expect(own.every(({ from, to }) => from < to && group.includes(to))).toBe(true);
              expect(reached(group[0]!, own)).toEqual(new Set(group));
            }
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it("prefer lines along which one fact changes", () => {
    const group = { person: 0, name: "Ann", groups: [[0, 1, 2, 3]] };
    expect(listLinks([group]).map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
    ]);
    expect(listLinks([{ ...group, groups: [[1, 2]] }])).toEqual([{ from: 1, to: 2, persons: [0] }]);
    expect(countDifferences(5, 2)).toBe(3);
  });

  it("are drawn past the tiles in their way", () => {
    const layout = layoutWorlds(3, "wide");
    expect(drawLinkPath(layout, 0, 2).d).toMatch(/^M[\d. ]+L[\d. ]+$/);
    expect(drawLinkPath(layout, 0, 7).d).toContain("Q");
  });

  it("of several persons run side by side and have their labels apart", () => {
    const layout = layoutWorlds(3, "narrow");
    const paths = [0, 1, 2].map((lane) => drawLinkPath(layout, 0, 1, lane, 3));
    expect(new Set(paths.map(({ d }) => d)).size).toBe(3);
    const [one, two] = paths;
    expect(Math.hypot(one!.label.x - two!.label.x, one!.label.y - two!.label.y)).toBeGreaterThan(14);
  });
});

describe("short labels", () => {
  it("are as short as they can be without being alike", () => {
    expect(createShortLabels(["Ann", "Bob"])).toEqual(["A", "B"]);
    expect(createShortLabels(["Ann", "Alma", "Bob"])).toEqual(["An", "Al", "B"]);
    expect(createShortLabels(["Anna", "Anton", "Bob"])).toEqual(["A1", "A2", "B"]);
  });
});

function reached(start: number, links: readonly { from: number; to: number }[]): Set<number> {
  const found = new Set([start]);
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const { from, to } of links) {
      if (found.has(from) || found.has(to)) found.add(from).add(to);
    }
  }
  return found;
}
