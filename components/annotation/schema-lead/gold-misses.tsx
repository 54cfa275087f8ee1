import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { GoldMiss } from "@/lib/domain/annotation/schema-items/answer-quality.ts";
import { formatDay } from "@/lib/domain/format/times.ts";
import { differenceHref } from "./linked-count.tsx";

/** First answers to gold items that differ from the expected answers, newest first. */
export function GoldMisses({
  misses,
  names,
  itemIds,
  base,
}: {
  misses: readonly GoldMiss[];
  names: Readonly<Record<string, string>>;
  itemIds: Readonly<Record<string, string>>;
  base: string;
}) {
  if (misses.length === 0) return null;
  return (
    <Table caption="Unexpected answers to gold items, newest first" maxHeight="32rem">
      <thead>
        <tr>
          <Th>Item</Th>
          <Th>Person</Th>
          <Th>Day</Th>
          <Th>Question</Th>
          <Th>Given</Th>
          <Th>Expected</Th>
        </tr>
      </thead>
      <tbody>
        {misses.flatMap(({ id, by, at, fields }) =>
          fields
            .filter(({ isRight }) => isRight === false)
            .map(({ field, label, given, expected }) => (
              <tr key={`${id} ${by} ${label}`}>
                <Th scope="row" className="wrap-anywhere">
                  <Link href={differenceHref(`${base}/items/${itemIds[id]}`, { field, from: "gold" })} prefetch={false}>
                    {id}
                    <span className="sr-only">
                      : {label}, {names[by] ?? "Someone"}
                    </span>
                  </Link>
                </Th>
                <Td className="wrap-anywhere">{names[by] ?? "Someone"}</Td>
                <Td className="whitespace-nowrap">{formatDay(new Date(at))}</Td>
                <Td className="wrap-anywhere">{label}</Td>
                <Td className="wrap-anywhere">{given}</Td>
                <Td className="wrap-anywhere">{expected}</Td>
              </tr>
            )),
        )}
      </tbody>
    </Table>
  );
}
