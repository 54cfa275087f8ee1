import { describe, expect, it } from "vitest";
import { storyErrorsDraft } from "../presets/kste-evaluation.ts";
import { describePresetSize } from "../presets/preset-size.ts";
import { street2024Protocol } from "../presets/street-2024.ts";
import { meanItemWords } from "./item-words.ts";
import { estimateMinutes, expectedMajorityAccuracy, forecastStudy, type PlannerInput } from "./planner.ts";

const street: PlannerInput = {
  sessions: 29_120,
  itemsPerSession: 1,
  items: 140,
  conditions: 4,
  minutes: 6,
  payPerHour: 12,
  fee: 0.25,
  dropOut: 0.15,
  accuracy: 0.65,
};

describe("the planner", () => {
  it("says what the study of Street et al. takes", () => {
    const forecast = forecastStudy(street);
    expect(forecast).toMatchObject({ people: 29_120, arrivals: 34_259, hours: 2_912 });
    expect(forecast.payPerPerson).toBeCloseTo(1.2, 10);
    expect(forecast.total).toBeCloseTo(43_680, 6);
    expect(forecast.cell.n).toBe(52);
  });

  it("shows what a majority does to one person's accuracy", () => {
    // R: 1 - pbinom(26, 52, 0.65) + dbinom(26, 52, 0.65) / 2
    expect(expectedMajorityAccuracy(0.65, 52)).toBeCloseTo(0.986, 3);
    expect(expectedMajorityAccuracy(0.65, 1)).toBeCloseTo(0.65, 12);
    expect(expectedMajorityAccuracy(0.5, 2)).toBeCloseTo(0.5, 12);
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
    expect(describePresetSize(storyErrorsDraft())).toMatch(/people, about 1\d\d minutes/u);
    const asked = { story: 583, question: 34 };
    expect(estimateMinutes(protocol, 50, asked)).toBeGreaterThan(estimateMinutes(protocol, 50, stories) + 6);
  });

  it("has no figure where there is nothing to have one of", () => {
    expect(forecastStudy({ ...street, sessions: 10, conditions: 1 }).cell).toEqual({ n: 0, width: null });
  });
});
