import type { Protocol } from "../protocol.ts";
import { type ParticipantLink, participantLinks } from "../studies/participant-links.ts";
import { knownEntryParamNames, type RecruiterKind, signatureName, textToSign } from "./recruiter.ts";

/** How a rehearsal is started: through the recruiter's preview, or directly with invented IDs. */
export interface RehearsalLinks {
  /** The link to paste into the recruiter's own preview; null if the recruiter has none. */
  atRecruiter: string | null;
  /** The link to open directly. */
  byOneself: string;
}

/** The parts of a panel's link. */
export interface PanelNames {
  id: string;
  others: readonly string[];
}

/** The entry URL of a study for its recruiter; for the researcher's own list if it has none. */
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
 * The links of a rehearsal. Direct links have invented parameters and the study's own signature, so that they work with
 * any arrival rules. Because an ID can take part only once, each call with another `number` gives another person.
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
          ...invented(knownEntryParamNames.prolific, number),
          PROLIFIC_PID: `7e57${"0".repeat(8)}${number}`,
        }),
      };
    case "mturk": {
      const parameters = {
        ...invented(knownEntryParamNames.mturk, number),
        workerId: `ATEST${number.toUpperCase()}`,
        turkSubmitTo: "https://workersandbox.mturk.com",
      };
      return { atRecruiter: mturk?.url ?? null, byOneself: signed(parameters) };
    }
    case "panel": {
      const panel = recruiter.panel ?? knownEntryParamNames.pid;
      const names = [panel.id, ...panel.others].map((name) => `${name}={${name}}`).join("&");
      return { atRecruiter: `${base}?${names}`, byOneself: signed(invented(panel, number)) };
    }
    case "none":
      return { atRecruiter: null, byOneself: signed(invented(knownEntryParamNames.pid, number)) };
  }
}

/** A value for each parameter: "test-" and the number, recognisable as invented. */
function invented(names: PanelNames, number: string): Record<string, string> {
  return Object.fromEntries([names.id, ...names.others].map((name) => [name, `test-${number}`]));
}
