import * as z from "zod";
import { capitalize } from "../format/capitalize.ts";
import { boundedText } from "../text.ts";
import type { AnonymityRemedy } from "./privacy.ts";
import { releaseLevels } from "./release-dataset.ts";
import { releaseDescriptionSchema } from "./release-description.ts";

const columns = z.array(z.string().trim().min(1).max(200)).max(200);

/** The largest k that can be required. */
export const maxReleaseK = 1_000;

/** The request for a release: the authors' description and the choices about people's data. */
export const releaseRequestSchema = z.strictObject({
  description: releaseDescriptionSchema,
  level: z.enum(releaseLevels).default("public"),
  /** Columns to drop, and attributes whose rare levels become `other`. */
  drop: columns.default([]),
  merge: columns.default([]),
  /** Minimum number of people with the same attributes; null for the number that the project requires. */
  k: z.int().min(1).max(maxReleaseK).nullable().default(null),
  /** The reason to release although a check failed. */
  reason: z.string().trim().min(1).max(2_000).nullable().default(null),
  /** The language tag of the texts of a benchmark or a collection; a study has its own language. */
  language: z
    .string()
    .trim()
    .regex(/^[a-zA-Z]{2,8}(?:-[a-zA-Z0-9]{1,8})*$/, "must be a language tag such as en or pt-BR")
    .max(100)
    .default("en"),
  /** For blind review: no authors, contact, funder, addresses and identifiers in any metadata. */
  isAnonymous: z.boolean().default(false),
});

export type ReleaseRequest = z.infer<typeof releaseRequestSchema>;

/** The values of the release form by field name. */
export type ReleaseFields = Record<(typeof releaseFieldNames)[number], string>;

export const releaseFieldNames = [
  "level",
  "version",
  "title",
  "summary",
  "changes",
  "authors",
  "licence",
  "keywords",
  "funder",
  "publisher",
  "contact",
  "doi",
  "url",
  "ethicsInstitution",
  "ethicsNumber",
  "ethicsDate",
  "limitations",
  "biases",
  "uses",
  "socialImpact",
  "maintenance",
  "drop",
  "merge",
  "k",
  "reason",
  "language",
  "anonymous",
] as const;

/** The fields of a submitted form. A missing field is read as an empty field. */
export const releaseFieldsShape = Object.fromEntries(
  releaseFieldNames.map((name) => [name, boundedText(20_000).default("")]),
) as Record<(typeof releaseFieldNames)[number], z.ZodDefault<z.ZodType<string, string>>>;

/**
 * Reads the request from form fields, or returns the first invalid field. Lists have one entry per line; keywords and
 * columns are separated by commas; an author is written `Family, Given; ORCID; affiliation`.
 *
 * @param published the ISO date of publication
 */
export function readReleaseFields(
  fields: ReleaseFields,
  published: string,
): { ok: true; request: ReleaseRequest } | { ok: false; field: string; message: string } {
  const text = (name: keyof ReleaseFields) => fields[name].trim() || undefined;
  const ethics = {
    institution: fields.ethicsInstitution.trim(),
    number: fields.ethicsNumber.trim(),
    date: fields.ethicsDate.trim(),
  };
  const read = releaseRequestSchema.safeParse({
    description: {
      title: fields.title,
      summary: fields.summary,
      version: fields.version.trim(),
      published,
      changes: text("changes"),
      authors: linesOf(fields.authors).map(readAuthor),
      licence: fields.licence,
      keywords: entriesOf(fields.keywords),
      funder: text("funder"),
      publisher: text("publisher"),
      contact: text("contact"),
      doi: text("doi"),
      url: text("url"),
      ethics: Object.values(ethics).some((one) => one !== "") ? ethics : undefined,
      limitations: linesOf(fields.limitations),
      biases: linesOf(fields.biases),
      uses: linesOf(fields.uses),
      socialImpact: text("socialImpact"),
      maintenance: text("maintenance"),
    },
    level: fields.level,
    drop: entriesOf(fields.drop),
    merge: entriesOf(fields.merge),
    k: text("k") === undefined ? null : Number(text("k")),
    reason: text("reason") ?? null,
    language: text("language"),
    isAnonymous: fields.anonymous === "on",
  });
  if (read.success) return { ok: true, request: read.data };
  const [issue] = read.error.issues;
  return { ok: false, field: fieldOf(issue?.path ?? []), message: `${issue?.message ?? "is not valid"}` };
}

/** Applies a remedy to a request: adds the columns of the remedy to the omitted or merged columns. */
export function applyRemedy(request: ReleaseRequest, { drop, merge }: AnonymityRemedy): ReleaseRequest {
  const droppedColumns = [...new Set([...request.drop, ...drop])];
  const mergedColumns = [...new Set([...request.merge, ...merge])].filter((name) => !droppedColumns.includes(name));
  return { ...request, drop: droppedColumns, merge: mergedColumns };
}

/** The form fields that represent a request. */
export function releaseFieldsOf({ description, ...options }: ReleaseRequest): ReleaseFields {
  return {
    level: options.level,
    version: description.version,
    title: description.title,
    summary: description.summary,
    changes: description.changes ?? "",
    authors: description.authors
      .map(({ given, family, orcid, affiliation }) =>
        `${family}, ${given}; ${orcid ?? ""}; ${affiliation ?? ""}`.replace(/(?:; )+$/, ""),
      )
      .join("\n"),
    licence: description.licence,
    keywords: description.keywords.join(", "),
    funder: description.funder ?? "",
    publisher: description.publisher,
    contact: description.contact ?? "",
    doi: description.doi ?? "",
    url: description.url ?? "",
    ethicsInstitution: description.ethics?.institution ?? "",
    ethicsNumber: description.ethics?.number ?? "",
    ethicsDate: description.ethics?.date ?? "",
    limitations: description.limitations.join("\n"),
    biases: description.biases.join("\n"),
    uses: description.uses.join("\n"),
    socialImpact: description.socialImpact ?? "",
    maintenance: description.maintenance ?? "",
    drop: options.drop.join(", "),
    merge: options.merge.join(", "),
    k: String(options.k ?? ""),
    reason: options.reason ?? "",
    language: options.language,
    anonymous: options.isAnonymous ? "on" : "",
  };
}

function readAuthor(line: string): unknown {
  const [name = "", ...others] = line.split(";").map((part) => part.trim());
  const [family = "", given = ""] = name.split(/,(.*)/s).map((part) => part.trim());
  const orcid = others.find((part) => /^(?:https:\/\/orcid\.org\/)?[\dX-]{15,}$/.test(part));
  const affiliation = others.find((part) => part !== "" && part !== orcid);
  return {
    family,
    given,
    ...(orcid ? { orcid: orcid.replace("https://orcid.org/", "") } : {}),
    ...(affiliation ? { affiliation } : {}),
  };
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function entriesOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** The form field for the path of a validation error. */
function fieldOf(path: readonly PropertyKey[]): string {
  const [first, second, third] = path.map(String);
  if (first === "isAnonymous") return "anonymous";
  if (first !== "description") return first ?? "";
  if (second === "ethics") return `ethics${capitalize(third ?? "institution")}`;
  return second ?? "";
}
