/**
 * Whether models' answers to another text than the one that people read enter figures and tests: they stay out unless the
 * analysis plan counts them or someone asks for them, on every page, in every file and by every command.
 *
 * @param asked what an address says: "all", or anything else for none of them; null or undefined where it says nothing
 * @param planned whether the analysis plan of the study counts them
 */
export function countsOtherTexts(asked: unknown, planned = false): boolean {
  return asked === "all" || (planned && (asked === null || asked === undefined));
}
