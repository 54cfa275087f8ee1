"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { type Theme, themeCookie } from "./theme.ts";

const choices = [
  { theme: "system", label: "System setting", icon: Monitor },
  { theme: "light", label: "Light", icon: Sun },
  { theme: "dark", label: "Dark", icon: Moon },
] as const;

/**
 * A switch for the theme: light, dark, or the system's theme. A cookie stores the choice, so that the server renders
 * the correct theme.
 */
export function ThemeSwitch({ initial }: { initial: Theme }) {
  const [chosen, setChosen] = useState(initial);
  return (
    <fieldset className="inline-flex rounded-md border border-rule bg-sunken p-0.5">
      <legend className="sr-only">Colours</legend>
      {choices.map(({ theme, label, icon: Icon }) => (
        <label
          key={theme}
          title={label}
          className="relative grid h-8 w-10 place-items-center rounded-sm text-ink-soft transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={chosen === theme}
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={() => {
              setChosen(theme);
              apply(theme);
            }}
          />
          <Icon aria-hidden="true" className="size-4" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function apply(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: some supported browsers do not have the Cookie Store API.
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=31536000; samesite=lax`;
}
