/** The reasons why a sign-in with the provider failed, as shown on the sign-in page. */
const messages = {
  cancelled: "You were not signed in: the provider reports that the request was cancelled or refused.",
  unavailable: "The provider does not respond. Try again later, or sign in with a password.",
  expired: "The sign-in took longer than ten minutes, or was started in another browser. Please try again.",
  refused: "The provider's response could not be verified. Please try again.",
  "no-group": "None of your groups has access to this installation. Ask the person who runs it.",
  "no-email": "The provider did not name an e-mail address that can be used here.",
  unverified: "The provider has not verified your e-mail address.",
  domain: "E-mail addresses of your domain have no access to this installation.",
  "other-account": "Your e-mail address belongs to another account of this provider. Ask an admin.",
  disabled: "Your account is disabled. Ask an admin.",
  "too-many": "Too many attempts. Please wait a few minutes and try again.",
} as const;

export type ProviderProblemCode = keyof typeof messages;

/** A failed sign-in with the provider, with a reason for the user. */
export class ProviderProblem extends Error {
  readonly code: ProviderProblemCode;

  constructor(code: ProviderProblemCode, options?: ErrorOptions) {
    super(messages[code], options);
    this.code = code;
  }
}

/** The sentence for a code in the sign-in page's address; null for anything else. */
export function explainProviderProblem(code: unknown): string | null {
  return typeof code === "string" && Object.hasOwn(messages, code) ? messages[code as ProviderProblemCode] : null;
}
