import * as z from "zod";

/**
 * An email address in its stored form: lower case, plain ASCII, exactly one @. It is normalized before it is checked,
 * so that normalization cannot turn a similar-looking character into another address.
 */
export const emailAddress = z
  .string()
  .max(254, "is longer than 254 characters")
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(text), {
    message: "is not an e-mail address",
  });
