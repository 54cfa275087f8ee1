import { environment } from "../environment.ts";

/** An hour in seconds. */
const hour = 3_600;

/**
 * The lifetimes of a session: without activity, in total, in total for users who manage members, and until the code of
 * the second factor is entered.
 */
export const sessionLimits = {
  idleSeconds: 12 * hour,
  longestSeconds: 30 * 24 * hour,
  adminSeconds: 12 * hour,
  codeSeconds: hour / 4,
};

/**
 * The cookie's name and attributes. With https, the name has a prefix that makes browsers refuse a cookie set by
 * another host. Plain http, which should be used only on localhost, does not support the prefix.
 */
export function cookieAttributes(name: string): {
  name: string;
  options: { httpOnly: true; sameSite: "lax"; path: "/"; secure: boolean };
} {
  const secure = environment().publicUrl.startsWith("https:");
  return {
    name: secure ? `__Host-parallax.${name}` : `parallax.${name}`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  };
}
