import { type Sentence, sentencesOf } from "../words/sentences.ts";
import type { WordedText } from "../words/words.ts";
import type { Anchor } from "./anchors/anchor.ts";
import { type AnchorReport, anchorReports } from "./anchors/report.ts";
import { countByZone, diffStories, type EventZones, type StoryDiff } from "./diff/hunks.ts";
import { findHints, type Hint } from "./hints/find-hints.ts";

/** Input of the workspace's checks of a story. */
export interface WorkspaceCheckInput {
  story: WordedText;
  anchors: readonly Anchor[];
  /** The original, or the version that the annotator received; null if the story has neither. */
  previous: string | null;
  character: string;
  /** Keys of hints that were dismissed with a reason. */
  dismissed?: ReadonlySet<string>;
}

/** Everything the workspace shows about a story after a keystroke. */
export interface WorkspaceCheck {
  anchors: AnchorReport[];
  /** Null without a previous version. */
  diff: StoryDiff | null;
  /** Words changed before, inside and after the event; null without a previous version or without a sound event. */
  zones: EventZones | null;
  /** New hints that were not dismissed. */
  hints: Hint[];
  sentences: Sentence[];
}

/** Runs all checks of the workspace on one text. The checks share words, sentences and the comparison. */
export function checkWorkspace({
  story,
  anchors,
  previous,
  character,
  dismissed,
}: WorkspaceCheckInput): WorkspaceCheck {
  const sentences = sentencesOf(story);
  const diff = previous === null ? null : diffStories(previous, story.text);
  const event = anchors.find(
    (anchor) => anchor.role === "event" && anchor.damage === null && anchor.start < anchor.end,
  );
  const hints = findHints(story, { character, previous, comparison: diff?.comparison, sentences });
  return {
    anchors: anchorReports(story, anchors),
    diff,
    zones: diff === null || event === undefined ? null : countByZone(diff.hunks, story.words, event),
    hints: hints.filter((hint) => hint.isNew && !dismissed?.has(hint.key)),
    sentences,
  };
}
