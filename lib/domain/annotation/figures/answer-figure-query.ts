import * as z from "zod";
import { boundedText } from "../../text.ts";

/** The search parameters of the figures of answers. */
export const answerFigureQuery = z.object({
  /** The field of the question (`listTaskQuestions`); without it, all answers to an item together. */
  field: boundedText(100).optional(),
  /** The annotator by user id, or a coded person by code. */
  by: boundedText(200).optional(),
  /** The month of the last answer. */
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/, "must be a month, such as 2026-11")
    .optional(),
  /** A label that anyone gave; of different answers, a label on which they differ. */
  option: boundedText(200).optional(),
  /** The accepted and the given answer, as comparable texts. */
  accepted: boundedText(2_000).optional(),
  answer: boundedText(2_000).optional(),
});
export type AnswerFigureQuery = z.infer<typeof answerFigureQuery>;
