import { formatPayTerms } from "@/components/annotation/work/amounts.ts";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { Worker } from "@/lib/domain/annotation/collection-rows.ts";
import type { CollectionSettings } from "@/lib/domain/annotation/collection-settings.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { formatMoney } from "@/lib/domain/format/money.ts";
import { formatDuration } from "@/lib/domain/format/times.ts";
import { LinkedPersonFigure } from "./person-figure.tsx";
import { payFigure } from "./worker-table.tsx";

/** The pay of each person. People with a top-up come first. */
export function PayTable({
  workers,
  settings,
  settingsHref,
  itemsHref,
}: {
  workers: readonly Worker[];
  settings: CollectionSettings;
  settingsHref: string;
  /** The address of the list of items, which a figure filters. */
  itemsHref: string;
}) {
  const { payPerHour, payPerItem = null, currency } = settings;
  if (payPerHour === null && payPerItem === null)
    return (
      <p className="text-ink-soft">
        No pay is set. Set hourly pay or pay per item in the <Link href={settingsHref}>settings</Link>.
      </p>
    );
  if (workers.length === 0) return <p className="text-ink-soft">No work yet.</p>;
  const formatPay = (amount: number | null | undefined) => (amount == null ? "–" : formatMoney(amount, currency));
  const sumOfPay = (of: "earned" | "topUp" | "total") =>
    workers.reduce((total, { pay }) => total + (pay?.[of] ?? 0), 0);
  const ordered = workers.toSorted((left, right) => (right.pay?.topUp ?? 0) - (left.pay?.topUp ?? 0));
  return (
    <Table caption={formatPayTerms(settings)} takenAs="pay">
      <thead>
        <tr>
          <Th>Person</Th>
          <Th isNumber>Items judged or reviewed</Th>
          <Th isNumber>Active time</Th>
          <Th isNumber>Earned</Th>
          <Th isNumber>Earned per hour</Th>
          <Th isNumber>Top-up</Th>
          <Th isNumber>To pay</Th>
        </tr>
      </thead>
      <tbody>
        {ordered.map((worker) => {
          const { userId, name, paidItems, activeMs, pay } = worker;
          const figure = payFigure(worker);
          const linkProps = { userId, itemsHref };
          return (
            <tr key={userId}>
              <Th scope="row" className="wrap-anywhere">
                {name}
              </Th>
              <LinkedPersonFigure figure="work-paid" isEmpty={paidItems === 0} {...linkProps}>
                {formatCount(paidItems)}
              </LinkedPersonFigure>
              <LinkedPersonFigure figure="work-timed" isEmpty={activeMs === 0} {...linkProps}>
                {formatDuration(activeMs)}
              </LinkedPersonFigure>
              <LinkedPersonFigure figure={figure} isEmpty={!pay?.earned} {...linkProps}>
                {formatPay(pay?.earned)}
              </LinkedPersonFigure>
              <LinkedPersonFigure figure={figure} isEmpty={!pay?.perHour} {...linkProps}>
                {formatPay(pay?.perHour)}
              </LinkedPersonFigure>
              <LinkedPersonFigure figure="work-timed" isEmpty={!pay?.topUp} {...linkProps}>
                {pay?.topUp ? <strong>{formatPay(pay.topUp)}</strong> : "–"}
              </LinkedPersonFigure>
              <LinkedPersonFigure figure={figure} isEmpty={!pay?.total} {...linkProps}>
                {formatPay(pay?.total)}
              </LinkedPersonFigure>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <Th scope="row">Total</Th>
          <Td isNumber>{formatCount(workers.reduce((total, { paidItems }) => total + paidItems, 0))}</Td>
          <Td isNumber>{formatDuration(workers.reduce((total, { activeMs }) => total + activeMs, 0))}</Td>
          <Td isNumber>{formatPay(sumOfPay("earned"))}</Td>
          <Td>
            <span className="sr-only">no total</span>
          </Td>
          <Td isNumber>{formatPay(sumOfPay("topUp"))}</Td>
          <Td isNumber>{formatPay(sumOfPay("total"))}</Td>
        </tr>
      </tfoot>
    </Table>
  );
}
