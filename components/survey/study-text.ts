import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { en } from "@/lib/domain/survey/languages/en.ts";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";

/**
 * The attributes of a text from the study: the direction of its script, and its language if the surrounding text has a
 * different one. Default texts of Parallax are English, so they are not marked with the study's language.
 */
export function studyText(say: Say, text: string): { dir: "auto"; lang?: string } {
  return say.studyLanguage === null || isDefaultText(text) ? { dir: "auto" } : { dir: "auto", lang: say.studyLanguage };
}

/** The attributes of a text of Parallax within a text of the study. */
export function interfaceText(say: Say): { dir?: "ltr"; lang?: string } {
  return say.studyLanguage === null ? {} : { dir: "ltr", lang: "en" };
}

/** All English default texts. Longer texts come first, because some contain shorter ones. */
const englishDefaults = [
  ...Object.values(en),
  ...Object.values(itemKinds).flatMap(({ wording }) => Object.values(wording)),
]
  .filter((words) => words !== "")
  .sort((left, right) => right.length - left.length);

function isDefaultText(text: string): boolean {
  return englishDefaults.reduce((rest, words) => rest.replaceAll(words, ""), text).trim() === "";
}
