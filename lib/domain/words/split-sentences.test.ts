import { describe, expect, it } from "vitest";
import { type SentenceStyle, splitSentences } from "./split-sentences.ts";

const split = (text: string, style?: SentenceStyle) => splitSentences(text, style).map((one) => one.text.trim());

describe("the sentences of a text", () => {
  it.each([
    ["Ms. Ray left."],
    ["Mr. and Mrs. Vane met Dr. J. R. Okafor at St. Mary's."],
    ["She works for Acme Inc. as a clerk."],
    ["He lives in the U.S. Virgin Islands."],
    ["It weighs 3.5 kg, i.e. Less than before."],
    ["See fig. 3 and no. 7."],
    ["“Where is it?” Mary asked."],
    ["“Go!” said the captain."],
    ["Wait... what?"],
    ["Frau Dr. Klein kam z. B. Anna entgegen."],
    ["M. Dupont est parti."],
    ["La Sra. Ruiz salió."],
  ])("are one: %j", (text) => {
    expect(split(text)).toEqual([text]);
  });

  it.each([
    ["他走了。她来了。", ["他走了。", "她来了。"]],
    ["他走了！她来了吗？是的。", ["他走了！", "她来了吗？", "是的。"]],
    ["「どこ？」と彼女は言った。彼は黙った。", ["「どこ？」", "と彼女は言った。", "彼は黙った。"]],
    ["वह गया। वह आई।", ["वह गया।", "वह आई।"]],
    ["هل ذهب؟ نعم. عاد أمس.", ["هل ذهب؟", "نعم.", "عاد أمس."]],
    ["Ms. Ray left. He stayed.", ["Ms. Ray left.", "He stayed."]],
    ["She said no. He left.", ["She said no.", "He left."]],
    ["She works for Acme Inc. He left.", ["She works for Acme Inc.", "He left."]],
    ["They met at 5 p.m. The door was open.", ["They met at 5 p.m.", "The door was open."]],
    ["It was I. He knew.", ["It was I.", "He knew."]],
    ["She chose plan B. Then she left.", ["She chose plan B.", "Then she left."]],
    ["“I am late.” She ran.", ["“I am late.”", "She ran."]],
    ["Er kam um 5 Uhr. Sie schlief.", ["Er kam um 5 Uhr.", "Sie schlief."]],
    ["¿Dónde está? ¡Aquí! Bien.", ["¿Dónde está?", "¡Aquí!", "Bien."]],
    ["« Où est-elle ? » Il sourit.", ["« Où est-elle ? »", "Il sourit."]],
    ["Она ушла. Он остался, т.е. ждал.", ["Она ушла.", "Он остался, т.е. ждал."]],
  ])("are several: %j", (text, sentences) => {
    expect(split(text)).toEqual(sentences);
  });

  it("may begin small and be lines of their own in a reply", () => {
    expect(split("yes. it is\nno error", { linesDivide: true, startsSmall: true })).toEqual([
      "yes.",
      "it is",
      "no error",
    ]);
    expect(split("yes. it is\nno error")).toEqual(["yes. it is\nno error"]);
  });

  it("end at every stop where nothing is abbreviated", () => {
    expect(split("The card is shown to B. C sees it.", { stopsAlwaysDivide: true })).toHaveLength(2);
  });

  it("cover the text without a gap", () => {
    const text = " Ms. Ray left.  He stayed. 他走了。";
    expect(
      splitSentences(text)
        .map((one) => one.text)
        .join(""),
    ).toBe(text);
  });
});
