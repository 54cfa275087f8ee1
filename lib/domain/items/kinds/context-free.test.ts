import { expect, it } from "vitest";
import { hasContextFree, isContextFree } from "./context-free.ts";

it("knows a condition without any story by the level of the factor story, whatever other factors call theirs", () => {
  expect(isContextFree({ story: "context-free", questionOrder: "true-false" })).toBe(true);
  expect(isContextFree({ story: "no-story" })).toBe(false);
  expect(isContextFree({ hint: "context-free" })).toBe(false);
  expect(hasContextFree([{ name: "story", levels: ["story", "context-free"] }])).toBe(true);
  expect(hasContextFree([{ name: "hint", levels: ["context-free"] }])).toBe(false);
  expect(hasContextFree([])).toBe(false);
});
