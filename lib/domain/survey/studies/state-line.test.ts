import { describe, expect, it } from "vitest";
import { findNextStep, listStates, type StudyStateFacts } from "./state-line.ts";

const draft: StudyStateFacts = {
  status: "draft",
  stage: "main",
  before: null,
  after: [],
  missing: 0,
  filled: 0,
  slots: 10,
};

const progressOf = (facts: Partial<StudyStateFacts>) =>
  listStates({ ...draft, ...facts }).map(({ progress }) => progress);

describe("the state line of a study", () => {
  it("skips the pilot of a study without one", () => {
    expect(progressOf({})).toEqual(["current", "skipped", "ahead", "ahead"]);
    expect(progressOf({ status: "open" })).toEqual(["past", "skipped", "current", "ahead"]);
    expect(progressOf({ status: "closed" })).toEqual(["past", "skipped", "past", "current"]);
  });

  it("shows an opened pilot until its main stage takes over", () => {
    for (const status of ["open", "paused", "closed"] as const)
      expect(progressOf({ stage: "pilot", status })).toEqual(["past", "current", "ahead", "ahead"]);
    expect(progressOf({ before: { id: "p", stage: "pilot" } })).toEqual(["current", "past", "ahead", "ahead"]);
  });

  it("links the pilot of a main stage and the main stage of a pilot", () => {
    const ofMain = listStates({ ...draft, before: { id: "p", stage: "pilot" } });
    expect(ofMain.map(({ studyId }) => studyId)).toEqual([null, "p", null, null]);
    const ofPilot = listStates({ ...draft, stage: "pilot", after: [{ id: "m", stage: "main", status: "draft" }] });
    expect(ofPilot.map(({ studyId }) => studyId)).toEqual([null, null, "m", null]);
  });

  it("names the next step of every state", () => {
    const pathOf = (facts: Partial<StudyStateFacts>) => findNextStep({ ...draft, ...facts }).path;
    expect(pathOf({ missing: 2 })).toBe("/recruit");
    expect(pathOf({})).toBe("/design/protocol");
    expect(pathOf({ status: "open", filled: 3 })).toBe("/collect");
    expect(pathOf({ status: "open", filled: 10 })).toBe("/responses");
    expect(pathOf({ status: "closed", filled: 3 })).toBe("/results");
    expect(pathOf({ status: "closed", stage: "pilot", filled: 3 })).toBe("/stages");
  });
});
