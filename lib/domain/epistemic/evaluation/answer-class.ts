/**
 * The class of an answer: one of the two words, or that the text does not decide, a frequent answer of GPT-3.5 (section
 * 4.4).
 */
export type MindgamesAnswer = "true" | "false" | "not enough information";
