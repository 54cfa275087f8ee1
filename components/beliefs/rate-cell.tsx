import { Td } from "@/components/ui/table.tsx";
import type { RateFigure } from "@/lib/domain/beliefs/prepare/rate-figure.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { rateText } from "./describe-rate.ts";

/** A table cell with a rate and, below it, its interval and its number of decided pairs. */
export function RateCell({ figure, className }: { figure: RateFigure; className?: string }) {
  return (
    <Td isNumber className={className}>
      <RateLabel figure={figure} />
    </Td>
  );
}

/** A rate outside tables. */
export function RateLabel({ figure }: { figure: RateFigure }) {
  if (figure.rate === null) {
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="sr-only">no rate</span>
        <span className="block text-xs text-ink-soft">{`n\u00a0=\u00a0${formatCount(figure.n)}`}</span>
      </>
    );
  }
  const { value, interval, n } = rateText(figure);
  return (
    <span className="tabular-nums">
      {value}
      <span className="block text-xs text-ink-soft">
        {interval}, {n}
      </span>
    </span>
  );
}
