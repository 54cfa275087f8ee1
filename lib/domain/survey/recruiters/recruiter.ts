/**
 * How a study's participants are recruited. This determines the parameters of their link and the target of the end
 * page. `none` means the researcher's own list, and open invitations.
 */
export const recruiterKinds = ["none", "prolific", "mturk", "panel"] as const;
export type RecruiterKind = (typeof recruiterKinds)[number];

/**
 * The source that is stored for a recruiter's participants; people on the researcher's own list have the source `pid`.
 */
export function sourceOfRecruiter(kind: RecruiterKind): Exclude<RecruiterKind, "none"> | "pid" {
  return kind === "none" ? "pid" : kind;
}

/** The names of a recruiter's entry parameters in links. */
export interface EntryParamNames {
  /** The name of the parameter with the participant's ID. */
  id: string;
  others: readonly string[];
}

/** The parameters of sources whose names do not depend on a study: participants' own IDs, Prolific and MTurk. */
export const knownEntryParamNames = {
  prolific: { id: "PROLIFIC_PID", others: ["STUDY_ID", "SESSION_ID"] },
  mturk: { id: "workerId", others: ["assignmentId", "hitId", "turkSubmitTo"] },
  pid: { id: "pid", others: [] },
} as const satisfies Record<string, EntryParamNames>;

/** The name of the parameter with the signature of the other parameters. */
export const signatureName = "sig";

/** The usual name of the parameter with Prolific's token, and its field name in forms. */
export const tokenName = "prolific_token";

/**
 * The field of our own forms that states that a token was verified when the page was rendered (`arrival-proof.ts`).
 */
export const proofName = "arrival_proof";

/** Parameter names that links may not use, because forms and pages use them. */
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
  ...Object.values(knownEntryParamNames).flatMap((names): string[] => [names.id, ...names.others]),
];

/** The name of a recruiter on participants' screens; null if there is none. */
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
 * The signed text: every entry parameter of the link except `sig`, sorted by name (by code point), each as `name=value`
 * with name and value percent-encoded as in RFC 3986, joined by `&`. Encoding prevents two different sets of parameters
 * from having the same signed text.
 */
export function textToSign(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .filter(([name]) => name !== signatureName)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join("&");
}

/** Percent-encodes all UTF-8 bytes except A to Z, a to z, 0 to 9 and `-._~`. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Whether a value is a placeholder that the recruiter should have replaced: `{{%PROLIFIC_PID%}}`, `{rid}`, `[[RID]]`,
 * `[%RID%]`, `%RID%`, `%%id%%`, `${e://Field/pid}`, `<id>`, or the word in our own template for lists.
 */
export function isUnfilled(value: string): boolean {
  const text = value.trim();
  return (
    /\{\{.*\}\}|%%.+%%|\[%.+%\]|\$\{.*\}/s.test(text) ||
    /^(\{[^{}]+\}|\[[A-Za-z_ %-]+\]|<[^<>]+>|\[\[[^[\]]+\]\]|%[A-Za-z_][A-Za-z0-9_ -]*%)$/.test(text) ||
    text === "PARTICIPANT"
  );
}
