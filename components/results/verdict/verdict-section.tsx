import { FigureDownloads } from "@/components/charts/figure-downloads.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Badge, type BadgeTone } from "@/components/ui/badge.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { CopyButton } from "@/components/ui/forms/copy-button.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { WhatIsThis } from "@/components/ui/what-is-this.tsx";
import { describeEstimate } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { CeilingLine } from "@/lib/domain/results/comparison/human-ceiling.ts";
import {
  type HumanLevel,
  type Verdict,
  type VerdictLine,
  verdictText,
} from "@/lib/domain/results/verdict/prepare-verdict.ts";
import { findApproximateNote } from "@/lib/domain/statistics/clustered/interval-note.ts";
import { VerdictFigure } from "./verdict-figure.tsx";

const levelTones: Record<HumanLevel, BadgeTone> = { shown: "good", "not shown": "warn", "not tested": "neutral" };

/** The glossary terms that explain the facts. */
const helpTerms: Readonly<Record<string, string>> = {
  Comparator: "Majority vote",
  "Human level": "Equivalence",
  People: "Counted response",
  Text: "Parity",
};

/** The verdict of a study: facts about all comparisons, a table with one row per model, and a chart. */
export function VerdictSection({
  verdict,
  chance,
  ceiling,
  interimNote,
  fileHref,
  moreHref,
}: {
  verdict: Verdict;
  chance: number | null;
  ceiling: readonly CeilingLine[];
  /** How this view is recorded, if it shows a pilot or main study before the data lock; otherwise null. */
  interimNote: string | null;
  /** The address of a file with a table or the chart ("comparisons.csv"). */
  fileHref: (file: string) => string;
  /** The address of the page with the remaining models; null if all are shown. */
  moreHref: string | null;
}) {
  const { facts, lines, more } = verdict;
  return (
    <Section id="verdict" title="Verdict" actions={<CopyButton text={verdictText(verdict)} label="Copy the verdict" />}>
      <div className="grid grid-cols-1 gap-6">
        <DescriptionList
          entries={facts.map(({ term, value }) => ({
            term: (
              <>
                {term} {helpTerms[term] && <WhatIsThis term={helpTerms[term]} />}
              </>
            ),
            value,
            key: term,
          }))}
        />
        {interimNote && <p className="text-sm text-ink-soft">The data are not locked. {interimNote}</p>}
        {lines.length > 0 && (
          <>
            <div className="grid grid-cols-1 gap-2">
              <Table
                caption="People and models; a positive difference means that people are right more often"
                takenAs="comparisons"
              >
                <thead>
                  <tr>
                    <Th>Model</Th>
                    <Th isNumber>People minus model, points</Th>
                    <Th isNumber>Cells</Th>
                    <Th>Human level</Th>
                  </tr>
                </thead>
                <tbody>
                  {lines.map((line) => (
                    <VerdictRow key={line.id} line={line} />
                  ))}
                </tbody>
              </Table>
              {more > 0 && (
                <p>
                  {moreHref === null ? (
                    formatNumberOf(more, "more model")
                  ) : (
                    <Link href={moreHref}>{formatCount(more)} more</Link>
                  )}
                </p>
              )}
              <TableDownloads name="comparisons" called="the comparisons" fileHref={fileHref} />
            </div>
            <figure className="grid grid-cols-1 gap-3" data-drawn-as="headline">
              <VerdictFigure lines={lines} chance={chance} ceiling={ceiling} status={verdict.status} />
              <FigureDownloads
                name="headline"
                called="people and models"
                svgHref={fileHref("headline.svg")}
                specificationHref={fileHref("headline.vl.json")}
              />
            </figure>
          </>
        )}
      </div>
    </Section>
  );
}

function VerdictRow({ line }: { line: VerdictLine }) {
  const { label, isDemo, comparison, side, status, humanLevel, levelStatus } = line;
  const { difference } = side;
  const description = describeEstimate(difference, comparison.shared, { unit: "points" });
  const note = findApproximateNote(difference);
  return (
    <tr>
      <Th scope="row">
        <span className="flex flex-wrap items-center gap-2">
          {label}
          {isDemo && <Badge tone="info">Synthetic</Badge>}
          {status !== null && <Badge>{status}</Badge>}
        </span>
      </Th>
      <Td isNumber>
        {difference.value === null ? (
          "–"
        ) : (
          <>
            <strong className="font-semibold">{description.value}</strong>{" "}
            {difference.low === null ? (
              <span className="text-sm text-ink-soft">{description.interval}</span>
            ) : (
              `(${description.interval})`
            )}
            {note && <span className="block min-w-52 whitespace-normal text-sm text-ink-soft">{note}</span>}
          </>
        )}
      </Td>
      <Td isNumber>{formatCount(comparison.shared)}</Td>
      <Td>
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={levelTones[humanLevel]}>{humanLevel}</Badge>
          {levelStatus !== null && <Badge>{levelStatus}</Badge>}
        </span>
      </Td>
    </tr>
  );
}
