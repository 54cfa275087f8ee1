import { type ResultStatus, statusLabel, statusNote } from "../plan/result-status.ts";
import type { ViewFigure } from "./view.ts";

/** A figure whose marks with a status of their own have it in the label of their row. */
export function labelStatuses(figure: ViewFigure): ViewFigure {
  return {
    ...figure,
    marks: figure.marks.map((mark) =>
      mark.status === undefined ? mark : { ...mark, row: `${mark.row} (${mark.status})` },
    ),
  };
}

/** The sentence about the status of a figure. It names the statuses of rows that differ from it. */
export function figureStatusNote({ marks }: ViewFigure, status: ResultStatus): string {
  const exceptions = new Set(marks.flatMap((mark) => (mark.status === undefined ? [] : [mark.status])));
  return statusNote(status, [...exceptions]);
}

/** The status of a row, if it differs from that of its figure. */
export function differingStatus(own: ResultStatus, ofFigure: ResultStatus): string | undefined {
  return statusLabel(own) === statusLabel(ofFigure) ? undefined : statusLabel(own);
}
