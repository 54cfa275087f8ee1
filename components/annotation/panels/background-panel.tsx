"use client";

import { useMemo, useState } from "react";
import { kindLabels } from "@/lib/domain/annotation/labels.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import { diffStories } from "@/lib/domain/stories/diff/hunks.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import type { LintFinding } from "@/lib/domain/stories/lint/finding.ts";
import { problemLabels } from "../collections/collection-labels.ts";
import { DiffView } from "../look/diff-view.tsx";
import { Panel } from "../look/panel.tsx";

/** The findings of the import, and the other items from the same source. Collapsed, because they are rarely needed. */
export function BackgroundPanel({
  findings,
  siblings,
  bases,
  instructions,
}: {
  findings: readonly LintFinding[];
  siblings: TaskPayload["siblings"];
  /** For each kind of sibling, the story to compare it with (`listComparedStories`); only differences are shown. */
  bases: Readonly<Record<KsteKind, string | null>>;
  instructions: string;
}) {
  if (findings.length === 0 && siblings.length === 0 && instructions === "") return null;
  return (
    <Panel title="Background">
      <div className="grid gap-2 text-sm">
        {findings.length > 0 && (
          <details open>
            <summary>Import findings: {findings.length}</summary>
            <ul className="mt-1.5 grid gap-1.5">
              {findings.map((finding) => (
                <li
                  key={`${finding.field}-${finding.problem}-${finding.message}`}
                  className="border-l-2 border-rule pl-2"
                >
                  <p className="text-xs text-ink-soft">{problemLabels[finding.problem]}</p>
                  <p>
                    {finding.field.replaceAll("_", " ")}: {finding.message}
                  </p>
                </li>
              ))}
            </ul>
          </details>
        )}
        {instructions !== "" && (
          <details>
            <summary>Instructions of this collection</summary>
            <p className="mt-1.5 whitespace-pre-wrap text-ink-soft">{instructions}</p>
          </details>
        )}
        {siblings.length > 0 && (
          <details>
            <summary>
              {siblings.length === 1 ? "One other story" : `${siblings.length} other stories`} of this source
            </summary>
            <ul className="mt-1.5 grid gap-2">
              {siblings.map((sibling) => (
                <li key={sibling.externalId}>
                  <Sibling sibling={sibling} base={bases[sibling.kind]} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Panel>
  );
}

/**
 * Returns for each kind of sibling the story with which it is compared; null if there is none. A question is compared
 * with the story of the item if the item is also a question. Other kinds are compared with the original, or with the
 * story of the item if there is no original and the item is not a question.
 */
export function listComparedStories(
  item: { kind: KsteKind; story: string },
  original: string | null,
): Readonly<Record<KsteKind, string | null>> {
  const { hasQuestion } = storyKinds[item.kind];
  const fullStory = original ?? (hasQuestion ? null : item.story);
  return { original: fullStory, error: fullStory, knp: hasQuestion ? item.story : null };
}

/** A sibling. Its story is compared only after the sibling was expanded. */
function Sibling({ sibling, base }: { sibling: TaskPayload["siblings"][number]; base: string | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="text-ink-soft" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {sibling.externalId}, {kindLabels[sibling.kind].toLowerCase()}
      </summary>
      {isOpen && <SiblingStory story={sibling.story} base={base} />}
    </details>
  );
}

/** The story of a sibling as a diff from `base`; the whole text if `base` is null. */
function SiblingStory({ story, base }: { story: string; base: string | null }) {
  const diff = useMemo(() => (base === null ? null : diffStories(base, story)), [base, story]);
  if (diff === null) return <p className="mt-1.5 whitespace-pre-wrap font-serif">{story}</p>;
  if (diff.hunks.length === 0) return <p className="mt-1.5">The stories are identical.</p>;
  return <DiffView before={base ?? ""} hunks={diff.hunks} isFolded className="is-short" />;
}
