import * as z from "zod";
import { findTextProblem } from "../text.ts";

/** The sources that expressions may quote: authorities by relation, and people who believe a claim. */
export interface SourceSet {
  authoritiesByRelation: Readonly<Record<string, readonly string[]>>;
  /** Authorities for all relations that `byRelation` does not list; may be empty. */
  otherAuthorities: readonly string[];
  beliefSources: readonly string[];
}

const sourceList = z
  .array(z.string().refine((name) => name.trim() !== "" && findTextProblem(name, 200) === null, "is not a usable name"))
  .min(1, { message: "must not be empty" });

const sourceFileSchema = z.object({
  authority_sources_by_relation: z.record(z.string(), sourceList),
  authority_sources: sourceList.optional(),
  belief_sources: sourceList,
});

export type ParsedSources = { ok: true; sources: SourceSet } | { ok: false; place: string; message: string };

/**
 * Reads a source file in the authors' format: `authority_sources_by_relation` and `belief_sources`. An optional list
 * `authority_sources` applies to relations without a list of their own.
 */
export function parseSources(value: unknown): ParsedSources {
  const parsed = sourceFileSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return {
      ok: false,
      place: issue?.path.map(String).join(".") ?? "",
      message: issue?.message ?? "is not a source file",
    };
  }
  return {
    ok: true,
    sources: {
      authoritiesByRelation: parsed.data.authority_sources_by_relation,
      otherAuthorities: parsed.data.authority_sources ?? [],
      beliefSources: parsed.data.belief_sources,
    },
  };
}

/** The authorities that may be quoted about a relation; empty if there are none. */
export function authoritiesFor(sources: SourceSet, relation: string): readonly string[] {
  return Object.hasOwn(sources.authoritiesByRelation, relation)
    ? (sources.authoritiesByRelation[relation] ?? [])
    : sources.otherAuthorities;
}
