/** What a person wants to read on; "system" follows the device. */
export type Theme = "system" | "light" | "dark";

export const themeCookie = "parallax-theme";

/** Reads the cookie; whatever it does not know is "system". */
export function parseTheme(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
