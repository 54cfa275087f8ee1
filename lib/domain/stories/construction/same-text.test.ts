import { expect, it } from "vitest";
import { isSameText } from "./same-text.ts";

it("finds a retelling that is its source again, and only that", () => {
  const source = "Mara rowed across. “Nobody saw me,” she said.";
  expect(isSameText(source, 'Mara rowed  across.\n"Nobody saw me", she said')).toBe(true);
  expect(isSameText(source, "Mara rowed across. “Nobody saw us,” she said.")).toBe(false);
  expect(isSameText(source, "")).toBe(false);
});
