import { findTextProblem } from "../text.ts";
import type { MessageKey } from "./languages/en.ts";
import type { FormFields } from "./parse-answers.ts";
import { isMturkPreview, mturkHost } from "./recruiters/mturk.ts";
import {
  type EntryParamNames,
  isUnfilled,
  knownEntryParamNames,
  type RecruiterKind,
  signatureName,
  textToSign,
} from "./recruiters/recruiter.ts";

/** The person's identity according to the recruiter, read from the link. Stored separately from all answers. */
export interface Entry {
  source: EntrySource;
  externalId: string;
  /** The recruiter's other parameters: its IDs of the study and the session. */
  parameters: Record<string, string>;
  /** The text that the link's signature signs: all entry parameters in a canonical form. */
  toSign: string;
  /** The parameter `sig` of the link, if present. */
  signature: string | null;
}

export const entrySources = ["prolific", "mturk", "panel", "pid"] as const;
export type EntrySource = (typeof entrySources)[number];

/** All parameters that an entry link may pass on to the consent form, including those of a study's own panel. */
export function entryParameters(panel: EntryParamNames | null): string[] {
  const names = [...Object.values(knownEntryParamNames), ...(panel ? [panel] : [])];
  return [...names.flatMap((recruiter): string[] => [recruiter.id, ...recruiter.others]), signatureName];
}

export type ParsedEntry =
  | { ok: true; entry: Entry | null }
  | { ok: false; field: string; message: string; reason: Extract<MessageKey, `link${string}`> };

/**
 * Parses the entry parameters of Prolific, MTurk, a study's own panel or a plain `pid=`. Without any parameter, the
 * visitor is anonymous. The first recruiter with an ID in the link is used; a study's own panel has priority.
 *
 * @param recruiter the study's recruiter; a link of this recruiter with a blank ID is an unfilled template and does not
 * make the visitor anonymous
 */
export function parseEntry(
  fields: FormFields,
  panel: EntryParamNames | null = null,
  recruiter: RecruiterKind = "none",
): ParsedEntry {
  for (const field of entryParameters(panel)) {
    const problem = refuseParameter(field, Object.hasOwn(fields, field) ? fields[field] : undefined);
    if (problem) return { ok: false, field, ...problem };
  }
  const read = (field: string) => (fields[field] as string | undefined)?.trim() ?? "";
  const expectedNames = recruiter === "panel" ? panel : recruiter === "none" ? null : knownEntryParamNames[recruiter];
  if (expectedNames && Object.hasOwn(fields, expectedNames.id) && read(expectedNames.id) === "")
    return { ok: false, field: expectedNames.id, ...unfilledProblem };
  const recruiters: [EntrySource, EntryParamNames][] = [
    ...(panel ? [["panel", panel] as [EntrySource, EntryParamNames]] : []),
    ...(Object.entries(knownEntryParamNames) as [EntrySource, EntryParamNames][]),
  ];
  const [source, names] = recruiters.find(([, candidate]) => read(candidate.id) !== "") ?? [];
  if (!source || !names) return { ok: true, entry: null };
  const parameters = Object.fromEntries(
    names.others.filter((name) => read(name) !== "").map((name) => [name, read(name)]),
  );
  const rawId = read(names.id);
  const signedText = textToSign({ [names.id]: rawId, ...parameters });
  const externalId = rawId.normalize("NFC");
  return {
    ok: true,
    entry: { source, externalId, parameters, toSign: signedText, signature: read(signatureName) || null },
  };
}

const unfilledProblem = { message: "was not filled in by the recruiter", reason: "linkUnfilled" } as const;

function refuseParameter(
  field: string,
  value: string | readonly string[] | undefined,
): { message: string; reason: Extract<MessageKey, `link${string}`> } | null {
  if (value === undefined) return null;
  if (typeof value !== "string") return { message: "is given more than once", reason: "linkTwice" };
  const message = findTextProblem(value, 200);
  if (message) return { message, reason: "linkUnreadable" };
  if (isUnfilled(value)) return unfilledProblem;
  if (field === "turkSubmitTo" && value !== "" && !mturkHost(value)) {
    return { message: "is not one of MTurk's two sites", reason: "linkUnreadable" };
  }
  return null;
}

/** Whether an external ID is only the placeholder of an erased or forgotten ID. */
export function isRemovedId(externalId: string, sessionId: string): boolean {
  return externalId === `erased:${sessionId}` || externalId === `forgotten:${sessionId}`;
}

/** Whether the request is only MTurk's preview of a task that no one has accepted yet. */
export function isTaskPreview(fields: FormFields): boolean {
  return isMturkPreview(fields.assignmentId);
}

/** The parameters of a URL. Repeated parameters are returned as a list, so that they can be rejected. */
export function readQuery(search: URLSearchParams): FormFields {
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}
