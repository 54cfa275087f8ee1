import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { type AnswerMethod, answerMethods } from "@/lib/domain/annotation/schema-items/aggregate-answers.ts";
import type { AnswerSummary, FieldSummary } from "@/lib/domain/annotation/schema-items/fold-answers.ts";
import { formatPart, formatQuantity } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { AgreementTable, type FieldTable } from "./agreement-table.tsx";
import { differenceHref, LinkedCount } from "./linked-count.tsx";

/** Agreement, confusion with accepted answers, competence and anchoring, field by field. Figures open to their items. */
export function AnswerTables({
  report,
  names,
  itemsHref,
}: {
  report: AnswerSummary;
  names: Readonly<Record<string, string>>;
  itemsHref: string;
}) {
  const fieldsWithAnchoring = report.anchoring.filter(({ shown, hidden }) => shown[1] + hidden[1] > 0);
  return (
    <>
      {report.fields.map((field) => (
        <Section
          key={field.field}
          title={field.label}
          lead={
            field.isPerSpan
              ? `${formatCount(field.answers)} answers about spans of ${formatNumberOf(field.items, "item")}. Answers are compared if they are about the same words with the same label.`
              : `${formatCount(field.answers)} answers to ${formatNumberOf(field.items, "item")}.`
          }
        >
          <div className="grid grid-cols-1 gap-6">
            <AgreementTable {...{ field, names, itemsHref }} />
            {field.confusion && <Confusion {...field.confusion} field={field.field} itemsHref={itemsHref} />}
            <PeopleTable {...{ field, names, itemsHref }} />
          </div>
        </Section>
      ))}
      {fieldsWithAnchoring.length > 0 && (
        <Section title="Anchoring" lead="Share of first answers that equal the model’s suggestion.">
          <Table caption="Answers equal to the suggestion">
            <thead>
              <tr>
                <Th>Field</Th>
                <Th isNumber>Suggestion shown</Th>
                <Th isNumber>Suggestion hidden</Th>
              </tr>
            </thead>
            <tbody>
              {fieldsWithAnchoring.map(({ field, shown, hidden }) => (
                <tr key={field}>
                  <Th scope="row">{field}</Th>
                  {(["shown", "hidden"] as const).map((kind) => (
                    <Td key={kind} isNumber>
                      <Link
                        href={`${itemsHref}?${new URLSearchParams({ figure: `suggestion-${kind}`, field })}`}
                        prefetch={false}
                      >
                        {formatPart(...(kind === "shown" ? shown : hidden))}
                      </Link>
                    </Td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </Section>
      )}
    </>
  );
}

const methods: Readonly<Record<AnswerMethod, string>> = {
  majority: "Majority",
  weighted: "Weighted vote",
  "dawid-skene": "Dawid-Skene",
  mace: "MACE",
};

/** The items with the most different answers, each with the results of the aggregation methods. */
export function DisputedItems({
  report,
  itemIds,
  base,
}: {
  report: AnswerSummary;
  itemIds: Readonly<Record<string, string>>;
  base: string;
}) {
  const { disputed, fields, differing } = report;
  if (disputed.length === 0) return null;
  return (
    <Section
      title="Aggregated answers"
      lead="Questions with different answers, the most disputed items first. For spans: the characters that at least half of the people marked; for relations: those that at least half gave. A dash means a tie, or a method that does not apply or gives no clear result. The Hugging Face folder contains all items."
    >
      <Table
        caption={
          differing > disputed.length
            ? `${formatCount(disputed.length)} of ${formatNumberOf(differing, "item")} with different answers`
            : `${formatNumberOf(differing, "item")} with different answers`
        }
        maxHeight="36rem"
      >
        <thead>
          <tr>
            <Th>Item</Th>
            <Th>Field</Th>
            <Th isNumber>Different answers</Th>
            {answerMethods.map((method) => (
              <Th key={method}>{methods[method]}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {disputed.flatMap(({ id, different, differing: questions, answers }) =>
            fields
              .filter(({ field }) => questions.includes(field))
              .map(({ field, label }) => (
                <tr key={`${id} ${field}`}>
                  <Th scope="row">
                    <Link href={differenceHref(`${base}/items/${itemIds[id]}`, { field })} prefetch={false}>
                      {id}
                      <span className="sr-only">: {label}</span>
                    </Link>
                  </Th>
                  <Td>{label}</Td>
                  <Td isNumber>{formatCount(different)}</Td>
                  {answerMethods.map((method) => (
                    <Td key={method} className="wrap-anywhere">
                      {answers[field]?.[method] || "–"}
                    </Td>
                  ))}
                </tr>
              )),
          )}
        </tbody>
      </Table>
    </Section>
  );
}

function Confusion({
  labels,
  values,
  counts,
  field,
  itemsHref,
}: NonNullable<FieldSummary["confusion"]> & { field: string; itemsHref: string }) {
  const hrefOf = (row: number, column: number) => {
    const [accepted, answer] = [values[row] ?? "", values[column] ?? ""];
    return `${itemsHref}?${new URLSearchParams({ figure: "given-and-accepted", field, accepted, answer })}`;
  };
  return (
    <Table caption="Accepted (rows) and given answers (columns)">
      <thead>
        <tr>
          <Th>Accepted</Th>
          {labels.map((label) => (
            <Th key={label} isNumber>
              {label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((label, row) => (
          <tr key={label}>
            <Th scope="row">{label}</Th>
            {labels.map((given, column) => (
              <Td key={given} isNumber>
                <LinkedCount count={counts[row]?.[column] ?? 0} href={hrefOf(row, column)} />
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function PeopleTable({ field, names, itemsHref }: FieldTable) {
  return (
    <Table caption="Annotators. Competence and accuracy are estimates without an interval, and never a reason to withhold pay">
      <thead>
        <tr>
          <Th>Annotator</Th>
          <Th isNumber>Answers</Th>
          <Th isNumber>Competence (MACE)</Th>
          <Th isNumber>Accuracy (Dawid-Skene)</Th>
        </tr>
      </thead>
      <tbody>
        {field.people.map(({ by, n, competence, accuracy }) => (
          <tr key={by}>
            <Th scope="row">{names[by] ?? by}</Th>
            <Td isNumber>
              <Link
                href={`${itemsHref}?${new URLSearchParams({ figure: "answered", field: field.field, by })}`}
                prefetch={false}
              >
                {formatCount(n)}
              </Link>
            </Td>
            <Td isNumber>{formatQuantity(competence, 3)}</Td>
            <Td isNumber>{formatQuantity(accuracy, 3)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
