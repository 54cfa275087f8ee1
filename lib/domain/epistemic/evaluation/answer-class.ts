/**
 * The class of an answer: true, false, or the answer that the text does not decide, which GPT-3.5 often gave (section
 * 4.4).
 */
export type MindgamesAnswer = "true" | "false" | "not enough information";
