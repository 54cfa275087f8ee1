import type { ValidityRule } from "./story-kind.ts";

// Rules of both kinds that are about what a character cannot know. The rules of the kinds are those of Yang et al. 2026
// (sections 4.2 and A.3) and of the construction prompts (A.2); wording and examples are our own.

export const knowledgeInStory: ValidityRule = {
  id: "knowledge-in-story",
  rule: "The story tells the knowledge before the character acts, and it is marked.",
  fault: "The story does not tell the knowledge before the character acts, or it is not marked.",
  why: "A reader who was never told the fact cannot notice that the character should not know it.",
  keeps: "First the clerk hides the letter in the clock; two paragraphs later the visitor opens the clock.",
  breaks: "The visitor opens the clock, and only the last line reveals that the letter was there.",
  measuredBy: "anchors",
};

export const cannotKnow: ValidityRule = {
  id: "cannot-know",
  rule: "The character has no plausible way to know it at that moment.",
  fault: "The character could know it.",
  why: "If there is a way, using the knowledge is no error and the other action is no mistake.",
  keeps: "Only the clerk was in the room, and he has left the country.",
  breaks: "The clerk told half the village, where the visitor has been staying for a week.",
  measuredBy: null,
};

export const noMagic: ValidityRule = {
  id: "no-magic",
  rule: "Nothing in the story's world explains the knowledge: no magic, no device, no gift.",
  fault: "Something in the story's world explains the knowledge.",
  why: "In such a world the character may well know, and the story is consistent.",
  keeps: "The witch is powerful, but the story says that she cannot see through walls, and the shepherd is no witch.",
  breaks: "The shepherd wears the ring that whispers other people's thoughts.",
  measuredBy: null,
};

export const noHint: ValidityRule = {
  id: "no-hint",
  rule: "The story does not say outright that the character does not know.",
  fault: "The story says outright that the character does not know.",
  why: "The test is whether a reader keeps track of who knows what, not whether a reader can find the sentence that says so.",
  keeps: "Mara was in the garden when the parcel came.",
  breaks: "Mara, not knowing that the parcel had come, was in the garden.",
  measuredBy: "hints",
};
