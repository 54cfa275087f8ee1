import type { ReactNode } from "react";
import { FigureDownloads } from "@/components/charts/figure-downloads.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { IntervalBar } from "@/components/ui/interval-bar.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { describeEstimate, formatPlanned } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { type GuessRow, optionGuesses, storyGuesses } from "@/lib/domain/results/views/collections/audit-view.ts";
import { type FeatureAudit, nearDuplicateFrom, type SetAudit } from "@/lib/domain/stories/artefacts/set-audit.ts";

/** The artefacts of a set: similar texts, and the accuracy of baseline classifiers for stories and questions. */
export function AuditTables({
  audit,
  isAcceptedOnly = false,
  hrefOf,
  figureHref,
  fileHref,
}: {
  audit: SetAudit;
  /**
   * Whether only accepted items are included. The other story of a pair may then be missing because it is not accepted
   * yet.
   */
  isAcceptedOnly?: boolean;
  hrefOf: (name: string) => string | null;
  /** The address of the items behind a figure. */
  figureHref: (figure: "audit-pair" | "audit-question") => string;
  /** The address of a file with one table or figure ("story-guesses.csv"). */
  fileHref: (file: string) => string;
}) {
  const { ikd, knp, nearDuplicates, nearDuplicatePairs, mixedQuotes } = audit;
  return (
    <div className="grid grid-cols-1 gap-10">
      <AuditPart title="Stories: which story of a pair is erroneous?" unit="pair" n={ikd.pairs}>
        <PairFacts {...{ ikd, isAcceptedOnly }} itemsHref={figureHref("audit-pair")} />
        <GuessTable
          caption="Baseline accuracy: erroneous story"
          guesses={storyGuesses(ikd)}
          name="story-guesses"
          itemsHref={figureHref("audit-pair")}
          fileHref={fileHref}
        />
        <RevealingValues audit={ikd.quotes} title="Quotation marks" wanted="erroneous" />
        <RevealingValues audit={ikd.firstWords} title="First words" wanted="erroneous" />
      </AuditPart>
      <AuditPart title="Questions: which option is right?" unit="question" n={knp.questions}>
        <GuessTable
          caption="Baseline accuracy: right option"
          guesses={optionGuesses(knp)}
          name="option-guesses"
          itemsHref={figureHref("audit-question")}
          fileHref={fileHref}
        />
        <RevealingValues audit={knp.quotes} title="Quotation marks" wanted="right" />
        <RevealingValues audit={knp.firstWords} title="First words" wanted="right" />
      </AuditPart>
      <section className="grid gap-3">
        <h3 className="font-semibold">Similar texts</h3>
        <p className="text-sm text-ink-soft">
          {nearDuplicates.length === 0
            ? "No two stories of different sources share half of their word trigrams."
            : `${formatNumberOf(nearDuplicatePairs, "pair")} of stories of different sources share ${nearDuplicateFrom * 100}% or more of the word trigrams of the shorter one${nearDuplicatePairs > nearDuplicates.length ? `; the ${formatCount(nearDuplicates.length)} most similar are listed` : ""}.`}
        </p>
        {nearDuplicates.length > 0 && (
          <div className="grid grid-cols-1 gap-2">
            <Table caption="Near-duplicates" isCaptionHidden maxHeight="24rem" takenAs="near-duplicates">
              <thead>
                <tr>
                  <Th>Story</Th>
                  <Th>Story</Th>
                  <Th isNumber>Shared trigrams</Th>
                </tr>
              </thead>
              <tbody>
                {nearDuplicates.map(({ left, right, overlap }) => (
                  <tr key={`${left} ${right}`}>
                    <Td>
                      <ItemLink name={left} hrefOf={hrefOf} />
                    </Td>
                    <Td>
                      <ItemLink name={right} hrefOf={hrefOf} />
                    </Td>
                    <Td isNumber>{formatPlanned(overlap, 0)}</Td>
                  </tr>
                ))}
              </tbody>
            </Table>
            <TableDownloads name="near-duplicates" fileHref={fileHref} />
          </div>
        )}
        <p className="text-sm text-ink-soft">
          {mixedQuotes.length === 0
            ? "No story mixes straight and curly quotation marks."
            : `${formatNumberOf(mixedQuotes.length, "story", "stories")} with both straight and curly quotation marks: `}
          {mixedQuotes.slice(0, 50).map((name, place) => (
            <span key={name}>
              {place > 0 && ", "}
              <ItemLink name={name} hrefOf={hrefOf} />
            </span>
          ))}
        </p>
      </section>
    </div>
  );
}

/** The number of pairs, and the difference of their lengths. */
function PairFacts({
  ikd,
  isAcceptedOnly,
  itemsHref,
}: {
  ikd: SetAudit["ikd"];
  isAcceptedOnly: boolean;
  itemsHref: string;
}) {
  return (
    <p className="text-sm text-ink-soft">
      <Link href={itemsHref} prefetch={false}>
        {formatNumberOf(ikd.pairs, "pair")}
      </Link>
      , and {formatNumberOf(ikd.unpaired, "story", "stories")} without the other story of the pair
      {isAcceptedOnly && " among the accepted items"}. Each erroneous story forms a pair with its original; the
      intervals treat pairs as independent.{" "}
      {ikd.balance.medianDifference !== null &&
        `Median length difference: ${ikd.balance.medianDifference} words (erroneous story − original). The erroneous story is longer in ${formatCount(ikd.balance.erroneousLonger)} pairs; the lengths are equal in ${formatCount(ikd.balance.equal)}.`}
    </p>
  );
}

function AuditPart({ title, unit, n, children }: { title: string; unit: string; n: number; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold">{title}</h3>
      {n === 0 ? <p className="text-sm text-ink-soft">There is no {unit} in the set.</p> : children}
    </section>
  );
}

function GuessTable({
  caption,
  guesses,
  name,
  itemsHref,
  fileHref,
}: {
  caption: string;
  guesses: readonly GuessRow[];
  /** The file with the same numbers. */
  name: string;
  /** The items behind the numbers. */
  itemsHref: string;
  fileHref: (file: string) => string;
}) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <Table caption={caption} isCaptionHidden takenAs={name}>
        <thead>
          <tr>
            <Th>Guess</Th>
            <Th isNumber>Right</Th>
            <Th>95% interval, one half dashed</Th>
            <Th isNumber>n</Th>
          </tr>
        </thead>
        <tbody>
          {guesses.map(({ label, hint, result }) => (
            <tr key={`${label} ${hint}`}>
              <Th scope="row">
                {label}
                <span className="block text-xs font-normal text-ink-soft">{hint}</span>
              </Th>
              <Td isNumber>{formatGuess(result).value}</Td>
              <Td>
                <IntervalBar
                  value={result.accuracy}
                  low={result.n === 0 ? null : result.low}
                  high={result.n === 0 ? null : result.high}
                  side="models"
                  reference={0.5}
                  label={formatGuess(result).interval}
                />
                <span className="text-xs text-ink-soft tabular-nums">{formatGuess(result).interval}</span>
              </Td>
              <Td isNumber>
                <Link
                  href={itemsHref}
                  prefetch={false}
                  aria-label={`${caption}, ${label}${hint === "" ? "" : `, ${hint}`}: ${formatCount(result.n)}`}
                >
                  {formatCount(result.n)}
                </Link>
                {result.ties > 0 && (
                  <span className="block text-xs text-ink-soft">{formatNumberOf(result.ties, "tie")}</span>
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <FigureDownloads name={name} svgHref={fileHref(`${name}.svg`)} specificationHref={fileHref(`${name}.vl.json`)} />
      <TableDownloads name={name} fileHref={fileHref} />
    </div>
  );
}

function RevealingValues({ audit, title, wanted }: { audit: FeatureAudit; title: string; wanted: string }) {
  if (audit.revealingValues.length === 0) return null;
  return (
    <p className="text-sm text-ink-soft">
      {title}:{" "}
      {audit.revealingValues
        .map(
          ({ value, texts, wanted: count }) =>
            `${value || "none"} ${formatCount(count)} of ${formatCount(texts)} ${wanted}`,
        )
        .join("; ")}
      .
    </p>
  );
}

function ItemLink({ name, hrefOf }: { name: string; hrefOf: (name: string) => string | null }) {
  const href = hrefOf(name);
  return href === null ? (
    name
  ) : (
    <Link href={href} prefetch={false} className="wrap-anywhere">
      {name}
    </Link>
  );
}

function formatGuess({ accuracy: value, low, high, n }: GuessRow["result"]) {
  return describeEstimate({ value, low, high }, n);
}
