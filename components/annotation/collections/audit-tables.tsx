import type { ReactNode } from "react";
import { IntervalBar } from "@/components/ui/interval-bar.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/results/format-figures.ts";
import type { BaselineClassifier } from "@/lib/domain/stories/artefacts/feature-baseline.ts";
import { type FeatureAudit, nearDuplicateFrom, type SetAudit } from "@/lib/domain/stories/artefacts/set-audit.ts";

interface Guess {
  label: string;
  /** What is counted. */
  hint: string;
  result: BaselineClassifier;
}

/** What a set gives away: how far guesses get that read nothing, for stories and for questions, and texts that are alike. */
export function AuditTables({ audit, hrefOf }: { audit: SetAudit; hrefOf: (name: string) => string | null }) {
  const { ikd, knp, nearDuplicates, nearDuplicatePairs, mixedQuotes } = audit;
  return (
    <div className="grid grid-cols-1 gap-10">
      <Part title="Stories: which of a pair is the erroneous one?" unit="pair" n={ikd.pairs}>
        <p className="text-sm text-ink-soft">
          {formatNumberOf(ikd.unpaired, "story", "stories")} without the other of the pair.{" "}
          {ikd.balance.medianDifference !== null &&
            `The erroneous story has ${ikd.balance.medianDifference} words more than its original, in the median; it is longer in ${formatCount(ikd.balance.erroneousLonger)} pairs and as long in ${formatCount(ikd.balance.equal)}.`}
        </p>
        <GuessTable
          caption="Guesses about stories"
          guesses={[
            { label: "The longer one", hint: "counts words", result: ikd.longer },
            { label: "By quotation marks", hint: "straight, curly, mixed or none", result: ikd.quotes.baseline },
            { label: "By the first word", hint: "as in all other pairs", result: ikd.firstWords.baseline },
          ]}
        />
        <Telltales audit={ikd.quotes} of="Quotation marks" wanted="erroneous" />
        <Telltales audit={ikd.firstWords} of="First words" wanted="erroneous" />
      </Part>
      <Part title="Questions: which option is right?" unit="question" n={knp.questions}>
        <GuessTable
          caption="Guesses about options"
          guesses={[
            { label: "The shorter option", hint: "counts words", result: knp.shorterWords },
            { label: "The shorter option", hint: "counts characters", result: knp.shorterCharacters },
            { label: "Less in common with the knowledge", hint: "counts content words", result: knp.farther },
            { label: "By quotation marks", hint: "straight, curly, mixed or none", result: knp.quotes.baseline },
            { label: "By the first word", hint: "as in all other questions", result: knp.firstWords.baseline },
          ]}
        />
        <Telltales audit={knp.quotes} of="Quotation marks" wanted="right" />
        <Telltales audit={knp.firstWords} of="First words" wanted="right" />
      </Part>
      <section className="grid gap-3">
        <h3 className="font-semibold">Texts that are alike</h3>
        <p className="text-sm text-ink-soft">
          {nearDuplicates.length === 0
            ? "No two stories of different sources share half of their word trigrams."
            : `${formatNumberOf(nearDuplicatePairs, "pair")} of stories of different sources share ${nearDuplicateFrom * 100}% or more of the word trigrams of the shorter one${nearDuplicatePairs > nearDuplicates.length ? `; the nearest ${formatCount(nearDuplicates.length)} are listed` : ""}.`}
        </p>
        {nearDuplicates.length > 0 && (
          <Table caption="Near-duplicates" isCaptionHidden maxHeight="24rem">
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
                  <Td isNumber>{(overlap * 100).toFixed(0)}%</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        <p className="text-sm text-ink-soft">
          {mixedQuotes.length === 0
            ? "No story mixes straight and curly quotation marks."
            : `${formatNumberOf(mixedQuotes.length, "story", "stories")} mix straight and curly quotation marks: `}
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

function Part({ title, unit, n, children }: { title: string; unit: string; n: number; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold">{title}</h3>
      {n === 0 ? <p className="text-sm text-ink-soft">There is no {unit} in the set.</p> : children}
    </section>
  );
}

function GuessTable({ caption, guesses }: { caption: string; guesses: readonly Guess[] }) {
  return (
    <Table caption={caption} isCaptionHidden>
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
            <Td isNumber>{result.accuracy === null ? "–" : percent(result.accuracy)}</Td>
            <Td>
              <IntervalBar
                value={result.accuracy}
                low={result.n === 0 ? null : result.low}
                high={result.n === 0 ? null : result.high}
                side="models"
                reference={0.5}
                label={`${percent(result.low)} to ${percent(result.high)}`}
              />
              <span className="text-xs text-ink-soft tabular-nums">
                {percent(result.low)} to {percent(result.high)}
              </span>
            </Td>
            <Td isNumber>
              {formatCount(result.n)}
              {result.ties > 0 && (
                <span className="block text-xs text-ink-soft">{formatNumberOf(result.ties, "tie")}</span>
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Telltales({ audit, of, wanted }: { audit: FeatureAudit; of: string; wanted: string }) {
  if (audit.telltales.length === 0) return null;
  return (
    <p className="text-sm text-ink-soft">
      {of}:{" "}
      {audit.telltales
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

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
