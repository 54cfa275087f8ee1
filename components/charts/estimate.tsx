import { Td } from "@/components/ui/table.tsx";
import { type EstimateText, hasLimits } from "@/lib/domain/format/estimates.ts";

/** The props of `Stat` for an estimate. `how` states what the interval accounts for. */
export function estimateStat({ value, interval, note, n }: EstimateText, how?: string) {
  const limits = hasLimits(interval) ? `95% interval ${interval}${how ? `, ${how}` : ""}` : interval;
  return { value: value === "–" ? null : value, interval: limits, n, ...(note === null ? {} : { note }) };
}

/** A table cell with an estimate, its interval and its n. */
export function EstimateTd({ of }: { of: EstimateText }) {
  return (
    <Td isNumber>
      <EstimateLines of={of} />
    </Td>
  );
}

/** An estimate, and below it its interval, a note if there is one, and n. */
export function EstimateLines({ of: { value, interval, note, n } }: { of: EstimateText }) {
  return (
    <span className="tabular-nums">
      {value}
      <DetailLine>{interval}</DetailLine>
      {note !== null && <DetailLine>{note}</DetailLine>}
      <DetailLine>{n}</DetailLine>
    </span>
  );
}

/** Three table cells: the estimate, its 95% interval, and n. */
export function EstimateTds({ of: { value, interval, note, n } }: { of: EstimateText }) {
  return (
    <>
      <Td isNumber>{value}</Td>
      <Td isNumber>
        {hasLimits(interval) ? interval : <DetailLine>{interval}</DetailLine>}
        {note !== null && <DetailLine>{note}</DetailLine>}
      </Td>
      <Td isNumber>{n.replace(/^n = /, "")}</Td>
    </>
  );
}

function DetailLine({ children }: { children: string }) {
  return <span className="ml-auto block max-w-52 text-xs whitespace-normal text-ink-soft">{children}</span>;
}
