import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { AnnotatorLabels, LabelSummary, VerdictCounts } from "@/lib/domain/annotation/figures/fold-labels.ts";
import { annotationVerdicts } from "@/lib/domain/annotation/requests.ts";
import { capitalize } from "@/lib/domain/format/capitalize.ts";
import { formatQuantity } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import {
  annotatorCaption,
  everyAnnotator,
  labelMethodNames,
} from "@/lib/domain/results/views/collections/label-view-tables.ts";
import { verdictLabels } from "../../look/verdict-labels.ts";
import { LinkedShareCell } from "../people/people-quality.tsx";

interface LabelTablesProps {
  labels: Omit<LabelSummary, "people"> & { people: readonly (AnnotatorLabels & { name: string })[] };
  /** The address of the list of items, which a figure filters. */
  itemsHref: string;
  /** The address of a file with one table ("labels.csv"). */
  fileHref: (file: string) => string;
}

/**
 * The labels aggregated from first verdicts, their comparison with decided verdicts, and each annotator's competence.
 */
export function LabelTables({ labels, itemsHref, fileHref }: LabelTablesProps) {
  const hrefOf = (query: Readonly<Record<string, string>>) =>
    `${itemsHref}?${new URLSearchParams({ figure: "labels", ...query })}`;
  if (labels.items === 0) return <p className="text-ink-soft">There are no first verdicts to aggregate.</p>;
  return (
    <div className="grid grid-cols-1 gap-8">
      {labels.shared === 0 ? (
        <p className="text-ink-soft">
          No item has first verdicts of two people, so nothing can be aggregated. Set two annotators for each item.
        </p>
      ) : (
        <div className="grid grid-cols-1 gap-2">
          <MethodTable labels={labels} hrefOf={hrefOf} />
          <TableDownloads name="labels" fileHref={fileHref} />
        </div>
      )}
      <div className="grid grid-cols-1 gap-2">
        <AnnotatorTable people={labels.people} hrefOf={hrefOf} />
        <TableDownloads name="annotators" fileHref={fileHref} />
      </div>
      {labels.decided === 0 ? (
        <p className="text-ink-soft">
          No item is decided yet, so verdicts cannot be compared with decisions. Review items, or set gold verdicts.
        </p>
      ) : (
        <div className="grid grid-cols-1 gap-2">
          <ConfusionTable labels={labels} hrefOf={hrefOf} />
          <TableDownloads name="confusion" fileHref={fileHref} />
        </div>
      )}
    </div>
  );
}

type HrefOf = (query: Readonly<Record<string, string>>) => string;

function MethodTable({ labels, hrefOf }: { labels: LabelTablesProps["labels"]; hrefOf: HrefOf }) {
  return (
    <Table
      caption={`Labels of ${formatNumberOf(labels.items, "item")}, ${formatCount(labels.shared)} of them judged by two or more people`}
      takenAs="labels"
    >
      <thead>
        <tr>
          <Th>Method</Th>
          {annotationVerdicts.map((verdict) => (
            <Th key={verdict} isNumber>
              {capitalize(verdictLabels[verdict])}
            </Th>
          ))}
          <Th isNumber>No label</Th>
          <Th isNumber>Same as decided</Th>
        </tr>
      </thead>
      <tbody>
        {labels.methods.map(({ method, labels: counts, unlabelled, same }) => (
          <tr key={method}>
            <Th scope="row">{labelMethodNames[method]}</Th>
            {annotationVerdicts.map((label, index) => (
              <CountCell
                key={label}
                count={counts[index]!}
                of={`labelled ${verdictLabels[label]}, ${labelMethodNames[method]}`}
                href={hrefOf({ method, label })}
              />
            ))}
            <CountCell
              count={unlabelled}
              of={`without a label, ${labelMethodNames[method]}`}
              href={hrefOf({ method, label: "none" })}
            />
            <LinkedShareCell
              share={same}
              of="decided items with a label"
              href={hrefOf({ method: "decided" })}
              opensAll
            />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function AnnotatorTable({ people, hrefOf }: { people: LabelTablesProps["labels"]["people"]; hrefOf: HrefOf }) {
  const formatTwoDecimals = (value: number | null) => (value === null ? "–" : formatQuantity(value, 2));
  return (
    <Table caption={annotatorCaption} takenAs="annotators">
      <thead>
        <tr>
          <Th>Annotator</Th>
          <Th isNumber>Items judged</Th>
          <Th isNumber>Also judged by others</Th>
          <Th isNumber>Weight</Th>
          <Th isNumber>Competence (MACE)</Th>
          <Th isNumber>Accuracy (Dawid-Skene)</Th>
          <Th isNumber>Same as decided</Th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ userId, name, items, shared, weight, competence, accuracy, same }) => (
          <tr key={userId}>
            <Th scope="row" className="wrap-anywhere">
              {name}
            </Th>
            <CountCell count={items} of={`judged by ${name}`} href={hrefOf({ person: userId })} />
            <CountCell
              count={shared}
              of={`judged by ${name} and others`}
              href={hrefOf({ person: userId, shared: "true" })}
            />
            <Td isNumber>{formatTwoDecimals(weight)}</Td>
            <Td isNumber>{formatTwoDecimals(competence)}</Td>
            <Td isNumber>{formatTwoDecimals(accuracy)}</Td>
            <LinkedShareCell
              share={same}
              of="decided items judged"
              href={hrefOf({ person: userId, method: "decided" })}
              opensAll
            />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function ConfusionTable({ labels, hrefOf }: { labels: LabelTablesProps["labels"]; hrefOf: HrefOf }) {
  return (
    <Table
      caption={`First verdicts by decided verdict: gold, otherwise review; ${formatNumberOf(labels.decided, "item")} decided`}
      takenAs="confusion"
    >
      <thead>
        <tr>
          <Th>Annotator</Th>
          <Th>Decided</Th>
          {annotationVerdicts.map((verdict) => (
            <Th key={verdict} isNumber>
              Given {verdictLabels[verdict]}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        <ConfusionRows name={everyAnnotator} counts={labels.counts} hrefOf={hrefOf} />
        {labels.people.map(({ userId, name, counts }) => (
          <ConfusionRows
            key={userId}
            name={name}
            counts={counts}
            hrefOf={(query) => hrefOf({ ...query, person: userId })}
          />
        ))}
      </tbody>
    </Table>
  );
}

function ConfusionRows({ name, counts, hrefOf }: { name: string; counts: VerdictCounts; hrefOf: HrefOf }) {
  return annotationVerdicts.map((decided, row) => (
    <tr key={decided}>
      <Th scope="row" className="wrap-anywhere">
        {name}
      </Th>
      <Td>{verdictLabels[decided]}</Td>
      {annotationVerdicts.map((given, column) => (
        <CountCell
          key={given}
          count={counts[row]![column]!}
          of={`decided ${verdictLabels[decided]}, given ${verdictLabels[given]}, ${name}`}
          href={hrefOf({ method: "decided", label: decided, given })}
        />
      ))}
    </tr>
  ));
}

/** A cell with a number of items or verdicts, linked to the items. */
function CountCell({ count, of, href }: { count: number; of: string; href: string }) {
  return (
    <Td isNumber>
      {count === 0 ? (
        formatCount(count)
      ) : (
        <Link href={href} prefetch={false} aria-label={`${formatCount(count)} ${of}`}>
          {formatCount(count)}
        </Link>
      )}
    </Td>
  );
}
