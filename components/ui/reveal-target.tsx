"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";

/**
 * Opens the closed parts that contain the target of the address's fragment, which browsers do only when a document is
 * loaded.
 */
export function RevealTarget() {
  const pathname = usePathname();
  const query = useSearchParams();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address may have another target.
  useEffect(() => {
    const reveal = () => {
      const name = decodeURIComponent(location.hash.slice(1));
      const target = name === "" ? null : document.getElementById(name);
      if (!target) return;
      for (let part = target.closest("details"); part; part = part.parentElement?.closest("details") ?? null)
        part.open = true;
      target.scrollIntoView();
    };
    reveal();
    addEventListener("hashchange", reveal);
    return () => removeEventListener("hashchange", reveal);
  }, [pathname, query]);
  return null;
}
