"use client";

import type { CSSProperties } from "react";

export interface DeviceChoice {
  width: "phone" | "desktop";
  theme: "light" | "dark";
}

const widths = { phone: "Phone", desktop: "Desktop" } as const;
const themes = { light: "Light", dark: "Dark" } as const;

/** The device width of a preview. */
export function DeviceSwitch({ choice, onChange }: { choice: DeviceChoice; onChange: (choice: DeviceChoice) => void }) {
  return (
    <div className="flex flex-wrap gap-4">
      <Segments
        legend="Width"
        options={widths}
        chosen={choice.width}
        onChoose={(width) => onChange({ ...choice, width })}
      />
      <Segments
        legend="Colours"
        options={themes}
        chosen={choice.theme}
        onChoose={(theme) => onChange({ ...choice, theme })}
      />
    </div>
  );
}

/** The size of a frame with a participant's page: that of a common phone, or the available width. */
export function frameStyle(width: DeviceChoice["width"]): CSSProperties {
  return width === "phone" ? { width: "min(390px, 100%)", height: 720 } : { width: "max(100%, 760px)", height: 720 };
}

function Segments<Value extends string>({
  legend,
  options,
  chosen,
  onChoose,
}: {
  legend: string;
  options: Readonly<Record<Value, string>>;
  chosen: Value;
  onChoose: (value: Value) => void;
}) {
  return (
    <fieldset className="inline-flex rounded-md border border-rule bg-sunken p-0.5">
      <legend className="sr-only">{legend}</legend>
      {(Object.entries(options) as [Value, string][]).map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          className="min-h-8 rounded-sm px-3 text-sm text-ink-soft transition-colors hover:text-ink aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-sm pointer-coarse:min-h-11"
          onClick={() => onChoose(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
