import type { Item } from "../item.ts";
import type { KindScreen, Layout, Wording } from "./item-kind.ts";

/**
 * The screens of a question: first the story alone, then the story with the question and the answer input. A
 * one-screen layout has only the second. An item without a story has the same screens with an empty story.
 */
export function createStoryScreens(
  item: Item,
  wording: Wording,
  layout: Layout,
  { options, input }: Pick<KindScreen, "options" | "input">,
): KindScreen[] {
  const story = item.story.text.trim() === "" ? null : item.story.text;
  const instruction = wording.answerInstruction ?? "";
  const answer: KindScreen = {
    name: "answer",
    instruction,
    story,
    question: item.text,
    statement: null,
    options,
    input,
  };
  if (layout === "one-screen") return [answer];
  const reading = (story === null ? wording.noStoryInstruction : wording.readInstruction) ?? "";
  return [{ ...answer, name: "story", instruction: reading, question: null, options: [], input: null }, answer];
}
