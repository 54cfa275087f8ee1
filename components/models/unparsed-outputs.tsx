import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { UnparsedOutput } from "@/lib/domain/models/registry-view.ts";

/** The outputs of a model that could not be parsed as an answer, each with the reason. */
export function UnparsedOutputs({
  unparsed: { total, byRule, outputs },
  page,
  perPage,
  mostPages: maxPages,
  here,
}: {
  unparsed: { total: number; byRule: readonly { rule: string; count: number }[]; outputs: readonly UnparsedOutput[] };
  page: number;
  perPage: number;
  /** The last available page. */
  mostPages: number;
  here: string;
}) {
  if (total === 0) return <p className="text-ink-soft">All answers of this model were parsed.</p>;
  const pages = Math.min(maxPages, Math.ceil(total / perPage));
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        {formatNumberOf(total, "answer")} could not be read:{" "}
        {byRule.map(({ rule, count }) => `${rule} ${formatCount(count)}`).join(", ")}.
      </p>
      <Table caption="Unparsed outputs" isCaptionHidden maxHeight="36rem">
        <thead>
          <tr>
            <Th>Item</Th>
            <Th>Run</Th>
            <Th>Condition</Th>
            <Th>Rule</Th>
            <Th>Model output</Th>
          </tr>
        </thead>
        <tbody>
          {outputs.map(({ id, item, run, condition, repeat, rule, output }) => (
            <tr key={id}>
              <Th scope="row">{item}</Th>
              <Td>{repeat === 0 ? run : `${run}, repeat ${repeat}`}</Td>
              <Td className="text-ink-soft">{condition.replaceAll(";", ", ") || "none named"}</Td>
              <Td>{rule ?? "no text"}</Td>
              <Td className="min-w-72 break-words whitespace-pre-wrap">
                {output === null ? <span className="text-ink-soft">no text was stored</span> : output || "(empty)"}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {pages > 1 && (
        <nav aria-label="Pages of unparsed outputs" className="flex gap-4 text-sm">
          {page > 1 && <Link href={`${here}?page=${page - 1}`}>Previous</Link>}
          <span className="text-ink-soft">
            Page {formatCount(page)} of {formatCount(pages)}
          </span>
          {page < pages && <Link href={`${here}?page=${page + 1}`}>Next</Link>}
        </nav>
      )}
    </div>
  );
}
