import { expect, it } from "vitest";
import { planRecord } from "./plan-record.ts";

const createdAt = new Date("2026-11-20T12:00:00Z");

it("says who vouches for a plan, since when, and whether it changed after answers had come", () => {
  expect(planRecord(null, "https://osf.io/abc")).toContain("not frozen");
  expect(planRecord({ number: 1, hasData: false, createdAt }, "")).toBe("frozen by its owner on 2026-11-20");
  expect(planRecord({ number: 1, hasData: false, createdAt }, "https://osf.io/abc")).toBe(
    "frozen on 2026-11-20, and registered: https://osf.io/abc",
  );
  expect(planRecord({ number: 3, hasData: true, createdAt }, "")).toBe(
    "frozen by its owner and amended 2 times, last on 2026-11-20, after the first answers",
  );
});
