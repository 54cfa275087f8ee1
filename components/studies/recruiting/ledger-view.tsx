import { Badge, type BadgeTone } from "@/components/ui/badge.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { findingTexts } from "@/lib/domain/survey/recruiters/finding-texts.ts";
import {
  isDifference,
  type Ledger,
  type LedgerFinding,
  ledgerFindings,
} from "@/lib/domain/survey/recruiters/ledger.ts";
import { LocalTime } from "../local-time.tsx";
import { outcomeLabels } from "../study-labels.ts";

export type LedgerShow = "all" | "differences" | LedgerFinding;

const tones: Record<LedgerFinding, BadgeTone> = {
  "finished-not-paid": "bad",
  "paid-not-finished": "bad",
  "other-code": "warn",
  "unknown-here": "warn",
  decide: "warn",
  approve: "info",
  "no-event": "neutral",
  waiting: "neutral",
  agrees: "good",
};

/**
 * Compares a study's outcomes with those of the recruiter: the number of lines by finding with the remedy of each
 * finding, and all lines.
 */
export function LedgerView({
  base,
  ledger,
  recruiter,
  show,
  from,
  perPage,
  listedOfEach,
  downloadHref,
}: {
  base: string;
  ledger: Ledger;
  /** The recruiter's name on this page. */
  recruiter: string;
  show: LedgerShow;
  from: number;
  perPage: number;
  /** The maximum number of lines per finding that are listed; null if all lines are listed. */
  listedOfEach: number | null;
  downloadHref: string;
}) {
  const total = ledgerFindings.reduce((sum, finding) => sum + ledger.counts[finding], 0);
  const differences = ledgerFindings.filter(isDifference).reduce((sum, finding) => sum + ledger.counts[finding], 0);
  const href = (wanted: LedgerShow, at = 0) =>
    `${base}/collect/ledger?show=${wanted}${at > 0 ? `&from=${at}` : ""}#lines`;
  return (
    <>
      <LedgerSummary {...{ recruiter, total, downloadHref, ledger, href }} />
      <Section id="lines" title="Line by line">
        <nav aria-label="Filter lines" className="mb-4 flex flex-wrap gap-x-5 gap-y-2">
          {(
            [
              ["differences", `Differences (${formatCount(differences)})`],
              ["all", `All (${formatCount(total)})`],
            ] as const
          ).map(([value, label]) => (
            <Link key={value} href={href(value)} aria-current={show === value ? "page" : undefined}>
              {label}
            </Link>
          ))}
          {show !== "all" && show !== "differences" && <strong>Only: {findingTexts[show].name}</strong>}
        </nav>
        {listedOfEach !== null && (
          <p className="mb-4 max-w-measure text-ink-soft">
            The first {formatCount(listedOfEach)} lines of each kind are listed here; the file has all.
          </p>
        )}
        {ledger.lines.length === 0 ? (
          <EmptyState title={total === 0 ? "No lines yet" : "No lines of this kind"}>
            {total === 0
              ? "Lines appear here after the first arrival by the recruiter’s link or after its file is imported."
              : "Choose another kind above, or all."}
          </EmptyState>
        ) : (
          <>
            <LedgerTable base={base} lines={ledger.lines} />
            <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2 tabular-nums">
              <span className="text-ink-soft">
                {formatCount(from + 1)} to {formatCount(from + ledger.lines.length)} of {formatCount(ledger.matching)}
              </span>
              {from > 0 && <Link href={href(show, Math.max(0, from - perPage))}>Before</Link>}
              {from + ledger.lines.length < ledger.matching && <Link href={href(show, from + perPage)}>Next</Link>}
            </p>
          </>
        )}
      </Section>
    </>
  );
}

/** The number of lines with each finding, and what to do about them. */
function LedgerSummary({
  recruiter,
  total,
  downloadHref,
  ledger,
  href,
}: {
  recruiter: string;
  total: number;
  downloadHref: string;
  ledger: Ledger;
  href: (wanted: LedgerShow, at?: number) => string;
}) {
  return (
    <Section
      title="Agreements and differences"
      lead={`Every session that arrived by a link of ${recruiter}, with the recruiter’s data.`}
      actions={
        total > 0 && (
          <LinkButton href={downloadHref} prefetch={false} download>
            Download as CSV
          </LinkButton>
        )
      }
    >
      <p className="mb-4 max-w-measure tabular-nums">
        {formatCount(ledger.received.webhooks)} {ledger.received.webhooks === 1 ? "webhook" : "webhooks"} and{" "}
        {formatCount(ledger.received.files)} {ledger.received.files === 1 ? "line" : "lines"} of files so far
        {ledger.received.lastAt && (
          <>
            , the last at <LocalTime at={ledger.received.lastAt.toISOString()} withDate />
          </>
        )}
        .
        {ledger.otherSessions > 0 &&
          ` ${formatCount(ledger.otherSessions)} ${ledger.otherSessions === 1 ? "session came" : "sessions came"} without a link of the recruiter and ${ledger.otherSessions === 1 ? "is" : "are"} not part of this.`}
      </p>
      <Table caption="Findings with their meaning and remedy" isCaptionHidden>
        <thead>
          <tr>
            <Th>Kind</Th>
            <Th isNumber>Lines</Th>
            <Th>Meaning and remedy</Th>
          </tr>
        </thead>
        <tbody>
          {ledgerFindings.map((finding) => (
            <tr key={finding}>
              <Th scope="row">
                {ledger.counts[finding] > 0 ? (
                  <Link href={href(finding)}>{findingTexts[finding].name}</Link>
                ) : (
                  findingTexts[finding].name
                )}
              </Th>
              <Td isNumber className="tabular-nums">
                {formatCount(ledger.counts[finding])}
              </Td>
              <Td className="min-w-64">
                {findingTexts[finding].means} <span className="text-ink-soft">{findingTexts[finding].toDo}</span>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function LedgerTable({ base, lines }: { base: string; lines: Ledger["lines"] }) {
  return (
    <Table caption="Lines of the ledger" isCaptionHidden>
      <thead>
        <tr>
          <Th>Kind</Th>
          <Th>Here</Th>
          <Th>At the recruiter</Th>
          <Th>Submission and person</Th>
          <Th>Paid</Th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.sessionId ?? line.submission}>
            <Td>
              <Badge tone={tones[line.verdict]}>{findingTexts[line.verdict].name}</Badge>
            </Td>
            <Td>
              {line.sessionId ? (
                <Link href={`${base}/responses/${line.sessionId}`}>
                  {line.outcome ? (outcomeLabels[line.outcome] ?? line.outcome) : "In progress"}
                </Link>
              ) : (
                <span className="text-ink-soft">No session</span>
              )}
            </Td>
            <Td>
              {line.status ?? <span className="text-ink-soft">No event</span>}
              {line.at && (
                <span className="block text-ink-soft">
                  <LocalTime at={line.at.toISOString()} withDate />
                </span>
              )}
              {line.code && <span className="block text-ink-soft">Code {line.code}</span>}
            </Td>
            <Td className="break-all">
              {line.isErased ? (
                <span className="text-ink-soft">Erased</span>
              ) : (
                <>
                  {line.submission ?? line.person}
                  {line.submission && line.person && line.submission !== line.person && (
                    <span className="block text-ink-soft">{line.person}</span>
                  )}
                </>
              )}
            </Td>
            <Td>
              {line.paidAt ? (
                <LocalTime at={line.paidAt.toISOString()} withDate />
              ) : (
                <span className="text-ink-soft">Not marked</span>
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
