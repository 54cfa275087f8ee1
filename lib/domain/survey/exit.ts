import type { Entry } from "./entry.ts";
import { type Outcome, outcomes, type Protocol } from "./protocol.ts";
import type { ProtocolStep } from "./protocol-step.ts";
import { type MturkSubmit, mturkSubmit } from "./recruiters/mturk.ts";
import { prolificCompletionUrl } from "./recruiters/prolific.ts";
import { type RecruiterKind, recruiterName, signatureName, textToSign } from "./recruiters/recruiter.ts";

type ExitStep = Extract<ProtocolStep, { kind: "exit" }>;

/** How a participant continues from the end page. */
export type Exit =
  /** By a link; `recruiter` names its target, if known. */
  | { kind: "link"; url: string; recruiter: string | null }
  /** By a form that the participant's browser submits to the recruiter. */
  | { kind: "form"; submit: MturkSubmit; recruiter: string }
  /** By returning the task at the recruiter: this outcome has no completion code there. */
  | { kind: "return"; recruiter: "prolific" | "mturk" };

export interface Departure {
  /** The code that the page shows; null if there is none. */
  code: string | null;
  exit: Exit | null;
}

/** The data about a finished session that determine its exit. */
export interface EndedSession {
  sessionId: string;
  /** The completion code of Parallax for this session; only for people who finished. */
  completionCode: string | null;
  /** The parameters of the recruiter's link, if there was one; the ID is blank if it is no longer stored. */
  entry: Pick<Entry, "source" | "externalId" | "parameters"> | null;
}

/**
 * The code and the exit of an outcome. A recruiter's conventions apply to people who came from this recruiter. Anyone
 * who opened the study in another way gets the completion code of Parallax, because a recruiter's code is worth money.
 * A person who declines leaves no identity, so in a study of Prolific or MTurk such a person is treated as coming from
 * the recruiter. A person who finished and withdraws later has done the task, so the code and the exit remain those of
 * the outcome `complete`.
 *
 * Prolific: a link with the code of this outcome; without a code, the page asks to return the submission. MTurk: the
 * form of a finished task; without a code, and after declining, the page asks to return the task, except for people who
 * finished. Panels and all others: the outcome's own link.
 *
 * @param sign HMAC-SHA256 of a text with the study's secret, in hexadecimal digits
 */
export function findDeparture(
  protocol: Protocol,
  ended: Outcome,
  session: EndedSession,
  sign: (text: string) => string,
): Departure {
  const outcome = ended === "withdrawn" && session.completionCode ? "complete" : ended;
  const end = protocol.ends[outcome];
  const kind = protocol.recruiter?.kind ?? "none";
  const ownCode = outcome === "complete" ? session.completionCode : null;
  const isFromRecruiter = appliesTo(kind, outcome, session);
  const code = (isFromRecruiter && end.code) || ownCode;
  if (kind === "prolific" && isFromRecruiter) {
    if (end.code) return { code, exit: { kind: "link", url: prolificCompletionUrl(end.code), recruiter: "Prolific" } };
    if (outcome !== "complete") return { code: null, exit: { kind: "return", recruiter: "prolific" } };
  }
  if (kind === "mturk" && isFromRecruiter) {
    const submit = mturkSubmit(session.entry?.parameters ?? {}, { code: code ?? "", outcome });
    const submitsTask = outcome === "complete" || (outcome !== "no-consent" && Boolean(end.code));
    if (!submitsTask) return { code: null, exit: { kind: "return", recruiter: "mturk" } };
    if (submit) return { code, exit: { kind: "form", submit, recruiter: "MTurk" } };
  }
  const url = fillReturnUrl(
    end.returnUrl,
    { code: code ?? "", session: session.sessionId, outcome, ...panelValues(protocol, session) },
    sign,
  );
  if (!url) return { code, exit: null };
  return {
    code,
    exit: { kind: "link", url, recruiter: isFromRecruiter ? recruiterName(kind, protocol.recruiter?.name) : null },
  };
}

/** The protocol with the end page, code and link of the exit with which a session ended; unchanged if there is none. */
export function withExit(protocol: Protocol, exit: ExitStep | null): Protocol {
  return exit ? { ...protocol, ends: { ...protocol.ends, [exit.endsAs]: exit } } : protocol;
}

/**
 * All end pages of a protocol that can have a code and a link: first those of the outcomes, then those of the exits.
 */
export function listEnds({ ends, steps }: Pick<Protocol, "ends" | "steps">) {
  return [
    ...outcomes.map((outcome) => ({ outcome, exit: null, end: ends[outcome] })),
    ...steps.flatMap((step) => (step.kind === "exit" ? [{ outcome: step.endsAs, exit: step.key, end: step }] : [])),
  ];
}

/** Whether the conventions of the study's recruiter apply to this person. */
function appliesTo(kind: RecruiterKind, outcome: Outcome, { entry }: EndedSession): boolean {
  if (kind === "none") return false;
  if (entry === null) return outcome === "no-consent" && kind !== "panel";
  return entry.source === kind;
}

function panelValues(protocol: Protocol, { entry }: EndedSession): Record<string, string> {
  const { recruiter } = protocol;
  if (recruiter?.kind !== "panel") return {};
  const blank = Object.fromEntries([recruiter.idParameter, ...recruiter.otherParameters].map((name) => [name, ""]));
  if (entry?.source !== "panel") return blank;
  return { ...blank, ...entry.parameters, [recruiter.idParameter]: entry.externalId };
}

/**
 * A return URL with its placeholders filled in, each value percent-encoded. `{sig}` signs the URL's other parameters in
 * the same way as entry links.
 */
function fillReturnUrl(
  template: string,
  values: Readonly<Record<string, string>>,
  sign: (text: string) => string,
): string {
  const filledUrl = template.replace(/\{([A-Za-z][A-Za-z0-9_.-]*)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? encodeURIComponent(values[name] ?? "") : whole,
  );
  if (!filledUrl.includes(`{${signatureName}}`)) return filledUrl;
  const query = filledUrl.slice(filledUrl.indexOf("?") + 1).split("#")[0] ?? "";
  const parameters = Object.fromEntries(
    [...new URLSearchParams(query)].filter(([, value]) => value !== `{${signatureName}}`),
  );
  return filledUrl.replaceAll(`{${signatureName}}`, sign(textToSign(parameters)));
}
