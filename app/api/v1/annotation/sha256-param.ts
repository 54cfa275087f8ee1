import * as z from "zod";

/** The SHA-256 of an image or recording file in the address. */
export const sha256Param = { sha256: z.string().regex(/^[0-9a-f]{64}$/u) };
