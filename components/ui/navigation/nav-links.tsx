"use client";

import clsx from "clsx";
import { usePathname } from "next/navigation";
import { AppLink } from "./app-link.tsx";

export interface NavLink {
  href: string;
  label: string;
  /** Further addresses for which this entry is current. */
  covers?: readonly string[];
}

/** The main navigation. The current entry has two strokes and `aria-current`. */
export function NavLinks({ links, isStacked = false }: { links: readonly NavLink[]; isStacked?: boolean }) {
  const pathname = usePathname();
  return (
    <ul className={isStacked ? "grid" : "flex h-full items-stretch gap-5"}>
      {links.map((link) => {
        const isHere = [link.href, ...(link.covers ?? [])].some(
          (address) => pathname === address || pathname.startsWith(`${address}/`),
        );
        return (
          <li key={link.href}>
            <AppLink
              href={link.href}
              aria-current={isHere ? (pathname === link.href ? "page" : "true") : undefined}
              className={clsx(
                "transition-colors focus-visible:-outline-offset-2",
                isStacked
                  ? "block rounded-md px-3 py-2.5 hover:bg-sunken"
                  : "flex h-full items-center text-ink-soft hover:text-ink",
                isHere && (isStacked ? "bg-sunken font-semibold" : "parallax-stroke font-semibold text-ink"),
              )}
            >
              {link.label}
            </AppLink>
          </li>
        );
      })}
    </ul>
  );
}
