"use client";

import clsx from "clsx";
import { useEffect, useRef } from "react";
import { AppLink } from "./app-link.tsx";

/** Links between the pages of one object. They look like tabs, but each page has its own URL. */
export function TabLinks({
  label,
  links,
  current,
}: {
  label: string;
  links: readonly { href: string; label: string; count?: number }[];
  /** The href of the current page. */
  current: string;
}) {
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current page determines which tab is scrolled into view
  useEffect(() => {
    const nav = bar.current;
    if (!nav) return;
    // The observer also reacts to a narrower window. It scrolls only the bar, not the page.
    const observer = new ResizeObserver(() => {
      const tab = nav.querySelector<HTMLElement>("[aria-current]");
      if (tab) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2;
    });
    observer.observe(nav);
    return () => observer.disconnect();
  }, [current]);
  return (
    <nav
      ref={bar}
      aria-label={label}
      className="no-print relative -mx-(--gutter) mb-8 overflow-x-auto border-b border-rule px-(--gutter)"
    >
      <ul className="flex gap-6">
        {links.map((link) => {
          const isCurrent = link.href === current;
          return (
            <li key={link.href}>
              <AppLink
                href={link.href}
                aria-current={isCurrent ? "page" : undefined}
                className={clsx(
                  "block whitespace-nowrap py-3 text-base transition-colors focus-visible:-outline-offset-2",
                  isCurrent ? "parallax-stroke font-semibold text-ink" : "text-ink-soft hover:text-ink",
                )}
              >
                {link.label}
                {link.count !== undefined && (
                  <span className="ml-1.5 text-sm font-normal text-ink-soft tabular-nums">{link.count}</span>
                )}
              </AppLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
