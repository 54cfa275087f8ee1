"use client";

import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./forms/button.tsx";

/** A modal dialog. The native element keeps the focus inside, closes with Escape, and then returns the focus. */
export function Dialog({
  isOpen,
  onClose,
  title,
  children,
  actions,
  isWide = false,
}: {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Whether the dialog has space for two texts side by side. */
  isWide?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className={`m-auto ${isWide ? "w-[min(72rem,calc(100vw-2rem))]" : "w-[min(34rem,calc(100vw-2rem))]"} rounded-lg border border-rule bg-surface p-6 text-ink shadow-lg backdrop:bg-ink/40 dark:backdrop:bg-sunken/75`}
    >
      <div className="grid gap-4">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="font-serif text-2xl font-normal">
            {title}
          </h2>
          <Button look="quiet" size="small" aria-label="Close" className="-mt-1 -mr-2" onClick={onClose}>
            <X aria-hidden="true" />
          </Button>
        </div>
        {children}
        {actions && <div className="flex flex-wrap justify-end gap-3">{actions}</div>}
      </div>
    </dialog>
  );
}
