/** What an answer says: one of the two words, or that the text does not decide, which GPT-3.5 liked to say (section 4.4). */
export type AnswerClass = "true" | "false" | "not enough information";
