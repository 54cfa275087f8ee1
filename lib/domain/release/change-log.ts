/** What one version of a release changed. */
export interface Change {
  version: string;
  /** ISO date. */
  date: string;
  changes: string;
}

/** `CHANGES.md`: every version, newest first. The oldest one needs no text. */
export function changeLog(changes: readonly Change[]): string {
  const entries = changes.map(
    ({ version, date, changes: text }, index) =>
      `## ${version} (${date})\n\n${text.trim() || (index === changes.length - 1 ? "First release." : "No changes stated.")}\n`,
  );
  return `# Changes\n\n${entries.join("\n")}`;
}
