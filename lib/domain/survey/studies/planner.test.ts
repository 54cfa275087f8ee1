import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { storyErrorsDraft } from "../presets/kste-evaluation.ts";
import { presetSize } from "../presets/preset-size.ts";
import { street2024Protocol } from "../presets/street-2024.ts";
import { meanItemWords } from "./item-words.ts";
import { planLevels } from "./plan-levels.ts";
import { estimateMinutes, expectedMajorityAccuracy, forecastStudy, type PlannerInput } from "./planner.ts";

const street: PlannerInput = {
  sessions: 29_120,
  itemsPerSession: 1,
  items: 140,
  stories: 7,
  levels: [],
  conditions: 4,
  minutes: 6,
  payPerHour: 12,
  fee: 0.25,
  dropOut: 0.15,
  accuracy: 0.65,
  storyCorrelation: 0,
  personCorrelation: 0,
  margin: 0.1,
  alpha: 0.05,
};

describe("the planner", () => {
  it("says what the study of Street et al. takes", () => {
    const forecast = forecastStudy(street);
    expect(forecast).toMatchObject({ people: 29_120, arrivals: 34_259, hours: 2_912, designEffect: 1 });
    expect(forecast.payPerPerson).toBeCloseTo(1.2, 10);
    expect(forecast.total).toBeCloseTo(43_680, 6);
    expect(forecast.widths.map(({ n }) => n)).toEqual([52, 7_280, 29_120]);
  });

  it("says how wide the interval of each level is", () => {
    const items = Array.from({ length: 140 }, (_, index) => ({
      attributes: { [index % 2 ? "order" : "level"]: String(2 + (Math.floor(index / 2) % 5)), story: `s${index % 7}` },
    }));
    const levels = planLevels(items, []);
    expect(levels.map(({ name }) => name)).toEqual(
      [2, 3, 4, 5, 6].flatMap((n) => [`order ${n}`]).concat([2, 3, 4, 5, 6].map((n) => `level ${n}`)),
    );
    const { widths } = forecastStudy({ ...street, levels });
    expect(widths[2]).toMatchObject({ name: "order 2", n: 2_912 });
    // As wide as for 2,912 independent answers: 2 x 1.96 x sqrt(0.65 x 0.35 / 2912).
    expect(widths[2]?.width).toBeCloseTo(0.0346, 3);
    expect(planLevels(items, ["story"])).toHaveLength(7);
    expect(planLevels(items, ["genre"])).toEqual([]);
  });

  it("shows what a majority does to one person's accuracy", () => {
    // R: 1 - pbinom(26, 52, 0.65) + dbinom(26, 52, 0.65) / 2
    expect(expectedMajorityAccuracy(0.65, 52)).toBeCloseTo(0.986, 3);
    expect(expectedMajorityAccuracy(0.65, 1)).toBeCloseTo(0.65, 12);
    expect(expectedMajorityAccuracy(0.5, 2)).toBeCloseTo(0.5, 12);
  });

  it("never gets surer with more correlation, nor less sure with more people", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 5_000 }),
        fc.double({ min: 0.5, max: 0.95, noNaN: true }),
        fc.double({ min: 0, max: 0.2, noNaN: true }),
        (sessions, accuracy, correlation) => {
          const width = (change: Partial<PlannerInput>) => {
            const { widths } = forecastStudy({
              ...street,
              sessions,
              accuracy,
              storyCorrelation: correlation,
              ...change,
            });
            return widths.at(-1)?.width ?? Number.NaN;
          };
          expect(width({})).toBeGreaterThanOrEqual(width({ storyCorrelation: 0 }) - 1e-12);
          expect(width({ sessions: sessions * 2, storyCorrelation: 0 })).toBeLessThan(width({ storyCorrelation: 0 }));
        },
      ),
      { numRuns: 50 },
    );
  });

  it("guesses minutes from dwell, words and acts", () => {
    const one = estimateMinutes(street2024Protocol(), 1);
    expect(one).toBeGreaterThan(2);
    expect(one).toBeLessThan(8);
    expect(estimateMinutes(street2024Protocol(), 5) - one).toBeCloseTo(4 * ((60 + 3 + 15 + 45) / 60), 0);
  });

  it("counts the words of the items that a session draws", () => {
    const protocol = storyErrorsDraft().protocol;
    const acts = estimateMinutes(protocol, 50, { story: 0, question: 0 });
    const stories = meanItemWords(
      [400, 766].map((words) => ({
        story: { title: "", genre: "", text: "word ".repeat(words) },
        text: "",
        options: [],
      })),
    );
    expect(stories).toEqual({ story: 583, question: 0 });
    // 50 stories of 583 words at 238 words per minute, minus the three seconds counted for a screen without words.
    expect(estimateMinutes(protocol, 50, stories) - acts).toBeCloseTo((50 * 583) / 238 - (50 * 3) / 60, 0);
    expect(estimateMinutes(protocol, 50, stories)).toBeGreaterThan(122);
    expect(presetSize(storyErrorsDraft())).toMatch(/people of about 1\d\d minutes/u);
    const asked = { story: 583, question: 34 };
    expect(estimateMinutes(protocol, 50, asked)).toBeGreaterThan(estimateMinutes(protocol, 50, stories) + 6);
  });

  it("has no figure where there is nothing to have one of", () => {
    const { detectable, equivalence, widths } = forecastStudy({ ...street, sessions: 10, conditions: 1, margin: null });
    expect([detectable, equivalence]).toEqual([null, null]);
    expect(widths[0]).toMatchObject({ n: 0, width: null });
  });
});
