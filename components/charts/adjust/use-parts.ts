import { useEffect, useState } from "react";
import { exchange } from "@/lib/client/exchange/exchange.ts";

/** The parts of a table or figure that the user can select. */
export interface FileParts {
  title: string;
  /** The columns of a table. */
  columns: string[];
  /** The rows or lines of a figure. */
  rows: string[];
  /** A table as text. */
  preview: string | null;
}

/** Loads the parts of a file. Returns null while they are loading, and an error message if this failed. */
export function useParts(address: string): FileParts | null | { failure: string } {
  const [parts, setParts] = useState<FileParts | null | { failure: string }>(null);
  useEffect(() => {
    let isCurrent = true;
    exchange("GET", address).then((outcome) => {
      if (!isCurrent) return;
      if (outcome.kind === "done") setParts(outcome.body as FileParts);
      else
        setParts({
          failure: outcome.kind === "refused" ? outcome.message : "The server could not be reached. Reload the page.",
        });
    });
    return () => {
      isCurrent = false;
    };
  }, [address]);
  return parts;
}
