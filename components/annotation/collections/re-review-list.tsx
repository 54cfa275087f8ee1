import { EstimateLines } from "@/components/charts/estimate.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { kindLabels } from "@/lib/domain/annotation/labels.ts";
import type { ReReviewReport } from "@/lib/domain/annotation/re-review.ts";
import { reasonLabel } from "@/lib/domain/annotation/reason-codes.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { describeEstimate } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";

/** The re-reviews and their results, each with a button that undoes it for undecided items. */
export function ReReviewList({
  reports,
  answers,
  collectionId,
  itemsHref,
  undoAction,
}: {
  reports: readonly ReReviewReport[];
  /** The names of answers in selections. */
  answers: readonly { value: string; label: string }[];
  collectionId: string;
  /** The address of the list of items. */
  itemsHref: string;
  undoAction: FormAction;
}) {
  const hrefOf = (reReview: string, decision?: string) =>
    `${itemsHref}?${new URLSearchParams({ figure: "re-review", reReview, ...(decision ? { decision } : {}) })}`;
  return (
    <Table caption="Re-reviews" isCaptionHidden>
      <thead>
        <tr>
          <Th>Started</Th>
          <Th>Selection</Th>
          <Th isNumber>Items</Th>
          <Th isNumber>Accepted</Th>
          <Th isNumber>Changed</Th>
          <Th isNumber>Returned</Th>
          <Th isNumber>Changed or returned</Th>
          <Th isNumber>Waiting</Th>
          <Th>
            <span className="sr-only">Undo</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <tr key={report.id}>
            <Th scope="row">
              {formatMoment(report.at)}
              <span className="block text-xs font-normal text-ink-soft">{report.startedBy}</span>
            </Th>
            <Td>
              {describeSelection(report, answers)}
              <span className="block text-sm text-ink-soft wrap-anywhere">{report.reason}</span>
            </Td>
            <ItemCount count={report.items} href={hrefOf(report.id)} />
            <ItemCount count={report.accepted} href={hrefOf(report.id, "accept")} />
            <ItemCount count={report.changed} href={hrefOf(report.id, "change")} />
            <ItemCount count={report.returned} href={hrefOf(report.id, "return")} />
            <Td isNumber>
              {report.wanting.estimate === null ? (
                "–"
              ) : (
                <EstimateLines
                  of={describeEstimate({ ...report.wanting, value: report.wanting.estimate }, report.wanting.n)}
                />
              )}
            </Td>
            <ItemCount count={report.waiting} href={hrefOf(report.id, "waiting")} />
            <Td>
              {report.waiting > 0 && (
                <ConfirmButton
                  action={undoAction}
                  hidden={{ collection: collectionId, reReview: report.id }}
                  size="small"
                  title="Undo this re-review?"
                  consequence={`${formatNumberOf(report.waiting, "undecided item")} will return to the previous state. Decided items and items that a reviewer has open do not change.`}
                  confirm="Undo"
                >
                  Undo
                </ConfirmButton>
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function describeSelection(
  { choice, personName, undoneAt }: ReReviewReport,
  answers: readonly { value: string; label: string }[],
): string {
  const parts = [
    choice.answer ? `“${answers.find(({ value }) => value === choice.answer)?.label ?? choice.answer}”` : null,
    choice.attribute ? `${choice.attribute}: ${choice.value ?? "any value"}` : null,
    choice.kind ? kindLabels[choice.kind] : null,
    choice.code ? `“${reasonLabel(choice.code)}”` : null,
    choice.personId ? `annotated or reviewed by ${personName ?? "someone"}` : null,
    choice.sample ? `random sample of ${formatCount(choice.sample)}` : null,
    undoneAt ? "undone for undecided items" : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "All decided items" : parts.join(", ");
}

/** A number of items, which opens them. */
function ItemCount({ count, href }: { count: number; href: string }) {
  return (
    <Td isNumber>
      {count === 0 ? (
        formatCount(count)
      ) : (
        <Link href={href} prefetch={false}>
          {formatCount(count)}
        </Link>
      )}
    </Td>
  );
}
