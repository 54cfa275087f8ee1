import clsx from "clsx";
import type { Explanation } from "@/lib/domain/epistemic/explain/explain-problem.ts";
import { layoutWorlds } from "@/lib/domain/epistemic/explain/layout.ts";
import type { StepView } from "@/lib/domain/epistemic/explain/step-view.ts";

/** The list of all steps, each with a small diagram of the remaining worlds. Its links work without the script. */
export function Timeline({
  explanation,
  views,
  step,
  hrefOf,
  onStep,
}: {
  explanation: Explanation;
  views: readonly StepView[];
  step: number;
  hrefOf: (step: number) => string;
  onStep: (step: number) => void;
}) {
  return (
    <nav aria-label="Steps">
      <ol className="grid">
        {views.map((view, index) => {
          const isCurrent = index === step;
          const remaining = view.worlds.filter(({ state }) => state === "possible").length;
          return (
            <li key={view.title} className="group relative grid grid-cols-[1.25rem_1fr]">
              <span aria-hidden="true" className="relative">
                <span
                  className={clsx(
                    "absolute left-[0.3125rem] w-px bg-edge",
                    index === 0 ? "top-6" : "top-0",
                    index === views.length - 1 ? "h-6" : "bottom-0",
                  )}
                />
                <span
                  className={clsx(
                    "absolute top-[1.15rem] left-0 size-[0.6875rem] rounded-full border-2",
                    isCurrent ? "border-ink bg-ink" : index < step ? "border-ink bg-surface" : "border-edge bg-surface",
                  )}
                />
              </span>
              <a
                href={hrefOf(index)}
                aria-current={isCurrent ? "step" : undefined}
                data-step={index}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onStep(index);
                }}
                className={clsx(
                  "my-0.5 flex items-start justify-between gap-3 rounded-md border px-3 py-2.5 no-underline transition-colors",
                  isCurrent ? "border-ink bg-surface shadow-sm" : "border-transparent hover:bg-sunken",
                )}
              >
                <span className="grid min-w-0 gap-0.5">
                  <span className={clsx("text-sm", isCurrent ? "font-semibold" : "text-ink-soft")}>{view.title}</span>
                  {view.said && <span className="leading-snug">{view.said}</span>}
                  <span className="text-sm text-ink-soft tabular-nums">{formatWorldCount(view, remaining)}</span>
                </span>
                <Thumbnail explanation={explanation} view={view} />
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function formatWorldCount({ kind, worlds }: StepView, left: number): string {
  if (kind !== "hypothesis") return left === 1 ? "1 world possible" : `${left} worlds possible`;
  const counterexamples = worlds.filter(({ verdict }) => verdict === false).length;
  if (left === 0) return "no world is left";
  if (counterexamples > 0) return left === 1 ? "false in the only world" : `false in ${counterexamples} of ${left}`;
  return left === 1 ? "true in the only world" : left === 2 ? "true in both" : `true in all ${left}`;
}

/** The worlds as dots: filled if possible, hollow if ruled out, crossed out if the hypothesis is false in the world. */
function Thumbnail({ explanation, view }: { explanation: Explanation; view: StepView }) {
  const layout = layoutWorlds(explanation.names.length, "wide");
  const radius = layout.width / 34 + 5;
  return (
    <svg
      aria-hidden="true"
      viewBox={`${-radius} ${-radius} ${layout.width + 2 * radius} ${layout.height + 2 * radius}`}
      className="keep-colour mt-0.5 h-11 w-14 shrink-0"
    >
      {view.worlds.map(({ number, state, verdict }) => {
        const { x, y } = layout.places[number]!;
        const scale = radius * (explanation.names.length > 3 ? 1.2 : 1.9);
        if (state !== "possible") {
          return (
            <circle
              key={number}
              cx={x}
              cy={y}
              r={scale * 0.72}
              fill="none"
              stroke={state === "leaving" ? "var(--bad)" : "var(--edge)"}
              strokeWidth={scale * 0.28}
            />
          );
        }
        const colour = verdict === null ? "var(--ink)" : verdict ? "var(--good)" : "var(--bad)";
        return verdict === false ? (
          <path
            key={number}
            d={`M${x - scale} ${y - scale}l${2 * scale} ${2 * scale}m0 ${-2 * scale}l${-2 * scale} ${2 * scale}`}
            stroke={colour}
            strokeWidth={scale * 0.6}
            strokeLinecap="round"
          />
        ) : (
          <circle key={number} cx={x} cy={y} r={scale} fill={colour} />
        );
      })}
    </svg>
  );
}
