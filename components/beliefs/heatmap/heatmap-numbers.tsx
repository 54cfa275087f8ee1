import { Disclosure } from "@/components/beliefs/disclosure.tsx";
import { Table, Th } from "@/components/ui/table.tsx";
import type { Heatmap } from "@/lib/domain/beliefs/prepare/heatmap.ts";
import type { Observer } from "@/lib/domain/beliefs/prepare/observer.ts";
import { RateCell } from "../rate-cell.tsx";

/** The numbers of the heatmap with their intervals, as a table that can be read and copied. */
export function HeatmapNumbers({ map, observers }: { map: Heatmap; observers: readonly Observer[] }) {
  return (
    <Disclosure summary="The numbers with their intervals">
      <Table
        caption="Context-following rates with 95% intervals and decided pairs"
        maxHeight="36rem"
        takenAs="categories"
      >
        <thead>
          <tr>
            <Th>Category</Th>
            {observers.map(({ key, name }) => (
              <Th key={key} isNumber>
                {name}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <Th scope="row">All</Th>
            {map.columns.map(({ observer, overall }) => (
              <RateCell key={observer} figure={overall} />
            ))}
          </tr>
          {map.rows.map((row, place) => (
            <tr key={row.category}>
              <Th scope="row">{row.label}</Th>
              {map.cells[place]?.map((cell) => (
                <RateCell key={cell.observer} figure={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Disclosure>
  );
}
