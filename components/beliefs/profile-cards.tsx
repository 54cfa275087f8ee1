import clsx from "clsx";
import { IntervalBar } from "@/components/ui/interval-bar.tsx";
import type { DimensionProfile } from "@/lib/domain/beliefs/prepare/dimension-profiles.ts";
import type { RateFigure } from "@/lib/domain/beliefs/prepare/rate-figure.ts";
import { estimateSentence } from "@/lib/domain/format/estimates.ts";
import { describeRate, rateText } from "./describe-rate.ts";

/** One observer's profile with its reference line. */
export interface ProfileCard {
  key: string;
  side: "people" | "models";
  profile: DimensionProfile;
  /** The observer's rate for explicit expressions, as a reference. */
  reference: RateFigure;
}

/** The profiles of all observers. Each is a small table with one bar and number for each of the four dimensions. */
export function ProfileCards({ cards }: { cards: readonly ProfileCard[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-4" data-taken-as="rates">
      {cards.map(({ key, side, profile, reference }) => (
        <li
          key={key}
          className={clsx(
            "keep-together min-w-0 rounded-lg border border-t-3 border-rule bg-surface px-4 pt-3 pb-2",
            side === "people" ? "border-t-people" : "border-t-models",
          )}
        >
          <table className="w-full text-left text-sm">
            <caption className="pb-2 text-left">
              <span className="block font-serif text-lg">{profile.observer}</span>
              <span className="block text-sm text-ink-soft">explicit {estimateSentence(rateText(reference))}</span>
            </caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">Dimension</th>
                <th scope="col">Rate, interval and pairs</th>
              </tr>
            </thead>
            <tbody>
              {[{ dimension: "all", label: "All", ...profile.overall }, ...profile.dimensions].map((row) => (
                <tr key={row.dimension} className="align-top">
                  <th scope="row" className="border-t w-2/5 border-rule py-1.5 pr-2 font-medium">
                    {row.label}
                  </th>
                  <td className="border-t border-rule pt-2 pb-1.5">
                    <IntervalBar
                      value={row.rate}
                      low={row.low}
                      high={row.high}
                      side={side}
                      {...(reference.rate === null ? {} : { reference: reference.rate })}
                      label={describeRate(row)}
                    />
                    <span className="mt-0.5 flex flex-wrap items-baseline justify-end gap-x-2 tabular-nums">
                      {rateText(row).value}
                      <span className="text-xs text-ink-soft">
                        {row.rate !== null && `${rateText(row).interval}, `}
                        {rateText(row).n}
                      </span>
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </li>
      ))}
    </ul>
  );
}
