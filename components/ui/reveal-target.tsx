"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";

/**
 * Opens collapsed elements that contain the target of the URL fragment, because browsers do this only when a document
 * is loaded.
 */
export function RevealTarget() {
  const pathname = usePathname();
  const query = useSearchParams();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address may have another target.
  useEffect(() => {
    const revealTarget = () => {
      const name = decodeURIComponent(location.hash.slice(1));
      const target = name === "" ? null : document.getElementById(name);
      if (!target) return;
      for (let part = target.closest("details"); part; part = part.parentElement?.closest("details") ?? null)
        part.open = true;
      target.scrollIntoView();
    };
    revealTarget();
    addEventListener("hashchange", revealTarget);
    return () => removeEventListener("hashchange", revealTarget);
  }, [pathname, query]);
  return null;
}
