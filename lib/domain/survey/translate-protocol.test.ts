import { describe, expect, it } from "vitest";
import { renderStimulus } from "../items/stimulus.ts";
import { manyItemsProtocol } from "./presets/many-items.ts";
import {
  listMissingTexts,
  listOfferedLanguages,
  listTexts,
  type StepWording,
  stepWording,
  translateProtocol,
  withNewestWords,
} from "./translate-protocol.ts";

const first: StepWording = { wording: {} };
const second: StepWording = { wording: {}, wordsEdition: 2 };

describe("the words around an item", () => {
  it("follow a reversed order of the answers in new studies, in every language", () => {
    expect(stepWording(second, "yes-no", "en").answerInstructionNoFirst).toBe("Answer the question with No or Yes.");
    expect(stepWording(second, "yes-no", "de").answerInstructionNoFirst).toContain("Nein oder Ja");
  });

  it("stay as they were in studies made before", () => {
    const item = { kind: "yes-no", story: { title: "", genre: "", text: "" }, text: "Is it?", options: [] };
    for (const language of ["en", "de", "ar"]) {
      const words = stepWording(first, "yes-no", language);
      expect(words.answerInstructionNoFirst).toBe(words.answerInstruction);
    }
    // The texts that a study of the first version of this kind showed, as stored with its responses.
    const { presentationFingerprint } = renderStimulus(
      item,
      { answerOrder: "no-yes" },
      { wording: stepWording(first, "yes-no", "en"), layout: "one-screen" },
    );
    const plain = renderStimulus(item, { answerOrder: "yes-no" }, { layout: "one-screen" });
    expect(presentationFingerprint).toBe(plain.presentationFingerprint);
    expect(stepWording(first, "choice", "de").answerInstruction).toBe("Please choose one answer.");
    expect(stepWording(first, "consistency", "de").displayEvent).toMatch(/^One event is highlighted/);
  });

  it("are the study's own for both orders until it says another instruction for the reversed one", () => {
    const own = { ...second, wording: { answerInstruction: "Say Yes or No." } };
    expect(stepWording(own, "yes-no", "en").answerInstructionNoFirst).toBe("Say Yes or No.");
    const both = { ...second, wording: { ...own.wording, answerInstructionNoFirst: "Say No or Yes." } };
    expect(stepWording(both, "yes-no", "en").answerInstructionNoFirst).toBe("Say No or Yes.");
  });

  it("are of the newest edition in every step of a new protocol that shows items", () => {
    const { steps } = withNewestWords(manyItemsProtocol());
    expect(steps.find((step) => step.kind === "items")).toMatchObject({ wordsEdition: 2 });
    expect(steps.filter((step) => step.kind === "text" && "wordsEdition" in step)).toEqual([]);
  });
});

describe("a study's title and contact", () => {
  const named = { ...manyItemsProtocol(), publicTitle: "Short stories", contact: "Write to us" };
  const names = ["publicTitle", "contact"];
  const texts = Object.fromEntries(
    listTexts(named)
      .filter(({ name }) => !names.includes(name))
      .map(({ name }) => [name, "de"]),
  );

  it("are texts that a translation can have", () => {
    expect(listTexts(named).map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    const own = { texts: { ...texts, publicTitle: "Kurze Geschichten", contact: "Schreiben Sie uns" } };
    expect(translateProtocol({ ...named, translations: { de: own } }, "en", "de")).toMatchObject({
      publicTitle: "Kurze Geschichten",
      contact: "Schreiben Sie uns",
    });
  });

  it("stay as they are where a translation does not say them, and keep no language from being offered", () => {
    const protocol = { ...named, translations: { de: { texts } } };
    expect(listMissingTexts(named, { texts })).toEqual([]);
    expect(listOfferedLanguages("en", protocol)).toEqual(["en", "de"]);
    expect(translateProtocol(protocol, "en", "de")).toMatchObject({
      publicTitle: "Short stories",
      contact: "Write to us",
    });
  });
});
