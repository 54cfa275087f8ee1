import type { Protocol } from "../protocol.ts";
import { type ParticipantLink, participantLinks } from "../studies/participant-links.ts";
import { knownEntryNames, type RecruiterKind, signatureName, textToSign } from "./recruiter.ts";

/** How a rehearsal is begun: as the recruiter would send someone, or by oneself with invented numbers. */
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
 * The links of a rehearsal. Links for opening directly carry invented parameters and the study's own signature, so that
 * they work whatever the rules for arrivals demand. Each call with another `number` is another person, because one ID
 * takes part once.
 *
 * @param number 12 hexadecimal digits
 * @param sign the study's signature of a text
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
  const signed = (parameters: Record<string, string>) =>
    `${base}?${new URLSearchParams({ ...parameters, [signatureName]: sign(textToSign(parameters)) })}`;
  switch (recruiter.kind) {
    case "prolific":
      return {
        atRecruiter: prolific?.url ?? null,
        byOneself: signed({
          ...invented(knownEntryNames.prolific, number),
          PROLIFIC_PID: `7e57${"0".repeat(8)}${number}`,
        }),
      };
    case "mturk": {
      const parameters = {
        ...invented(knownEntryNames.mturk, number),
        workerId: `ATEST${number.toUpperCase()}`,
        turkSubmitTo: "https://workersandbox.mturk.com",
      };
      return { atRecruiter: mturk?.url ?? null, byOneself: signed(parameters) };
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

/** A value for each parameter: "test-" and the number, recognizable as invented. */
function invented(names: PanelNames, number: string): Record<string, string> {
  return Object.fromEntries([names.id, ...names.others].map((name) => [name, `test-${number}`]));
}
