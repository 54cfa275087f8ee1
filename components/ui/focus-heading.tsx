"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/** Moves the focus to the page's heading after navigation, because Next does not do this. */
export function FocusHeading() {
  const pathname = usePathname();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading && !heading.hasAttribute("tabindex")) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
