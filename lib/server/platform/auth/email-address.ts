import * as z from "zod";

/**
 * An address as we store it: lower case, plain ASCII, exactly one @. Normalising comes before checking, so that no
 * look-alike character can turn into another address afterwards.
 */
export const emailAddress = z
  .string()
  .max(254, "is longer than 254 characters")
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(text), {
    message: "is not an e-mail address",
  });
