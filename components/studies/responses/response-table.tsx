import { Badge } from "@/components/ui/badge.tsx";
import { TickAll } from "@/components/ui/forms/tick-all.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatDuration } from "@/lib/domain/format/times.ts";
import type { ResponseOrder, ResponseSort } from "@/lib/domain/survey/responses/response-order.ts";
import { exclusionLabel } from "@/lib/domain/survey/studies/exclusion.ts";
import type { ResponseLine } from "@/lib/domain/survey/studies/study-rows.ts";
import { LocalTime } from "../local-time.tsx";
import { outcomeLabels } from "../study-labels.ts";
import { ExcludeSelected, excludeSelectedForm } from "./exclude-selected.tsx";
import { ExclusionButton } from "./exclusion-button.tsx";
import { RowKeyboardNavigation } from "./row-keyboard-navigation.tsx";

/** Null for users who may only read. */
type ExclusionActions = { exclude: FormAction; restore: FormAction } | null;

/** A page of answers as a table. Links in the header sort the list. */
export function ResponseTable({
  base,
  lines,
  order,
  hrefSorted,
  actions,
}: {
  base: string;
  lines: readonly ResponseLine[];
  order: ResponseOrder;
  hrefSorted: (order: ResponseOrder) => string;
  actions: ExclusionActions;
}) {
  const renderHead = (sort: ResponseSort, label: string, isNumber = false) => {
    const isSorted = order.sort === sort;
    const isDown = order.order === "desc";
    // The first click on a column sorts ascending, except by time, where the newest come first.
    const isNextDescending = isSorted ? !isDown : sort === "time";
    return (
      <Th isNumber={isNumber} aria-sort={isSorted ? (isDown ? "descending" : "ascending") : "none"}>
        <Link href={hrefSorted({ sort, order: isNextDescending ? "desc" : "asc" })} className="whitespace-nowrap">
          {label}
          {isSorted && <span aria-hidden="true">{isDown ? " ↓" : " ↑"}</span>}
        </Link>
      </Th>
    );
  };
  return (
    <RowKeyboardNavigation>
      <Table caption="Answers" isCaptionHidden>
        <thead>
          <tr>
            {actions && (
              <Th>
                <TickAll name="response" label="Select all on this page" />
              </Th>
            )}
            {renderHead("time", "Time")}
            {renderHead("person", "Person")}
            {renderHead("item", "Item")}
            {renderHead("condition", "Condition")}
            <Th>Answer</Th>
            <Th>Explanation</Th>
            {renderHead("response-time", "Response time", true)}
            <Th>State</Th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.id} line={line} base={base} actions={actions} />
          ))}
        </tbody>
      </Table>
      {actions && <ExcludeSelected exclude={actions.exclude} />}
    </RowKeyboardNavigation>
  );
}

function Row({ line, base, actions }: { line: ResponseLine; base: string; actions: ExclusionActions }) {
  return (
    <tr className="focus-within:bg-sunken">
      {actions && (
        <Td>
          {line.exclusion === null && (
            <input
              type="checkbox"
              form={excludeSelectedForm}
              name="response"
              value={line.id}
              aria-label={`Select the answer of ${line.sessionId.slice(0, 8)} to ${line.item.label}`}
              className="size-4.5 accent-ink"
            />
          )}
        </Td>
      )}
      <Td>
        <Link href={`${base}/responses/${line.sessionId}`} data-row="">
          <LocalTime at={line.savedAt.toISOString()} withDate />
          <span className="sr-only">: the whole session</span>
        </Link>
      </Td>
      <Td>
        <Link href={`${base}/responses?person=${line.sessionId}`}>
          <code className="text-xs">{line.sessionId.slice(0, 8)}</code>
          <span className="sr-only">: all answers of this person</span>
        </Link>
        <span className="block text-xs text-ink-soft">{line.stratum}</span>
      </Td>
      <Td className="min-w-56">
        {line.item.label}
        <span className="block text-xs text-ink-soft">{line.item.story}</span>
        <span className="block font-serif">{line.item.text}</span>
      </Td>
      <Td className="min-w-40">{line.condition}</Td>
      <Td className="min-w-28">
        <AnswerLabel line={line} />
      </Td>
      <Td className="min-w-64 whitespace-pre-line wrap-anywhere">
        {line.explanation ?? <span className="text-ink-soft">–</span>}
      </Td>
      <Td isNumber>
        <ResponseTime line={line} />
      </Td>
      <Td className="min-w-40">
        <State line={line} />
        {actions && (
          <ExclusionButton
            target={{ response: line.id }}
            isExcluded={line.exclusion !== null}
            isPlanned={line.exclusion?.isPlanned ?? false}
            {...actions}
          />
        )}
      </Td>
    </tr>
  );
}

function AnswerLabel({ line }: { line: ResponseLine }) {
  if (line.isErased) return <span className="text-ink-soft">Erased at the person’s request</span>;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <strong>{line.answer}</strong>
      {line.isCorrect !== null && (
        <Badge tone={line.isCorrect ? "good" : "bad"}>{line.isCorrect ? "Correct" : "Wrong"}</Badge>
      )}
    </span>
  );
}

function ResponseTime({ line: { elapsedMs, visibleMs, focusLosses } }: { line: ResponseLine }) {
  return (
    <>
      {formatDuration(elapsedMs)}
      {visibleMs !== null && (
        <span className="block text-xs text-ink-soft">{formatDuration(visibleMs)} visible (reported)</span>
      )}
      {focusLosses !== null && focusLosses > 0 && (
        <span className="block text-xs text-ink-soft">{focusLosses} focus losses (reported)</span>
      )}
    </>
  );
}

function State({ line }: { line: ResponseLine }) {
  return (
    <>
      <span className="mb-1 flex flex-wrap gap-1.5 empty:hidden">
        {line.isSurplus && <Badge>Surplus</Badge>}
        {line.outcome !== "complete" && <Badge>{outcomeLabels[line.outcome ?? ""] ?? "Not finished"}</Badge>}
        {line.revision > 1 && <Badge>Revision {line.revision}</Badge>}
        {line.notCounted.includes("older-revision") && <Badge>Replaced by a later revision</Badge>}
        {line.flags.map((rule) => (
          <Badge key={rule} tone="warn">
            {exclusionLabel(rule)}
          </Badge>
        ))}
        {line.notCounted.length > 0 && <span className="text-ink-soft">Does not count</span>}
      </span>
      {line.exclusion && (
        <span className="mb-1 block text-warn">
          Excluded: {exclusionLabel(line.exclusion.reason)}
          {line.exclusion.note && `. ${line.exclusion.note}`}
          {line.exclusion.rule && ` (${line.exclusion.rule})`}
          <span className="block text-xs text-ink-soft">
            {line.exclusion.by}, <LocalTime at={line.exclusion.at.toISOString()} withDate />
          </span>
        </span>
      )}
    </>
  );
}
