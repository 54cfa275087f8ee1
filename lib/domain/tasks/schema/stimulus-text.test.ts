import { expect, it } from "vitest";
import { stimulusOfText, textOfStimulus } from "./stimulus-text.ts";

it.each([
  ["text", "Ana left.\n---\nBen came."],
  ["texts", ["One text.\n\nIts second paragraph.", "$a \\neq b$"]],
  [
    "dialogue",
    [
      { speaker: "Ana", text: "It is nine: late.\nGo." },
      { speaker: "", text: "A door closes." },
    ],
  ],
  ["context", [{ key: "place", value: "Porto" }]],
] as const)("a field of the type %s is the same after it was written as a text", (type, value) => {
  expect(stimulusOfText(type, textOfStimulus(type, value))).toEqual(value);
});
