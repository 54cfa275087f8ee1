/** The theme that a person has chosen; "system" follows the device. */
export type Theme = "system" | "light" | "dark";

export const themeCookie = "parallax-theme";

/** Reads the cookie; unknown values are "system". */
export function parseTheme(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
