import { taskFormat } from "../schema/task-schema.ts";
import type { TaskTemplate } from "./template.ts";

const format = taskFormat;

export const sentiment: TaskTemplate = {
  id: "sentiment",
  label: "Sentiment",
  purpose: "one label for a text",
  document: {
    format,
    title: "Sentiment",
    instruction: "Read the text and choose the sentiment that it expresses.",
    stimulus: [{ name: "text", type: "text" }],
    answer: [
      {
        name: "sentiment",
        type: "choice",
        label: "Which sentiment does the text express?",
        options: [
          { value: "positive", label: "Positive", hotkey: "1" },
          { value: "neutral", label: "Neutral", hotkey: "2" },
          { value: "negative", label: "Negative", hotkey: "3" },
        ],
        scoring: { by: "key" },
      },
    ],
  },
  example: {
    fields: { text: "The soup was cold, but the waiter brought a new bowl at once." },
    gold: { sentiment: "positive" },
  },
};

export const topics: TaskTemplate = {
  id: "topics",
  label: "Topics (several labels)",
  purpose: "any number of labels for a text",
  document: {
    format,
    title: "Topics",
    instruction: "Read the text and choose all topics that it is about.",
    stimulus: [
      { name: "title", type: "title", required: false },
      { name: "text", type: "text" },
    ],
    answer: [
      {
        name: "topics",
        type: "several",
        label: "Which topics is the text about?",
        minimum: 1,
        options: [
          { value: "politics", label: "Politics", hotkey: "1" },
          { value: "economy", label: "Economy", hotkey: "2" },
          { value: "science", label: "Science", hotkey: "3" },
          { value: "sport", label: "Sport", hotkey: "4" },
          { value: "culture", label: "Culture", hotkey: "5" },
          { value: "other", label: "Other", hotkey: "6" },
        ],
        scoring: { by: "overlap", measure: "f1" },
      },
      {
        name: "other_topic",
        type: "text",
        label: "Name the other topic",
        maximum: 100,
        showIf: { field: "topics", includes: "other" },
      },
    ],
  },
  example: {
    fields: { title: "Rowing club", text: "The town council pays for two boats of the rowing club." },
    gold: { topics: ["politics", "sport"] },
  },
};

export const imageQuestion: TaskTemplate = {
  id: "image-question",
  label: "Image question",
  purpose: "a question about an image",
  document: {
    format,
    title: "Image question",
    instruction: "Look at the image and answer the question.",
    stimulus: [
      { name: "image", type: "image" },
      { name: "question", type: "text" },
      { name: "choices", type: "texts", label: "Answers", names: [] },
    ],
    answer: [
      { name: "answer", type: "choice", label: "Your answer", options: { from: "choices" }, scoring: { by: "key" } },
    ],
  },
  example: {
    fields: {
      image: { path: "images/harbour.png", alt: "A harbour with three red boats and one white boat." },
      question: "How many red boats are in the harbour?",
      choices: ["Two", "Three", "Four"],
    },
    gold: { answer: "option-1" },
  },
};

export const audioQuestion: TaskTemplate = {
  id: "audio-question",
  label: "Audio question",
  purpose: "a question about a recording that is played completely",
  document: {
    format,
    title: "Audio question",
    instruction: "Play the whole recording and answer the question.",
    stimulus: [
      { name: "audio", type: "audio", playback: "complete" },
      { name: "question", type: "text" },
      { name: "choices", type: "texts", label: "Answers", names: [] },
    ],
    answer: [
      { name: "answer", type: "choice", label: "Your answer", options: { from: "choices" }, scoring: { by: "key" } },
    ],
  },
  example: {
    fields: {
      audio: { path: "audio/announcement.mp3", alt: "A voice says: the ferry to the island leaves at ten." },
      question: "When does the ferry leave?",
      choices: ["At nine", "At ten", "At eleven"],
    },
    gold: { answer: "option-1" },
  },
};
