"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import { kindLabels } from "@/lib/domain/annotation/labels.ts";
import { listReasonCodes } from "@/lib/domain/annotation/reason-codes.ts";
import type { SubmissionView } from "@/lib/domain/annotation/review.ts";
import { formatGenre } from "@/lib/domain/stories/genres.ts";
import { PaneSwitch } from "../look/pane.tsx";
import { verdictLabels } from "../look/verdict-labels.ts";
import { CompareCopies, doCopiesDisagree } from "./compare-copies.tsx";
import { DecisionButtons, ReturnDialog, ReviewBar } from "./review-bar.tsx";
import { ReviewHeader } from "./review-header.tsx";
import { SubmissionReview } from "./submission-review.tsx";
import { type ReviewProps, useReviewDecision } from "./use-review-decision.ts";

/** One story item under review: the finished copies side by side, and the decision on the chosen copy. */
export function ReviewItem({ personId, ...props }: ReviewProps<KsteDocument> & { personId: string }) {
  const { review, say } = props;
  const { item, submissions } = review;
  const isDisputed = doCopiesDisagree(submissions);
  /** A text combined from several copies. */
  const [combinedDocument, setCombinedDocument] = useState<KsteDocument | null>(null);
  const [isChanging, setChanging] = useState(false);
  function stopChanging() {
    setChanging(false);
    setCombinedDocument(null);
  }
  const decision = useReviewDecision(props, {
    ...{ copies: submissions, isDisputed },
    chooseFirst: "The copies disagree. Choose one copy, or combine the copies.",
    onChange: () => setChanging(true),
    onChoose: stopChanging,
  });
  const { chosen, choose, demand, keepOnServer, send } = decision;
  const kind = submissions[0]?.document.kind;
  if (!kind) return null;
  return (
    <div>
      <ReviewHeader {...props} {...decision}>
        <Badge>{kindLabels[kind]}</Badge>
        <span className="text-sm text-ink-soft">{formatGenre(item.genre)}</span>
        {submissions.length > 1 && (
          <PaneSwitch
            label="Copy"
            views={listCopyViews(submissions, isDisputed)}
            current={decision.taskId ?? ""}
            onChange={(next) => choose(next === "" ? null : next)}
          />
        )}
      </ReviewHeader>
      {chosen ? (
        <SubmissionReview
          key={chosen.taskId}
          {...{ personId, review, api: props.api, begin: combinedDocument, keepOnServer, isChanging, say }}
          submission={chosen}
          onStopChanging={stopChanging}
          onChange={(document, reason, codes) =>
            send({ decision: "change", reason, codes, document, revisionId: crypto.randomUUID() })
          }
        />
      ) : (
        <CompareCopies
          {...{ submissions, demand, say }}
          onChoose={choose}
          onCombine={(next, document) => {
            choose(next);
            setCombinedDocument(document);
            setChanging(true);
          }}
        />
      )}
      {!isChanging && chosen && (
        <ReviewBar onKeys={props.onKeys}>
          <DecisionButtons decision={decision} isRemoval={chosen.verdict === "irreparable"} />
        </ReviewBar>
      )}
      <ReturnDialog decision={decision} codes={listReasonCodes(kind)} />
    </div>
  );
}

function listCopyViews(submissions: readonly SubmissionView[], isDisputed: boolean): { view: string; label: string }[] {
  return [
    ...(isDisputed ? [{ view: "", label: "Both copies" }] : []),
    ...submissions
      .toSorted((one, other) => one.copy - other.copy)
      .map(({ taskId, copy, verdict }) => ({ view: taskId, label: `Copy ${copy}: ${verdictLabels[verdict]}` })),
  ];
}
