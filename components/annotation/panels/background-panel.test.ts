import { expect, it } from "vitest";
import { listComparedStories } from "./background-panel.tsx";

it("reads a next action against the item's own story where that is one too", () => {
  const own = { kind: "knp", story: "Short." } as const;
  expect(listComparedStories(own, null)).toEqual({ original: null, error: null, knp: "Short." });
  expect(listComparedStories(own, "Long.")).toEqual({ original: "Long.", error: "Long.", knp: "Short." });
});

it("reads erroneous stories against the original, else the item's own, and never a short text against a long one", () => {
  const own = { kind: "error", story: "Mine." } as const;
  expect(listComparedStories(own, "Long.")).toEqual({ original: "Long.", error: "Long.", knp: null });
  expect(listComparedStories(own, null)).toEqual({ original: "Mine.", error: "Mine.", knp: null });
});
