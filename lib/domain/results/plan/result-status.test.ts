import { describe, expect, it } from "vitest";
import type { DataCollectionState, DataLock } from "./data-collection-state.ts";
import { dataStatus, planStatus } from "./result-status.ts";

const lock: DataLock = {
  number: 1,
  cause: "full",
  lockedAt: new Date(0),
  lockedBy: null,
  sha256: "",
  listed: 1,
  counted: 1,
  leftSince: 0,
};
const state: DataCollectionState = {
  shown: "current",
  locks: [],
  hasEnded: false,
  filled: 1,
  planned: 2,
  reversals: 0,
};
const locked: DataCollectionState = { ...state, shown: "locked", locks: [lock], hasEnded: true };
const frozen = { frozenAt: new Date(0), changesAfterData: [] };
const amended = { frozenAt: new Date(0), changesAfterData: [{ path: "margin", before: "0.1", after: "0.2" }] };

describe("the status of results", () => {
  it("is interim until the data are locked, whatever the plan is", () => {
    for (const stage of ["main", "pilot", "re-solve"]) {
      for (const plan of [null, frozen, amended]) expect(planStatus(plan, stage, state)).toEqual({ kind: "interim" });
      expect(dataStatus(stage, state)).toEqual({ kind: "interim" });
    }
    expect(dataStatus("simulation", state)).toEqual({ kind: "exploratory" });
  });

  it("is the plan's on locked data", () => {
    expect(planStatus(frozen, "main", locked)).toEqual({ kind: "confirmatory" });
    expect(planStatus(amended, "main", locked)).toMatchObject({ kind: "amended" });
    expect(planStatus(frozen, "main", { ...locked, shown: "current" })).toMatchObject({ kind: "amended" });
    expect(planStatus(null, "main", locked)).toEqual({ kind: "exploratory" });
    expect(dataStatus("main", locked)).toEqual({ kind: "exploratory" });
  });
});
