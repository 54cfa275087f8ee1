import { taskFormat } from "../schema/task-schema.ts";
import type { TaskTemplate } from "./template.ts";

const format = taskFormat;

export const entities: TaskTemplate = {
  id: "entities",
  label: "Named entities",
  purpose: "labelled spans of a text",
  document: {
    format,
    title: "Named entities",
    instruction: "Mark every name of a person, a place or an organisation.",
    stimulus: [{ name: "text", type: "text" }],
    answer: [
      {
        name: "entities",
        type: "spans",
        label: "Named entities",
        help: "Select the words of a name, then its label. Leave the text unmarked if it has none.",
        required: false,
        in: "text",
        unit: "word",
        allowOverlap: false,
        labels: [
          { value: "PER", label: "Person", hotkey: "1" },
          { value: "LOC", label: "Place", hotkey: "2" },
          { value: "ORG", label: "Organisation", hotkey: "3" },
        ],
        scoring: { by: "overlap", measure: "f1" },
      },
    ],
  },
  example: {
    fields: { text: "Mira Holt moved from Leeds to Porto." },
    gold: {
      entities: [
        { id: "1", start: 0, end: 9, label: "PER" },
        { id: "2", start: 21, end: 26, label: "LOC" },
        { id: "3", start: 30, end: 35, label: "LOC" },
      ],
    },
  },
};

/** Error spans with category and severity: multidimensional quality metrics, MQM. */
export const spanErrors: TaskTemplate = {
  id: "span-errors",
  label: "Span errors (MQM)",
  purpose: "errors in a translation, each with category and severity",
  document: {
    format,
    title: "Translation errors",
    instruction: "Compare the translation with its source. Mark every error and give its category and severity.",
    stimulus: [
      { name: "source", type: "text", label: "Source" },
      { name: "translation", type: "text", label: "Translation" },
    ],
    answer: [
      {
        name: "errors",
        type: "spans",
        label: "Errors in the translation",
        required: false,
        in: "translation",
        unit: "word",
        labels: [
          { value: "accuracy", label: "Accuracy", hotkey: "1", help: "adds, omits or changes meaning" },
          { value: "fluency", label: "Fluency", hotkey: "2", help: "grammar, spelling, punctuation" },
          { value: "terminology", label: "Terminology", hotkey: "3" },
          { value: "style", label: "Style", hotkey: "4" },
        ],
        scoring: { by: "overlap", measure: "f1" },
      },
      {
        name: "details",
        type: "group",
        label: "Each error",
        per: "errors",
        fields: [
          {
            name: "severity",
            type: "choice",
            label: "Severity",
            options: [
              { value: "minor", label: "Minor", hotkey: "q" },
              { value: "major", label: "Major", hotkey: "w" },
              { value: "critical", label: "Critical", hotkey: "e" },
            ],
            scoring: { by: "key" },
          },
          { name: "note", type: "text", label: "Note", required: false, maximum: 500 },
        ],
      },
    ],
  },
  example: {
    fields: { source: "Der Hund schläft im Garten.", translation: "The cat sleeps in the garden." },
    gold: { errors: [{ id: "1", start: 4, end: 7, label: "accuracy" }], details: { "1": { severity: "major" } } },
  },
};

export const questionWithEvidence: TaskTemplate = {
  id: "question-with-evidence",
  label: "Question answering with evidence",
  purpose: "a short answer and the sentences that support it",
  document: {
    format,
    title: "Question with evidence",
    instruction: "Answer the question from the text, and mark the sentences that support your answer.",
    stimulus: [
      { name: "text", type: "text", label: "Text" },
      { name: "question", type: "text", label: "Question" },
    ],
    answer: [
      {
        name: "answerable",
        type: "choice",
        label: "Can the question be answered from the text?",
        options: [
          { value: "yes", label: "Yes", hotkey: "1" },
          { value: "no", label: "No", hotkey: "2" },
        ],
        scoring: { by: "key" },
      },
      {
        name: "answer",
        type: "text",
        label: "Answer",
        maximum: 300,
        showIf: { field: "answerable", equals: "yes" },
        scoring: { by: "overlap", measure: "f1", threshold: 0.5 },
      },
      {
        name: "evidence",
        type: "spans",
        label: "Sentences that support the answer",
        in: "text",
        unit: "sentence",
        minimum: 1,
        showIf: { field: "answerable", equals: "yes" },
        scoring: { by: "overlap", measure: "f1", threshold: 0.5 },
      },
    ],
  },
  example: {
    fields: {
      text: "The mill was built in 1822. It burned down twice. Today it is a library.",
      question: "When was the mill built?",
    },
    gold: { answerable: "yes", answer: "1822", evidence: [{ id: "1", start: 0, end: 27 }] },
  },
};

export const toxicity: TaskTemplate = {
  id: "toxicity",
  label: "Toxicity with rationale",
  purpose: "a rating, and the words that justify it",
  document: {
    format,
    title: "Toxicity",
    instruction: "Some texts may be offensive. You may stop at any time.",
    stimulus: [{ name: "text", type: "text" }],
    answer: [
      {
        name: "toxicity",
        type: "rating",
        label: "How toxic is the text?",
        minimum: 0,
        maximum: 3,
        labels: ["Not at all", "Slightly", "Clearly", "Extremely"],
        scoring: { by: "distribution" },
      },
      {
        name: "rationale",
        type: "spans",
        label: "Mark the words that make it toxic",
        in: "text",
        unit: "word",
        showIf: { field: "toxicity", atLeast: 1 },
        scoring: { by: "overlap", measure: "iou", threshold: 0.5 },
      },
      { name: "comment", type: "text", label: "Comment", isLong: true, required: false },
    ],
  },
  example: {
    fields: { text: "Only a fool would park here." },
    gold: { toxicity: { "0": 0.2, "1": 0.7, "2": 0.1 }, rationale: [{ id: "1", start: 7, end: 11 }] },
  },
};
