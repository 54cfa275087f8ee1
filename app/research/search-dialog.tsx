"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog.tsx";
import { controlStyle } from "@/components/ui/forms/control-style.ts";
import { AppLink } from "@/components/ui/navigation/app-link.tsx";
import { findHits } from "@/lib/client/exchange/find-hits.ts";
import type { SearchHit } from "@/lib/domain/search.ts";

/** The search starts after this pause in typing. */
const delayMs = 200;

/** Search over studies, items, models, pages and help, opened by a button or Ctrl-K. */
export function SearchDialog() {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [found, setFound] = useState<{ text: string; hits: SearchHit[] } | null>(null);
  const router = useRouter();
  useEffect(() => {
    const openOnKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", openOnKey);
    return () => removeEventListener("keydown", openOnKey);
  }, []);
  useEffect(() => {
    if (text.trim() === "") return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const hits = await findHits(text, controller.signal);
      if (hits) setFound({ text, hits });
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  const hits = text.trim() === "" ? [] : (found?.hits ?? []);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        aria-label="Search"
        title="Search (Ctrl-K)"
        className="inline-flex min-h-10 items-center rounded-md px-2 transition-colors hover:bg-sunken"
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden="true" className="size-5" />
      </button>
      <Dialog isOpen={isOpen} onClose={close} title="Search">
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            const [first] = hits;
            if (!first) return;
            close();
            router.push(first.href);
          }}
        >
          <input
            type="search"
            aria-label="Search studies, items, models, pages and help"
            placeholder="Studies, items, models, pages, help"
            maxLength={200}
            className={controlStyle}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </form>
        <ul className="grid max-h-[50dvh] overflow-y-auto">
          {hits.map(({ kind, label, detail, href }) => (
            <li key={`${kind} ${href} ${label}`}>
              <AppLink href={href} onClick={close} className="block rounded-md px-3 py-2 hover:bg-sunken">
                <span className="text-sm text-ink-soft">{kind} </span>
                <span className="break-words">{label}</span>
                {detail && <span className="block truncate text-sm text-ink-soft">{detail}</span>}
              </AppLink>
            </li>
          ))}
        </ul>
        <p role="status" className="text-sm text-ink-soft">
          {text.trim() !== "" && found?.text === text && hits.length === 0 && "Nothing found."}
        </p>
      </Dialog>
    </>
  );
}
