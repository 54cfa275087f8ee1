import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { type AnswerAgreement, agreementMeasures } from "@/lib/domain/annotation/schema-items/agreement-measure.ts";
import type { FieldSummary } from "@/lib/domain/annotation/schema-items/fold-answers.ts";
import { describeEstimate } from "@/lib/domain/format/estimates.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { groupBy } from "@/lib/domain/group-by.ts";
import { LinkedCount } from "./linked-count.tsx";

const measures: Readonly<Record<AnswerAgreement["measure"], string>> = {
  percent: "Equal answers",
  kappa: "Cohen’s kappa",
  "fleiss-kappa": "Fleiss’ kappa",
  alpha: "Krippendorff’s alpha (nominal)",
  "ordinal-alpha": "Krippendorff’s alpha (ordinal)",
  "interval-alpha": "Krippendorff’s alpha (interval)",
  "span-f1": "Exact spans, F1",
  "token-alpha": "Token-level alpha",
  "relation-f1": "Equal relations, F1",
  "rank-correlation": "Rank correlation (Spearman)",
};

/** What a table shows of a field: its figures, the names of people, and the address of the list of items. */
export interface FieldTable {
  field: FieldSummary;
  names: Readonly<Record<string, string>>;
  itemsHref: string;
}

/**
 * One row for all answers and for each label, person and month; one column for each measure. The number of items opens
 * them, a measure opens the items with different answers, and a label opens the items to which anyone gave it.
 */
export function AgreementTable({ field, names, itemsHref }: FieldTable) {
  const columns = agreementMeasures.filter((measure) => field.agreement.some((one) => one.measure === measure));
  const rows = [...groupBy(field.agreement, ({ of }) => JSON.stringify(of)).values()];
  return (
    <Table caption={`Agreement with 95% intervals: ${field.label}`}>
      <thead>
        <tr>
          <Th>Answers</Th>
          <Th isNumber>Items</Th>
          {columns.map((measure) => (
            <Th key={measure} isNumber>
              {measures[measure]}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { of, n = 0 } = row[0] ?? { of: null };
          const name = of === null ? "All" : `${groups[of.kind]} ${names[of.name] ?? of.name}`;
          const hrefOf = (figure: string, label: Record<string, string> = {}) =>
            `${itemsHref}?${new URLSearchParams({ figure, field: field.field, ...partOf(field, of), ...label })}`;
          const differingHref = hrefOf("differing", of?.kind === "label" ? { option: of.value ?? of.name } : {});
          return (
            <tr key={`${of?.kind} ${of?.name}`}>
              <Th scope="row">
                {of?.kind === "label" ? (
                  <Link
                    href={`${itemsHref}?${new URLSearchParams({ figure: "compared", field: field.field, option: of.value ?? of.name })}`}
                    prefetch={false}
                  >
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </Th>
              <Td isNumber>
                <LinkedCount count={n} href={hrefOf("compared")} label={`${formatNumberOf(n, "item")}: ${name}`} />
              </Td>
              {columns.map((measure) => (
                <AgreementCell
                  key={measure}
                  found={row.find((one) => one.measure === measure)}
                  rowItems={n}
                  measure={measures[measure]}
                  differingHref={differingHref}
                />
              ))}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

const groups = { label: "Label", person: "Person", month: "Month" } as const;

/**
 * The search parameters of a row. A label is compared with all others, so its row counts every item; of spans and
 * relations it counts only those in which someone gave it.
 */
function partOf({ type }: FieldSummary, of: AnswerAgreement["of"]): Record<string, string> {
  if (of?.kind === "person") return { by: of.name };
  if (of?.kind === "month") return { month: of.name };
  return of?.kind === "label" && (type === "spans" || type === "relations") ? { option: of.value ?? of.name } : {};
}

function AgreementCell({
  found,
  measure,
  rowItems,
  differingHref,
}: {
  found: AnswerAgreement | undefined;
  rowItems: number;
  measure: string;
  /** The address of the items with different answers. */
  differingHref: string;
}) {
  if (!found || found.value === null) return <Td isNumber>–</Td>;
  const { value, interval, note, n } = describeEstimate(found, formatNumberOf(found.n, "item"), {
    unit: "number",
    decimals: 2,
  });
  return (
    <Td isNumber className="whitespace-nowrap">
      <Link href={differingHref} prefetch={false} aria-label={`Items with different answers: ${measure} ${value}`}>
        {value}
      </Link>
      <span className={found.low === null ? "block whitespace-normal text-ink-soft" : "block text-ink-soft"}>
        {interval}
      </span>
      {note && <span className="block whitespace-normal text-ink-soft">{note}</span>}
      {found.n !== rowItems && <span className="block text-ink-soft">{n}</span>}
    </Td>
  );
}
