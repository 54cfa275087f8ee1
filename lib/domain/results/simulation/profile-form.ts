import { type GenerativeProfile, generativeProfileSchema } from "./generative-profile.ts";

/** The numbers of a profile that have a form field; all other values are in the JSON field. */
export const profileNumbers = ["accuracy", "storySd", "itemSd", "personSd", "dropOut"] as const;

/** A field of the form that cannot be read, with a message for its user. */
export class UnreadableProfile extends Error {
  readonly field: string;

  constructor(field: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.field = field;
  }
}

/**
 * The profile of a submitted form: its numbers, and all other values as JSON in `more`.
 *
 * @throws UnreadableProfile for invalid JSON and for an invalid value
 */
export function parseProfileForm(fields: Readonly<Record<string, string>>): GenerativeProfile {
  let otherFields: unknown = {};
  try {
    otherFields = JSON.parse(fields.more?.trim() || "{}");
  } catch (error) {
    throw new UnreadableProfile("more", `This is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const numbers = Object.fromEntries(profileNumbers.map((name) => [name, Number(fields[name])]));
  const parsed = generativeProfileSchema.safeParse({ ...Object(otherFields), ...numbers });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const name = String(issue.path[0] ?? "");
  const isNumber = profileNumbers.some((one) => one === name);
  throw new UnreadableProfile(
    isNumber ? name : "more",
    isNumber ? issue.message : `${issue.path.join(".")}: ${issue.message}`,
  );
}

/** The parts of a profile that the form shows as JSON; empty if they have their defaults. */
export function formatOtherFields(profile: GenerativeProfile): string {
  const defaults = generativeProfileSchema.parse({});
  const names = Object.keys(profile) as (keyof GenerativeProfile)[];
  const changedNames = names.filter(
    (name) =>
      !profileNumbers.some((one) => one === name) && JSON.stringify(profile[name]) !== JSON.stringify(defaults[name]),
  );
  return changedNames.length === 0
    ? ""
    : JSON.stringify(Object.fromEntries(changedNames.map((name) => [name, profile[name]])), null, 2);
}
