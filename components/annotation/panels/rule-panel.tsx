"use client";

import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import type { ValidityRule } from "@/lib/domain/stories/validity-rules.ts";
import { KeyCaps } from "../keyboard/key-caps.tsx";
import { Panel } from "../look/panel.tsx";

/** The rules of the paper to tick, each with why it matters, what keeps it and what breaks it. */
export function RulePanel({
  rules,
  checklist,
  measured,
  isReadOnly,
  onTick,
}: {
  rules: readonly ValidityRule[];
  checklist: Readonly<Record<string, boolean>>;
  /** What the workspace itself found about a rule, by the rule's id. */
  measured: Readonly<Record<string, string>>;
  isReadOnly: boolean;
  onTick: (rule: string, holds: boolean) => void;
}) {
  const ticked = rules.filter(({ id }) => checklist[id]).length;
  return (
    <Panel
      title="Rules"
      id="rules"
      actions={
        <span className="text-xs text-ink-soft tabular-nums">
          {ticked} of {rules.length} hold
        </span>
      }
    >
      <ol className="grid gap-0.5">
        {rules.map((rule, index) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            digit={index < 9 ? String(index + 1) : null}
            holds={checklist[rule.id] ?? false}
            measured={measured[rule.id] ?? null}
            isReadOnly={isReadOnly}
            onTick={onTick}
          />
        ))}
      </ol>
    </Panel>
  );
}

function RuleRow({
  rule,
  digit,
  holds,
  measured,
  isReadOnly,
  onTick,
}: {
  rule: ValidityRule;
  digit: string | null;
  holds: boolean;
  measured: string | null;
  isReadOnly: boolean;
  onTick: (rule: string, holds: boolean) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li className="grid text-sm">
      <div className="flex items-start gap-1.5">
        <label className="flex min-w-0 flex-1 items-start gap-2.5 py-1 pointer-coarse:py-2.5">
          <input
            type="checkbox"
            checked={holds}
            disabled={isReadOnly}
            aria-keyshortcuts={digit ?? undefined}
            aria-describedby={measured ? `${id}-measured` : undefined}
            onChange={(event) => onTick(rule.id, event.target.checked)}
            className="mt-0.5 size-4 shrink-0 accent-ink"
          />
          <span className="min-w-0">{rule.rule}</span>
        </label>
        {digit && (
          <span aria-hidden="true" className="mt-1 pointer-coarse:hidden max-md:hidden">
            <KeyCaps keystroke={digit} />
          </span>
        )}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-examples`}
          aria-label={`Why, and examples: ${rule.rule}`}
          onClick={() => setOpen(!isOpen)}
          className="mt-0.5 grid size-6 shrink-0 place-items-center rounded-sm text-ink-soft hover:bg-sunken hover:text-ink pointer-coarse:size-10"
        >
          <ChevronDown aria-hidden="true" className={`size-4 transition-transform ${isOpen ? "rotate-180" : ""}`} />
        </button>
      </div>
      {measured && (
        <p id={`${id}-measured`} className="pb-1 pl-6.5 text-xs text-warn">
          {measured}
        </p>
      )}
      <div id={`${id}-examples`} hidden={!isOpen} className="pr-7 pb-2 pl-6.5 text-ink-soft">
        <p>{rule.why}</p>
        <p className="mt-1.5 border-l-2 border-good pl-2">
          <span className="font-medium text-good">Keeps it:</span> {rule.keeps}
        </p>
        <p className="mt-1.5 border-l-2 border-bad pl-2">
          <span className="font-medium text-bad">Breaks it:</span> {rule.breaks}
        </p>
      </div>
    </li>
  );
}
