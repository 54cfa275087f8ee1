"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/** After navigation the focus is moved to the page's heading; Next leaves it where it was. */
export function FocusHeading() {
  const pathname = usePathname();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading && !heading.hasAttribute("tabindex")) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
