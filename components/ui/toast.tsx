"use client";

import { CircleAlert, CircleCheck, X } from "lucide-react";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";

type ToastTone = "good" | "bad";
interface Toast {
  id: number;
  tone: ToastTone;
  text: string;
}

const ToastContext = createContext<(text: string, tone?: ToastTone) => void>(() => undefined);

/**
 * Returns a function that shows a message in the corner of the screen and announces it to screen readers: `const say =
 * useToast(); say("Saved.")`.
 */
export function useToast(): (text: string, tone?: ToastTone) => void {
  return useContext(ToastContext);
}

/**
 * Provides toasts. The last three messages are shown until they are dismissed, so that slow readers have enough time.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const say = useCallback((text: string, tone: ToastTone = "good") => {
    setToasts((shown) => [...shown.slice(-2), { id: (shown.at(-1)?.id ?? 0) + 1, tone, text }]);
  }, []);
  const messages = useMemo(
    () =>
      toasts.map((toast) => (
        <li
          key={toast.id}
          className="pointer-events-auto flex items-start gap-3 rounded-md border border-rule bg-surface py-3 pr-2 pl-4 shadow-lg"
        >
          {toast.tone === "good" ? (
            <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-good" />
          ) : (
            <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bad" />
          )}
          <span className="min-w-0 flex-1">{toast.text}</span>
          <button
            type="button"
            aria-label="Dismiss this message"
            className="grid size-7 shrink-0 place-items-center rounded-sm text-ink-soft hover:bg-sunken hover:text-ink"
            onClick={() => setToasts((shown) => shown.filter((one) => one.id !== toast.id))}
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </li>
      )),
    [toasts],
  );
  return (
    <ToastContext.Provider value={say}>
      {children}
      <div
        role="status"
        className="no-print pointer-events-none fixed right-4 bottom-4 z-50 w-[min(24rem,calc(100vw-2rem))]"
      >
        <ul className="grid gap-2">{messages}</ul>
      </div>
    </ToastContext.Provider>
  );
}
