import clsx from "clsx";
import { Legend } from "@/components/charts/legend.tsx";
import { MajorityMark, ModelMark } from "@/components/charts/marks.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { RankingRow, RankingTable } from "@/lib/domain/beliefs/prepare/ranking-table.ts";
import { formatQuantity } from "@/lib/domain/format/estimates.ts";
import { formatCoordinate, formatCount, formatP } from "@/lib/domain/format/figures.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";

/**
 * The categories, sorted by mean rank over models from the most to the least persuasive, with the rank among people on
 * the same scale. The bars repeat the numbers of the table. Nothing is tested beside interim results of people.
 */
export function RankingView({
  table,
  status,
  ranks,
  categories,
  hrefOf,
}: {
  table: RankingTable;
  /** The status of people’s data; exploratory without people. */
  status: ResultStatus;
  /** People's ranks; empty without people. */
  ranks: ReadonlyMap<string, number>;
  /** The number of ranked categories, which is the maximum of the scale. */
  categories: number;
  hrefOf: (category: string) => string;
}) {
  const explicit = table.rows.find(({ category }) => category === "explicit");
  const hasPeople = ranks.size > 0;
  const isTested = status.kind !== "interim";
  return (
    <div className="grid grid-cols-1 gap-4">
      <Legend
        entries={[
          { mark: "model", label: "Models, mean rank" },
          ...(hasPeople ? [{ mark: "majority" as const, label: "People’s rank" }] : []),
          ...(explicit ? [{ mark: "reference" as const, label: "Mean rank of explicit expressions (models)" }] : []),
          { mark: "chance", label: `Chance level: rank ${table.expected}` },
        ]}
      />
      <Table
        takenAs="ranking"
        caption="Mean rank of each category by persuasiveness (descriptive, without an interval)"
        isCaptionHidden
      >
        <thead>
          <tr>
            <Th>Category</Th>
            <Th className="w-1/3 min-w-48">
              Rank 1 (followed most) to {categories}
              <span className="sr-only">, drawn</span>
            </Th>
            <Th isNumber>Mean rank</Th>
            {isTested && (
              <>
                <Th>Stars</Th>
                <Th isNumber>p</Th>
                <Th isNumber>q</Th>
              </>
            )}
            <Th isNumber>Models</Th>
            {hasPeople && <Th isNumber>People’s rank</Th>}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.category} className={clsx(row.category === "explicit" && "bg-sunken")}>
              <Th scope="row">
                <Link href={hrefOf(row.category)}>{row.label}</Link>
                <span className="block text-xs font-normal text-ink-soft">
                  {row.category === "explicit" ? "reference line" : row.dimensionLabel}
                </span>
              </Th>
              <Td className="align-middle">
                <RankBar
                  row={row}
                  people={ranks.get(row.category) ?? null}
                  chance={table.expected}
                  reference={explicit?.meanRank ?? null}
                  categories={categories}
                />
              </Td>
              <Td isNumber>{formatQuantity(row.meanRank, 2)}</Td>
              {isTested && <TestCells row={row} />}
              <Td isNumber>{formatCount(row.models)}</Td>
              {hasPeople && <Td isNumber>{ranks.get(row.category) ?? <span className="text-ink-soft">none</span>}</Td>}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function TestCells({ row }: { row: RankingRow }) {
  return (
    <>
      <Td>
        {row.starText === "" ? (
          <span className="text-ink-soft">no significant difference</span>
        ) : (
          <>
            <span aria-hidden="true" className="mr-2 text-lg leading-none font-semibold tracking-widest">
              {row.starText}
            </span>
            <span className="sr-only">{row.stars === 1 ? "1 star" : `${row.stars} stars`}, </span>
            {row.direction === "high" ? "followed more" : "followed less"}
          </>
        )}
      </Td>
      <Td isNumber>{formatP(row.p)}</Td>
      <Td isNumber>{formatP(row.q)}</Td>
    </>
  );
}

function RankBar({
  row,
  people,
  chance,
  reference,
  categories,
}: {
  row: RankingRow;
  people: number | null;
  chance: number;
  reference: number | null;
  categories: number;
}) {
  const at = (rank: number) => `${formatCoordinate(4 + (92 * (rank - 1)) / Math.max(1, categories - 1), 2)}%`;
  const peopleText = people === null ? "" : `, people’s rank ${people}`;
  return (
    <svg
      role="img"
      aria-label={`Models’ mean rank ${formatQuantity(row.meanRank, 2)}${peopleText}`}
      width="100%"
      height="24"
      className="keep-colour block min-w-40 overflow-visible"
    >
      <line x1={at(1)} x2={at(categories)} y1={12} y2={12} stroke="var(--rule)" />
      <line x1={at(chance)} x2={at(chance)} y1={0} y2={24} stroke="var(--edge)" strokeDasharray="2 3" />
      {reference !== null && (
        <line x1={at(reference)} x2={at(reference)} y1={0} y2={24} stroke="var(--ink)" strokeWidth={1} opacity={0.5} />
      )}
      {people !== null && <MajorityMark x={at(people)} y={12} />}
      <ModelMark x={at(row.meanRank)} y={12} />
    </svg>
  );
}
