import type { Protocol } from "../protocol.ts";
import { type ParticipantLink, participantLinks } from "../studies/participant-links.ts";
import { knownEntryNames, type RecruiterKind, signatureName, textToSign } from "./recruiter.ts";

/** How a rehearsal is begun: as the recruiter would send somebody, or by oneself with invented numbers. */
export interface RehearsalLinks {
  /** To paste into the recruiter's own preview; null where the recruiter has none. */
  atRecruiter: string | null;
  /** To open at once. */
  byOneself: string;
}

/** What a link of a panel is made of. */
export interface PanelNames {
  id: string;
  others: readonly string[];
}

/** The address of a study to give to the recruiter that it names; that of one's own list where it names none. */
export function studyLink(publicUrl: string, slug: string, recruiter: Protocol["recruiter"]): ParticipantLink {
  const [prolific, mturk, list] = participantLinks(publicUrl, slug);
  const known = { prolific, mturk, none: list, panel: undefined }[recruiter?.kind ?? "none"];
  if (known) return known;
  const names = [recruiter?.idParameter ?? "", ...(recruiter?.otherParameters ?? [])];
  return {
    name: recruiter?.name || "your panel",
    url: `${publicUrl}/s/${slug}?${names.map((name) => `${name}={${name}}`).join("&")}`,
    hint: "Put the panel’s own place holders in place of the parts in braces; it fills them in for each person.",
  };
}

/**
 * The links of a rehearsal. Invented numbers begin with "test", and each call with another `number` is another person, as
 * one number takes part once.
 *
 * @param sign the study's signature of a text, for the recruiters that can sign
 */
export function rehearsalLinks(
  publicUrl: string,
  slug: string,
  recruiter: { kind: RecruiterKind; panel: PanelNames | null },
  number: string,
  sign: (text: string) => string,
): RehearsalLinks {
  const base = `${publicUrl}/s/${slug}`;
  const [prolific, mturk] = participantLinks(publicUrl, slug);
  const withParameters = (parameters: Record<string, string>) => `${base}?${new URLSearchParams(parameters)}`;
  const signed = (parameters: Record<string, string>) =>
    withParameters({ ...parameters, [signatureName]: sign(textToSign(parameters)) });
  switch (recruiter.kind) {
    case "prolific":
      return {
        atRecruiter: prolific?.url ?? null,
        byOneself: withParameters(invented(knownEntryNames.prolific, number)),
      };
    case "mturk": {
      const parameters = invented(knownEntryNames.mturk, number);
      return {
        atRecruiter: mturk?.url ?? null,
        byOneself: withParameters({ ...parameters, turkSubmitTo: "https://workersandbox.mturk.com" }),
      };
    }
    case "panel": {
      const panel = recruiter.panel ?? knownEntryNames.pid;
      const names = [panel.id, ...panel.others].map((name) => `${name}={${name}}`).join("&");
      return { atRecruiter: `${base}?${names}`, byOneself: signed(invented(panel, number)) };
    }
    case "none":
      return { atRecruiter: null, byOneself: signed(invented(knownEntryNames.pid, number)) };
  }
}

/** A value for each parameter: "test-", its name and the number, so that whoever sees one knows what it is. */
function invented(names: PanelNames, number: string): Record<string, string> {
  return Object.fromEntries([names.id, ...names.others].map((name) => [name, `test-${number}`]));
}
