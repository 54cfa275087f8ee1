"use client";

import { type ReactNode, useId, useState } from "react";

/**
 * A few words about a term, on hover, focus or touch; Escape puts them away. Only for what helps: whatever is needed
 * stands on the page.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches; the button inside is what one reaches.
    <span
      role="presentation"
      className="relative inline-block"
      onPointerEnter={() => setShown(true)}
      onPointerLeave={() => setShown(false)}
      onKeyDown={(event) => event.key === "Escape" && setShown(false)}
    >
      <button
        type="button"
        aria-describedby={id}
        className="cursor-help underline decoration-edge decoration-dotted underline-offset-4"
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
      >
        {children}
      </button>
      <span
        id={id}
        role="tooltip"
        hidden={!isShown}
        className="absolute bottom-full left-0 z-20 w-max max-w-[min(18rem,70vw)] pb-1.5 text-left"
      >
        <span className="block rounded-md bg-ink px-3 py-2 text-sm font-normal leading-snug text-on-ink shadow-lg">
          {text}
        </span>
      </span>
    </span>
  );
}
