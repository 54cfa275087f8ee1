/**
 * Whether models' answers to a text other than the one that people read are included in figures and tests. They are
 * excluded unless the analysis plan or the request includes them; this applies to all pages, files and commands.
 *
 * @param parameter the parameter of a URL: "all", or any other value for none; null or undefined if absent
 * @param planned whether the analysis plan of the study includes them
 */
export function countsOtherTexts(parameter: unknown, planned = false): boolean {
  return parameter === "all" || (planned && (parameter === null || parameter === undefined));
}
