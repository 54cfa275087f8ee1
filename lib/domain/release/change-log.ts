/** The changes of one version of a release. */
export interface ReleaseChanges {
  version: string;
  /** ISO date. */
  date: string;
  changes: string;
}

/** `CHANGES.md`: every version, newest first. The oldest version needs no description of its changes. */
export function formatChangeLog(changes: readonly ReleaseChanges[]): string {
  const entries = changes.map(
    ({ version, date, changes: text }, index) =>
      `## ${version} (${date})\n\n${text.trim() || (index === changes.length - 1 ? "First release." : "No changes stated.")}\n`,
  );
  return `# Changes\n\n${entries.join("\n")}`;
}
