import { describe, expect, it } from "vitest";
import { cellStatus, type MatrixStudy } from "./result-matrix.ts";

const study: MatrixStudy = {
  id: "s",
  name: "S",
  status: "open",
  stage: "main",
  isDemo: false,
  isLocked: false,
  people: 3,
};

describe("a cell of the matrix of results", () => {
  it("names what is missing, in the order in which it is obtained", () => {
    expect(cellStatus(study, undefined)).toBe("no model answers");
    expect(cellStatus({ ...study, people: 0 }, { verified: 1, other: 0 })).toBe("no people yet");
    expect(cellStatus(study, { verified: 0, other: 2 })).toBe("text not verified");
  });

  it("is interim until the data of a pilot or main study are locked", () => {
    const cell = { verified: 2, other: 0 };
    expect(cellStatus(study, cell)).toBe("interim");
    expect(cellStatus({ ...study, isLocked: true }, cell)).toBe("ready");
    expect(cellStatus({ ...study, stage: "simulation" }, cell)).toBe("ready");
  });
});
