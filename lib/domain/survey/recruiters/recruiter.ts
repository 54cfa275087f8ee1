/**
 * How a study's participants are recruited: which parameters their link carries and where their session leads in the
 * end. `none` stands for one's own list and for open invitations.
 */
export const recruiterKinds = ["none", "prolific", "mturk", "panel"] as const;
export type RecruiterKind = (typeof recruiterKinds)[number];

/** Under which source the people of a recruiter are stored: those of one's own list under the list's own numbers. */
export function sourceOfRecruiter(kind: RecruiterKind): Exclude<RecruiterKind, "none"> | "pid" {
  return kind === "none" ? "pid" : kind;
}

/** The names of a recruiter's entry parameters, as links carry them. */
export interface EntryNames {
  /** Holds the person's number. */
  id: string;
  others: readonly string[];
}

/** The conventions that do not depend on a study: the person's own number, Prolific and MTurk. */
export const knownEntryNames = {
  prolific: { id: "PROLIFIC_PID", others: ["STUDY_ID", "SESSION_ID"] },
  mturk: { id: "workerId", others: ["assignmentId", "hitId", "turkSubmitTo"] },
  pid: { id: "pid", others: [] },
} as const satisfies Record<string, EntryNames>;

/** The name of the parameter that signs the others. */
export const signatureName = "sig";

/** The usual name of the parameter in which Prolific sends its token, and the name under which forms carry it. */
export const tokenName = "prolific_token";

/** The field of our own forms that says that a token was verified when the page was made (`arrival-proof.ts`). */
export const proofName = "arrival_proof";

/** What a link's parameters may not be called, because forms and pages use these names themselves. */
export const reservedNames: readonly string[] = [
  "protocol",
  "study",
  "token",
  "consent",
  "visible-ms",
  "focus-losses",
  "lang",
  "done",
  "early",
  signatureName,
  tokenName,
  proofName,
  ...Object.values(knownEntryNames).flatMap((names): string[] => [names.id, ...names.others]),
];

/** What a recruiter is called on participants' screens; null where there is none to name. */
export function recruiterName(kind: RecruiterKind, ownName = ""): string | null {
  switch (kind) {
    case "prolific":
      return "Prolific";
    case "mturk":
      return "MTurk";
    case "panel":
      return ownName.trim() || null;
    case "none":
      return null;
  }
}

/**
 * What a signature signs: every entry parameter of the link but `sig`, sorted by name (by code point), each as
 * `name=value` with name and value percent-encoded as in RFC 3986, joined by `&`. Encoding keeps two different sets of
 * parameters from ever being signed as the same text.
 */
export function textToSign(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .filter(([name]) => name !== signatureName)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)
    .join("&");
}

/** All but A to Z, a to z, 0 to 9 and `-._~` as %XX of their UTF-8 bytes. */
function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Whether a value is a place holder that the recruiter should have filled in: `{{%PROLIFIC_PID%}}`, `{rid}`,
 * `[[RID]]`, `[%RID%]`, `%RID%`, `%%id%%`, `${e://Field/pid}`, `<id>`, or the word in our own template for lists.
 */
export function isUnfilled(value: string): boolean {
  const text = value.trim();
  return (
    /\{\{.*\}\}|%%.+%%|\[%.+%\]|\$\{.*\}/s.test(text) ||
    /^(\{[^{}]+\}|\[[A-Za-z_ %-]+\]|<[^<>]+>|\[\[[^[\]]+\]\]|%[A-Za-z_][A-Za-z0-9_ -]*%)$/.test(text) ||
    text === "PARTICIPANT"
  );
}
