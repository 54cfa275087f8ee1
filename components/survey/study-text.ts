import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { en } from "@/lib/domain/survey/languages/en.ts";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";

/**
 * The attributes of a text of the study's own: it is written in the direction of its script, and its language is named
 * where the words around it are in another. A text that Parallax brings in English, such as the answers of an item kind
 * that the study did not word itself, is not marked as the study's language.
 */
export function studyText(say: Say, text: string): { dir: "auto"; lang?: string } {
  return say.studyLanguage === null || isOurs(text) ? { dir: "auto" } : { dir: "auto", lang: say.studyLanguage };
}

/** The attributes of words of ours inside a text of the study's own. */
export function ownWords(say: Say): { dir?: "ltr"; lang?: string } {
  return say.studyLanguage === null ? {} : { dir: "ltr", lang: "en" };
}

/** Longest first, so that no sentence is left in pieces by a shorter one within it. */
const english = [...Object.values(en), ...Object.values(itemKinds).flatMap(({ wording }) => Object.values(wording))]
  .filter((words) => words !== "")
  .sort((left, right) => right.length - left.length);

function isOurs(text: string): boolean {
  return english.reduce((rest, words) => rest.replaceAll(words, ""), text).trim() === "";
}
