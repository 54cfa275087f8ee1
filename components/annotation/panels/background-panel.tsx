import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import type { Finding } from "@/lib/domain/stories/lint/finding.ts";
import { Panel } from "../look/panel.tsx";
import { kindNames } from "../workspace/workspace-fields.ts";

/** What the import found and what else was made from the same source; folded, because most items need neither. */
export function BackgroundPanel({
  findings,
  siblings,
  instructions,
}: {
  findings: readonly Finding[];
  siblings: TaskPayload["siblings"];
  instructions: string;
}) {
  if (findings.length === 0 && siblings.length === 0 && instructions === "") return null;
  return (
    <Panel title="Background">
      <div className="grid gap-2 text-sm">
        {findings.length > 0 && (
          <details open>
            <summary>The import found {findings.length === 1 ? "one thing" : `${findings.length} things`}</summary>
            <ul className="mt-1.5 grid gap-1.5">
              {findings.map((finding) => (
                <li
                  key={`${finding.field}-${finding.problem}-${finding.message}`}
                  className="border-l-2 border-rule pl-2"
                >
                  <code className="text-xs text-ink-soft">
                    {finding.field}: {finding.problem}
                  </code>
                  <p>{finding.message}</p>
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
                  <details className="text-ink-soft">
                    <summary>
                      {sibling.externalId}, {kindNames[sibling.kind].toLowerCase()}
                    </summary>
                    <p className="mt-1.5 whitespace-pre-wrap font-serif">{sibling.story}</p>
                  </details>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Panel>
  );
}
