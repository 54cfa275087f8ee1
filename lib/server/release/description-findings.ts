import type { ReleaseLevel } from "@/lib/domain/release/release-dataset.ts";
import type { ReleaseDescription } from "@/lib/domain/release/release-description.ts";
import type { ReleaseFinding } from "@/lib/domain/release/release-finding.ts";

/** What the authors' description lacks. */
export function checkDescription({
  description,
  level,
}: {
  description: ReleaseDescription;
  level: ReleaseLevel;
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
      : [warning("ethics", "The description has no ethics approval (institution, number, date).")]),
    ...(description.doi || level === "identified"
      ? []
      : [warning("author", "No DOI is reserved, so the dataset card and Croissant metadata contain none.")]),
  ];
}
