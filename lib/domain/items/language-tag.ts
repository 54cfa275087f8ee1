import * as z from "zod";

/** A language tag (BCP 47) of a study or translation. */
export const languageTagSchema = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, "must be a language tag such as en, en-GB or de");
