import type { Protocol } from "../protocol.ts";
import { type ParticipantLink, participantLinks } from "../studies/participant-links.ts";
import { knownEntryParamNames, type RecruiterKind, signatureName, textToSign } from "./recruiter.ts";

/** The links that start a rehearsal: through the recruiter's preview, or directly with invented IDs. */
export interface RehearsalLinks {
  /** The link to paste into the recruiter's own preview; null if the recruiter has none. */
  atRecruiter: string | null;
  /** The link to open directly. */
  byOneself: string;
}

/** The parts of a panel's link. */
export interface PanelParameterNames {
  id: string;
  others: readonly string[];
}

/** The entry URL of a study for its recruiter; without a recruiter, for the researcher's own list. */
export function studyLink(publicUrl: string, slug: string, recruiter: Protocol["recruiter"]): ParticipantLink {
  const [prolific, mturk, list] = participantLinks(publicUrl, slug);
  const knownLink = { prolific, mturk, none: list, panel: undefined }[recruiter?.kind ?? "none"];
  if (knownLink) return knownLink;
  const names = [recruiter?.idParameter ?? "", ...(recruiter?.otherParameters ?? [])];
  return {
    name: recruiter?.name || "your panel",
    url: `${publicUrl}/s/${slug}?${names.map((name) => `${name}={${name}}`).join("&")}`,
    hint: "Replace the parts in braces by the panel’s own placeholders, which it fills in for each person.",
  };
}

/**
 * The links of a rehearsal. Direct links have invented parameters and the study's signature, so that they work with any
 * arrival rules. An ID can take part only once, so each `number` represents a different person.
 *
 * @param number 12 hexadecimal digits
 * @param sign the study's signature of a text
 */
export function rehearsalLinks(
  publicUrl: string,
  slug: string,
  recruiter: { kind: RecruiterKind; panel: PanelParameterNames | null },
  number: string,
  sign: (text: string) => string,
): RehearsalLinks {
  const base = `${publicUrl}/s/${slug}`;
  const [prolific, mturk] = participantLinks(publicUrl, slug);
  const createSignedLink = (parameters: Record<string, string>) =>
    `${base}?${new URLSearchParams({ ...parameters, [signatureName]: sign(textToSign(parameters)) })}`;
  switch (recruiter.kind) {
    case "prolific":
      return {
        atRecruiter: prolific?.url ?? null,
        byOneself: createSignedLink({
          ...inventParameters(knownEntryParamNames.prolific, number),
          PROLIFIC_PID: `7e57${"0".repeat(8)}${number}`,
        }),
      };
    case "mturk": {
      const parameters = {
        ...inventParameters(knownEntryParamNames.mturk, number),
        workerId: `ATEST${number.toUpperCase()}`,
        turkSubmitTo: "https://workersandbox.mturk.com",
      };
      return { atRecruiter: mturk?.url ?? null, byOneself: createSignedLink(parameters) };
    }
    case "panel": {
      const panel = recruiter.panel ?? knownEntryParamNames.pid;
      const names = [panel.id, ...panel.others].map((name) => `${name}={${name}}`).join("&");
      return { atRecruiter: `${base}?${names}`, byOneself: createSignedLink(inventParameters(panel, number)) };
    }
    case "none":
      return { atRecruiter: null, byOneself: createSignedLink(inventParameters(knownEntryParamNames.pid, number)) };
  }
}

/** A value for each parameter: "test-" and the number, which is recognisable as invented. */
function inventParameters(names: PanelParameterNames, number: string): Record<string, string> {
  return Object.fromEntries([names.id, ...names.others].map((name) => [name, `test-${number}`]));
}
