import * as z from "zod";
import { requiredText } from "./text.ts";

const line = (maximum: number) => z.string().trim().pipe(requiredText(maximum));

/** Who approved a study, under which number, and when. */
export const ethicsApprovalSchema = z.strictObject({
  institution: line(300),
  number: line(100),
  date: z.iso.date("must be a date such as 2026-05-31"),
});

/** The approval with its document: the SHA-256 of a PDF that the project stores, and the name of the uploaded file. */
export const documentedEthicsSchema = ethicsApprovalSchema.extend({
  file: z
    .strictObject({
      sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be the SHA-256 of a file"),
      name: requiredText(200),
    })
    .optional(),
});
export type DocumentedEthics = z.infer<typeof documentedEthicsSchema>;
