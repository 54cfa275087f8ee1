import { Callout } from "@/components/ui/callout.tsx";
import { reasonLabel } from "@/lib/domain/annotation/reason-codes.ts";
import type { SubmissionView } from "@/lib/domain/annotation/review.ts";
import { describeMarks } from "../../../lib/domain/annotation/workspace/document-differences.ts";
import { KnowledgeLine } from "../look/knowledge-line.tsx";
import { verdictLabels } from "../look/verdict-labels.ts";

/** The subject of copies that disagree, and the verdict, reasons and marks of each copy. */
export function CopyFacts({
  copies,
  demand,
}: {
  copies: readonly SubmissionView[];
  /** A message if the reviewer pressed a key that requires a chosen copy; otherwise null. */
  demand: string | null;
}) {
  const first = copies[0]?.document;
  return (
    <div
      id="copies-demand"
      tabIndex={-1}
      className="grid gap-3 focus:outline-2 focus:outline-offset-2 focus:outline-ink"
    >
      {demand !== null && (
        <Callout tone="bad" title="Not possible yet">
          {demand}
        </Callout>
      )}
      {first !== undefined && first.kind !== "original" && (
        <KnowledgeLine character={first.character} knowledge={first.implausibleKnowledge} />
      )}
      <Callout tone="warn" title="The copies disagree">
        <dl className="my-2 grid gap-3 sm:grid-cols-2">
          {copies.map(({ taskId, copy, verdict, reason, codes, document }) => (
            <div key={taskId} className="grid content-start gap-1 border-l-2 border-edge pl-3">
              <dt className="font-medium">
                Copy {copy}: {verdictLabels[verdict]}
              </dt>
              {codes.map((code) => (
                <dd key={code}>{reasonLabel(code)}</dd>
              ))}
              {reason !== "" && <dd className="wrap-anywhere">“{reason}”</dd>}
              <dd className="text-sm wrap-anywhere">Marks: {describeMarks(document)}</dd>
            </div>
          ))}
        </dl>
        Choose one copy (digit keys), or combine the copies. Identical parts are shown once; ] and [ go to the next and
        the previous difference.
      </Callout>
    </div>
  );
}
