import { expect, it } from "vitest";
import { NameFinder } from "./possible-names.ts";

function namesIn(texts: readonly string[], language = "en", own: readonly string[] = []): string[] {
  const finder = new NameFinder(own, language);
  for (const text of texts) finder.look(text);
  return finder.names().map(({ name }) => name);
}

it("finds capitalized words inside sentences, most frequent first", () => {
  expect(namesIn(["My neighbour Alice said so.", "I told Bob. Then Alice left.", "Because it is"])).toEqual([
    "Alice",
    "Bob",
  ]);
  expect(namesIn(["I asked Jean-Luc and Zoë O’Brien"])).toEqual(["Jean-Luc", "O’Brien", "Zoë"]);
});

it("leaves out first words of sentences, words of the study and words that are written in lower case elsewhere", () => {
  expect(namesIn(["Sally put it there. She left."], "en", ["Sally has a marble."])).toEqual([]);
  expect(namesIn(["They think The box is red", "the box"])).toEqual([]);
  expect(namesIn(["(Maybe) – Perhaps: No", "On Monday I did, and I'm sure in English"])).toEqual([]);
  expect(namesIn(["YES it is TRUE, OK"])).toEqual([]);
});

it("finds names after a title also at the begin of a sentence, and only these where all nouns are capitalized", () => {
  expect(namesIn(["Dr. Meyer told me"])).toEqual(["Meyer"]);
  expect(namesIn(["Weil der Ball im Korb liegt, sagt Frau Schulz"], "de-CH")).toEqual(["Schulz"]);
});

it("finds nothing in scripts without capital letters", () => {
  expect(namesIn(["他走了。", "هو يعرف"], "zh")).toEqual([]);
});
