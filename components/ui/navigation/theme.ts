/** The selected theme. With "system", the theme of the device is used. */
export type Theme = "system" | "light" | "dark";

export const themeCookie = "parallax-theme";

/** Parses the theme from the cookie. For unknown values, the theme is "system". */
export function parseTheme(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
