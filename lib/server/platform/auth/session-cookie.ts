import { environment } from "../environment.ts";

/** An hour in seconds. */
const hour = 3_600;

/**
 * How long a session lasts: unused, at most, at most for those who manage people, and until the code of the second
 * factor is entered.
 */
export const sessionLimits = {
  idleSeconds: 12 * hour,
  longestSeconds: 30 * 24 * hour,
  adminSeconds: 12 * hour,
  codeSeconds: hour / 4,
};

/**
 * The cookies' name and attributes. Over https the prefix makes browsers refuse one that anything but this very host
 * has set; plain http, which only localhost should use, cannot have it.
 */
export function cookieFrame(name: string): {
  name: string;
  options: { httpOnly: true; sameSite: "lax"; path: "/"; secure: boolean };
} {
  const secure = environment().publicUrl.startsWith("https:");
  return {
    name: secure ? `__Host-parallax.${name}` : `parallax.${name}`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  };
}
