/**
 * Whether models' answers to a text other than the one that people read enter figures and tests: they are excluded
 * unless the analysis plan includes them or the request asks for them, on every page, in every file and by every
 * command.
 *
 * @param asked the parameter of a URL: "all", or anything else for none; null or undefined if absent
 * @param planned whether the analysis plan of the study includes them
 */
export function countsOtherTexts(asked: unknown, planned = false): boolean {
  return asked === "all" || (planned && (asked === null || asked === undefined));
}
