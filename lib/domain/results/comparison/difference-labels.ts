import type { ParityDifference } from "../../models/decide-parity.ts";

/** The kind of difference, to complete a sentence that begins with "Differs". */
export const differenceLabels: Record<ParityDifference, string> = {
  title: "the title",
  story: "the story",
  marks: "the marks in the story",
  question: "the question",
  statement: "the statement",
  options: "the options",
  media: "the images or recordings, which the model did not receive",
  template: "the words around the item",
  practice: "the practice before it",
  examples: "solved examples before it",
  fingerprint: "the fingerprint of the text",
};
