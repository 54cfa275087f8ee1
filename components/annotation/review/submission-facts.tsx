import { Badge } from "@/components/ui/badge.tsx";
import { reasonLabel } from "@/lib/domain/annotation/reason-codes.ts";
import type { ReviewPayload, SubmissionView } from "@/lib/domain/annotation/review.ts";
import { findFieldDifferences } from "../../../lib/domain/annotation/workspace/document-differences.ts";
import type { VersionComparison } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import { Panel } from "../look/panel.tsx";
import { verdictLabels } from "../look/verdict-labels.ts";
import { BackgroundPanel, listComparedStories } from "../panels/background-panel.tsx";
import { EditPanel } from "../panels/edit-panel.tsx";

/** The annotator's verdict on the item, with its reasons and changes, without the annotator's name. */
export function SubmissionFacts({
  review,
  submission,
  comparison,
  onShowChanges,
}: {
  review: ReviewPayload;
  submission: SubmissionView;
  comparison: VersionComparison;
  onShowChanges: () => void;
}) {
  const { document, verdict, codes, dismissals, reason, branches } = submission;
  const fields = findFieldDifferences(review.importedDocument, document);
  return (
    <>
      <Panel
        title="Verdict"
        actions={
          <Badge tone={verdict === "sound" ? "good" : verdict === "refined" ? "info" : "bad"}>
            {verdictLabels[verdict]}
          </Badge>
        }
      >
        {reason !== "" && <p className="border-l-2 border-edge pl-2 text-sm">{reason}</p>}
        {codes.length > 0 && (
          <>
            <p className="text-sm text-ink-soft">Faults found:</p>
            <ul className="grid list-disc gap-1 pl-5 text-sm">
              {codes.map((code) => (
                <li key={code}>{reasonLabel(code)}</li>
              ))}
            </ul>
          </>
        )}
      </Panel>
      {dismissals.length > 0 && (
        <Panel title="Kept hints that reveal the answer, with reasons" count={dismissals.length} tone="warn">
          <ul className="grid gap-2 text-sm">
            {dismissals.map(({ finding, reason: why }) => (
              <li key={finding} className="grid gap-0.5 border-l-2 border-warn pl-2">
                <span className="font-serif text-ink-soft">{finding}</span>
                <span>{why}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <EditPanel title="Changes in the story" comparison={comparison} onShowChanges={onShowChanges} />
      {fields.length > 0 && (
        <Panel title="Other changes" count={fields.length}>
          <dl className="grid gap-3 text-sm">
            {fields.map(({ label, left, right }) => (
              <div key={label} className="grid gap-0.5">
                <dt className="font-medium">{label}</dt>
                <dd className="text-ink-soft line-through decoration-bad/60">{left}</dd>
                <dd>{right}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      )}
      {branches.length > 0 && (
        <Panel title="Late versions" count={branches.length}>
          <p className="text-sm text-ink-soft">Saved after a newer text; not part of the submission.</p>
        </Panel>
      )}
      <BackgroundPanel
        findings={review.findings}
        siblings={[]}
        bases={listComparedStories(review.importedDocument, null)}
        instructions={review.collection.settings.instructions}
      />
    </>
  );
}
