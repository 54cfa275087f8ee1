import type { Screen } from "./screens.ts";
import type { SessionView } from "./session-view.ts";

/** Screen number and total for the progress line, and item number and total for the heading. */
export function viewProgress(screens: readonly Screen[], screen: Screen): SessionView["progress"] {
  const items = screens.filter((candidate) => candidate.kind === "answer").length;
  const isItem = "position" in screen && screen.kind !== "practice" && screen.kind !== "feedback";
  // Further attempts do not count as progress, and people who pass never see them.
  const main = screens.filter(({ again }) => again === null);
  const current = main.filter(({ index }) => index <= screen.index).length;
  return { current, total: main.length, item: isItem ? screen.position + 1 : null, items };
}
