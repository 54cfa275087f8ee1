/**
 * Whether figures and tests include models' answers to a text that differs from the text that people read. Such answers
 * are excluded unless the analysis plan or the request includes them. The rule applies to all pages, files and
 * commands.
 *
 * @param parameter the URL parameter: "all" to include them, any other value to exclude them; null or undefined if
 * absent
 * @param planned whether the analysis plan of the study includes them
 */
export function countsOtherTexts(parameter: unknown, planned = false): boolean {
  return parameter === "all" || (planned && (parameter === null || parameter === undefined));
}
