import { Badge } from "@/components/ui/badge.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { PersonFigure } from "@/lib/domain/annotation/figures/prepare-people.ts";
import { type PersonWeek, weekFlagLabels } from "@/lib/domain/annotation/figures/prepare-weeks.ts";
import { formatQuantity } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { LinkedShareCell } from "./people-quality.tsx";

/** Pace, agreement and accuracy on gold items for each person and week, with warnings for the lead. */
export function PeopleWeeks({
  weeks,
  itemsHref,
  given = "verdict",
}: {
  weeks: readonly (PersonWeek & { name: string })[];
  itemsHref: string;
  /** What people enter: verdicts on stories, or answers to the questions of a task schema. */
  given?: "verdict" | "answers";
}) {
  return (
    <Table caption="By person and week" takenAs="weeks" maxHeight="32rem">
      <thead>
        <tr>
          <Th>Week from</Th>
          <Th>Person</Th>
          <Th isNumber>Copies judged</Th>
          <Th isNumber>Median seconds per copy</Th>
          <Th isNumber>Faster than reading</Th>
          <Th isNumber>Same {given} as others</Th>
          <Th isNumber>Gold items right</Th>
          <Th>To check</Th>
        </tr>
      </thead>
      <tbody>
        {weeks.map((row) => {
          const hrefOf = (figure: PersonFigure) =>
            `${itemsHref}?${new URLSearchParams({ figure, person: row.userId, week: row.week })}`;
          return (
            <tr key={`${row.week} ${row.userId}`}>
              <Td className="whitespace-nowrap">{row.week}</Td>
              <Th scope="row" className="wrap-anywhere">
                {row.name}
              </Th>
              <Td isNumber>
                <Link href={hrefOf("judged")} prefetch={false}>
                  {formatCount(row.copies)}
                </Link>
              </Td>
              <Td isNumber>
                <Link href={hrefOf("judged")} prefetch={false}>
                  {formatQuantity(row.medianSeconds)}
                </Link>
              </Td>
              <LinkedShareCell share={row.fast} of="copies" href={hrefOf("fast")} />
              <LinkedShareCell
                share={row.agreement}
                of={given === "verdict" ? "pairs of verdicts" : "pairs of answers"}
                href={hrefOf("agreement")}
                opensAll
              />
              <LinkedShareCell share={row.gold} of="copies of gold items" href={hrefOf("gold")} opensAll />
              <Td>
                <span className="flex flex-wrap gap-1.5">
                  {row.flags.map((flag) => (
                    <Badge key={flag} tone="warn">
                      {weekFlagLabels[flag]}
                    </Badge>
                  ))}
                </span>
              </Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
