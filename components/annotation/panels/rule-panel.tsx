"use client";

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
  /** What the desk itself found about a rule, by the rule's id. */
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
      <ol className="grid gap-1">
        {rules.map((rule, index) => (
          <li key={rule.id} className="grid text-sm">
            <label className="flex items-start gap-2.5 py-1 pointer-coarse:py-2.5">
              <input
                type="checkbox"
                checked={checklist[rule.id] ?? false}
                disabled={isReadOnly}
                aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
                onChange={(event) => onTick(rule.id, event.target.checked)}
                className="mt-0.5 size-4 shrink-0 accent-ink"
              />
              <span className="min-w-0 flex-1">{rule.rule}</span>
              {index < 9 && (
                <span aria-hidden="true" className="max-md:hidden">
                  <KeyCaps keystroke={String(index + 1)} />
                </span>
              )}
            </label>
            {measured[rule.id] && <p className="pl-6.5 text-xs text-warn">{measured[rule.id]}</p>}
            <details className="pl-6.5 text-xs text-ink-soft">
              <summary className="w-fit py-0.5">
                Why, and examples<span className="sr-only"> for: {rule.rule}</span>
              </summary>
              <p className="mt-1">{rule.why}</p>
              <p className="mt-1.5 border-l-2 border-good pl-2">
                <span className="font-medium text-good">Keeps it:</span> {rule.keeps}
              </p>
              <p className="mt-1.5 mb-2 border-l-2 border-bad pl-2">
                <span className="font-medium text-bad">Breaks it:</span> {rule.breaks}
              </p>
            </details>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
