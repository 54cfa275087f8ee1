import type { AnswerField, SimpleField } from "@/lib/domain/tasks/schema/answer-field.ts";
import type { StimulusField } from "@/lib/domain/tasks/schema/stimulus-field.ts";

export const stimulusTypes: Readonly<Record<StimulusField["type"], string>> = {
  text: "Text",
  title: "Title",
  markdown: "Markdown",
  dialogue: "Dialogue",
  texts: "List or pair of texts",
  image: "Image",
  audio: "Audio",
  video: "Video",
  context: "Key-value context",
};

/** The types that can be asked for each mark. */
export const simpleTypes: Readonly<Record<SimpleField["type"], string>> = {
  choice: "One option",
  several: "Several options",
  rating: "Rating",
  number: "Number",
  text: "Text",
};

export const answerTypes: Readonly<Record<AnswerField["type"], string>> = {
  choice: simpleTypes.choice,
  several: simpleTypes.several,
  rating: simpleTypes.rating,
  ranking: "Ranking",
  pairwise: "Pairwise preference",
  number: simpleTypes.number,
  text: simpleTypes.text,
  spans: "Marked words",
  relations: "Relations between marks",
  edit: "Edit of a text",
  group: "Questions for each mark",
};
