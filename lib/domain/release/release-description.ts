import * as z from "zod";
import { ethicsApprovalSchema } from "../ethics-approval.ts";
import { requiredText } from "../text.ts";

const line = (maximum: number) => z.string().trim().pipe(requiredText(maximum));
const day = z.iso.date("must be a date such as 2026-05-31");

const name = z.string().trim().min(1, "must have the form Family, Given").pipe(requiredText(100));

/** Licences that a release can have: SPDX identifier, name and address. */
export const releaseLicences = {
  "CC-BY-4.0": { name: "Creative Commons Attribution 4.0", url: "https://creativecommons.org/licenses/by/4.0/" },
  "CC-BY-NC-4.0": {
    name: "Creative Commons Attribution NonCommercial 4.0",
    url: "https://creativecommons.org/licenses/by-nc/4.0/",
  },
  "CC-BY-SA-4.0": {
    name: "Creative Commons Attribution ShareAlike 4.0",
    url: "https://creativecommons.org/licenses/by-sa/4.0/",
  },
  "CC0-1.0": { name: "Creative Commons Zero 1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/" },
} as const;

const authorSchema = z.strictObject({
  given: name,
  family: name,
  orcid: z
    .string()
    .regex(/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/, "must have the form 0000-0002-1825-0097")
    .optional(),
  affiliation: line(200).optional(),
});

/**
 * The authors' statements about a release; all other data are read from the study. The fields after `ethics` are
 * properties of Croissant RAI 1.0 that only an author can answer.
 */
export const releaseDescriptionSchema = z.strictObject({
  title: line(300),
  summary: line(5_000),
  /** MAJOR.MINOR.PATCH: changed data, added data, the same data packaged again. */
  version: z.string().regex(/^\d+\.\d+\.\d+$/, "must have the form 1.0.0"),
  /** ISO date of publication. */
  published: day,
  changes: line(5_000).optional(),
  authors: z.array(authorSchema).min(1, "needs at least one author").max(100),
  licence: z.enum(Object.keys(releaseLicences) as [keyof typeof releaseLicences]),
  keywords: z.array(line(100)).max(30).default([]),
  funder: line(300).optional(),
  /** The archive that publishes the release; required by DataCite. */
  publisher: line(300).default("Zenodo"),
  contact: line(300).optional(),
  /** Reserve the DOI before the release is written, because the card and Croissant contain it. */
  doi: z
    .string()
    .regex(/^10\.\d{4,9}\/\S+$/, "must have the form 10.5281/zenodo.123")
    .optional(),
  url: z.url({ protocol: /^https?$/ }).optional(),
  /** Absent: the approval of the study's newest protocol. */
  ethics: ethicsApprovalSchema.optional(),
  limitations: z.array(line(2_000)).max(20).default([]),
  biases: z.array(line(2_000)).max(20).default([]),
  uses: z.array(line(2_000)).max(20).default([]),
  socialImpact: line(2_000).optional(),
  maintenance: line(2_000).optional(),
});

export type ReleaseDescription = z.infer<typeof releaseDescriptionSchema>;

/**
 * The description for blind review: without authors, contact, funder, DOI and address, and with an ethics approval
 * whose institution and number are withheld. Texts are kept as the authors wrote them.
 */
export function anonymousDescription(description: ReleaseDescription): ReleaseDescription {
  const { contact: _, funder: __, doi: ___, url: ____, ethics, ...rest } = description;
  return {
    ...rest,
    authors: [{ given: "Anonymous", family: "Authors" }],
    ...(ethics ? { ethics: { ...ethics, institution: "withheld for review", number: "withheld" } } : {}),
  };
}

/** The ethics approval in one sentence, with the path of its document; null without an approval. */
export function ethicsText({ ethics }: ReleaseDescription, file: string | undefined): string | null {
  if (!ethics) return null;
  return `Ethics approval: ${ethics.institution}, ${ethics.number}, ${ethics.date}${file ? ` (${file})` : ""}.`;
}
