import type { ReleaseLevel } from "@/lib/domain/release/release-dataset.ts";
import type { ReleaseDescription } from "@/lib/domain/release/release-description.ts";
import type { ReleaseFinding } from "@/lib/domain/release/release-finding.ts";

/** What the authors' description lacks, a licence that does not fit the level, and a missing canary. */
export function checkDescription({
  description,
  level,
  canary,
}: {
  description: ReleaseDescription;
  level: ReleaseLevel;
  /** The canary string of the benchmark. */
  canary: string;
}): ReleaseFinding[] {
  const warning = (check: ReleaseFinding["check"], message: string): ReleaseFinding => ({
    severity: "warning",
    check,
    message,
    rows: [],
  });
  return [
    ...(description.ethics
      ? []
      : [warning("ethics", "The protocol and the description name no ethics approval (institution, number, date).")]),
    ...(level === "public"
      ? []
      : [
          warning(
            "licence",
            `The licence ${description.licence} allows everyone to share the data, which are not at the public level. Give them only to people who agreed not to share them.`,
          ),
        ]),
    ...(canary.trim() === ""
      ? [warning("canary", "The items have no canary string, so training on them cannot be detected.")]
      : []),
    ...(description.doi || level === "identified"
      ? []
      : [warning("author", "No DOI is reserved, so the dataset card and Croissant metadata contain none.")]),
  ];
}
