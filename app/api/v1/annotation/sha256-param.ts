import * as z from "zod";

/** The file in the address of an image or recording. */
export const sha256Param = { sha256: z.string().regex(/^[0-9a-f]{64}$/u) };
