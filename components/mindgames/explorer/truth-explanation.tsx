import clsx from "clsx";
import { Check, X } from "lucide-react";
import type { StatementReason } from "@/lib/domain/epistemic/explain/explain-statement.ts";
import type { World } from "@/lib/domain/epistemic/explain/worlds.ts";
import type { Setup } from "@/lib/domain/epistemic/mindgames/problem.ts";
import type { WorldHighlight } from "./link-layer.tsx";
import { WorldChip } from "./world-chip.tsx";

interface ExplanationProps {
  worlds: readonly World[];
  setup: Setup;
  onHighlight: (highlight: WorldHighlight | null) => void;
  onPin: (world: number) => void;
}

/** Maximum number of explanations that are expanded initially. */
const maxOpenReasons = 3;

/** Explains for several worlds why a statement is true or false there, step by step down to the facts. */
export function TruthExplanation({
  reasons,
  ...rest
}: ExplanationProps & { reasons: readonly { world: number; why: StatementReason }[] }) {
  const [open, others] = [reasons.slice(0, maxOpenReasons), reasons.slice(maxOpenReasons)];
  return (
    <div className="grid gap-3">
      <ul className="grid gap-4">
        {open.map(({ world, why }) => (
          <Reason key={world} why={why} {...rest} />
        ))}
      </ul>
      {others.length > 0 && (
        <details>
          <summary className="py-1 text-ink-soft underline decoration-edge underline-offset-4">
            {others.length === 1 ? "One more world" : `${others.length} more worlds`}
          </summary>
          <ul className="mt-3 grid gap-4">
            {others.map(({ world, why }) => (
              <Reason key={world} why={why} {...rest} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Reason({ why, isInner = false, ...rest }: ExplanationProps & { why: StatementReason; isInner?: boolean }) {
  const { worlds, setup, onHighlight, onPin } = rest;
  const highlight = { world: why.world, considered: why.considered, person: why.person };
  return (
    <li>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hovering only highlights the content of a reason in the drawing. */}
      <div
        className="rounded-md px-2 py-1 transition-colors hover:bg-sunken focus-within:bg-sunken"
        onMouseEnter={() => onHighlight(highlight)}
        onMouseLeave={() => onHighlight(null)}
        onFocus={() => onHighlight(highlight)}
        onBlur={() => onHighlight(null)}
      >
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <span className={clsx(isInner && "text-sm text-ink-soft")}>In</span>
          <WorldChip world={worlds[why.world]!} setup={setup} onPin={onPin} />
          <span>“{why.statement}”</span>
          <TruthMark holds={why.holds} />
        </p>
        <p className="mt-0.5 text-ink-soft">{why.reason}</p>
      </div>
      {why.parts.length > 0 && (
        <ul className="mt-1 ml-3 grid gap-1 border-l border-rule pl-3">
          {why.parts.map((part) => (
            <Reason key={`${part.world} ${part.holds}`} why={part} isInner {...rest} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** "is true" with a tick or "is false" with a cross. */
export function TruthMark({ holds }: { holds: boolean }) {
  const Icon = holds ? Check : X;
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-0.5 whitespace-nowrap text-sm font-semibold",
        holds ? "text-good" : "text-bad",
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2.5} />
      {holds ? "is true" : "is false"}
    </span>
  );
}
