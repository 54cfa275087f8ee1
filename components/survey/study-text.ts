import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { en } from "@/lib/domain/survey/languages/en.ts";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";

/**
 * The attributes of a study's own text: the direction of its script, and its language if the surrounding text is in
 * another. A default text of Parallax in English, such as the answers of an item kind that the study did not word
 * itself, is not marked with the study's language.
 */
export function studyText(say: Say, text: string): { dir: "auto"; lang?: string } {
  return say.studyLanguage === null || isDefaultText(text) ? { dir: "auto" } : { dir: "auto", lang: say.studyLanguage };
}

/** The attributes of a text of Parallax inside a text of the study. */
export function interfaceText(say: Say): { dir?: "ltr"; lang?: string } {
  return say.studyLanguage === null ? {} : { dir: "ltr", lang: "en" };
}

/** Longest first, so that no sentence is split by a shorter one within it. */
const english = [...Object.values(en), ...Object.values(itemKinds).flatMap(({ wording }) => Object.values(wording))]
  .filter((words) => words !== "")
  .sort((left, right) => right.length - left.length);

function isDefaultText(text: string): boolean {
  return english.reduce((rest, words) => rest.replaceAll(words, ""), text).trim() === "";
}
