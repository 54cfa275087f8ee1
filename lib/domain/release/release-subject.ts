import * as z from "zod";

export const releaseSubjectTypes = ["study", "benchmark", "collection"] as const;

export type ReleaseSubjectType = (typeof releaseSubjectTypes)[number];

/** The study, benchmark or collection whose data are released. */
export const releaseSubjectSchema = z.strictObject({ type: z.enum(releaseSubjectTypes), id: z.uuid() });

export type ReleaseSubject = z.infer<typeof releaseSubjectSchema>;
