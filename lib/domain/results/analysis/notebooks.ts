import { type ResultStatus, statusNote } from "../plan/result-status.ts";
import { pandasEstimates, pandasHeadline, pandasScript, rEstimates, rHeadline, rScript } from "./starter-scripts.ts";

const pandasFigure = `import matplotlib.pyplot as plt

shown = headline[headline["people"] == "person_share"].iloc[::-1] if found else headline
if len(shown) > 0:
    middle = 100 * shown["difference"].astype(float)
    # Without scipy there are no limits.
    ends = [100 * shown[end].astype(float).fillna(shown["difference"]) for end in ["low", "high"]]
    figure, axis = plt.subplots(figsize=(7, 1 + 0.4 * len(shown)))
    axis.errorbar(middle, shown["model"], xerr=[middle - ends[0], ends[1] - middle], fmt="o", color="black", capsize=3)
    axis.axvline(0, color="grey", linewidth=0.8)
    axis.set_xlabel("People minus model (points)")
    caption = "; ".join(f"{status}: {', '.join(rows['model'])}" for status, rows in shown.iloc[::-1].groupby("status", sort=False))
    axis.set_title(f"Status: {caption}", fontsize="small", wrap=True)
`;

const rFigure = `shown <- headline[headline$people == "person_share", ]
shown <- shown[rev(seq_len(nrow(shown))), ]
if (nrow(shown) > 0) {
  lines <- seq_len(nrow(shown))
  par(mar = c(4, 10, 4, 1))
  limits <- range(0, 100 * shown$low, 100 * shown$high, 100 * shown$difference, na.rm = TRUE)
  plot(100 * shown$difference, lines, pch = 19, xlim = limits, ylim = c(0.5, nrow(shown) + 0.5), yaxt = "n",
       xlab = "People minus model (points)", ylab = "")
  segments(100 * shown$low, lines, 100 * shown$high, lines)
  abline(v = 0, col = "grey")
  axis(2, at = lines, labels = shown$model, las = 1)
  models <- tapply(rev(shown$model), rev(shown$status), paste, collapse = ", ")
  caption <- paste0("Status: ", paste0(names(models), ": ", models, collapse = "; "))
  title(main = paste(strwrap(caption, 60), collapse = "\\n"), cex.main = 0.8, font.main = 1)
}
`;

/** In Python: every figure of the folder, of `tables/` and of `flow/`, drawn from the numbers of its Vega-Lite file. */
const pandasFigures = `from pathlib import Path


def numbers(rows, column):
    return pd.to_numeric(rows[column]) if column in rows else pd.Series(float("nan"), index=rows.index)


axes = {}
for path in [path for depth in ["", "*/", "*/*/"] for path in sorted(Path(".").glob(f"{depth}*.vl.json"))]:
    specification = json.loads(path.read_text(encoding="utf-8"))
    marks = pd.DataFrame(specification["data"]["values"])
    if not {"people", "value"} & set(marks.columns):
        continue
    title = specification["title"]
    title = {"text": title, "subtitle": []} if isinstance(title, str) else title
    encoding = specification["encoding"]
    layers = specification.get("layer", [])
    is_lines = encoding.get("x", {}).get("field") == "row"
    across, along = ("y", "x") if is_lines else ("x", "y")
    names = list(dict.fromkeys(marks["place" if "people" in marks else "row"]))
    figure, area = plt.subplots(figsize=(7, 4 if is_lines else 1.5 + 0.4 * len(names)), layout="constrained")
    if "people" in marks:
        area.barh(marks["place"], marks["people"], color="grey")
        area.set_xlabel(encoding["x"]["title"])
    else:
        groups = list(marks.groupby(marks["series"] if "series" in marks else marks["side"], sort=False))
        for index, (name, rows) in enumerate(groups):
            shift = 0 if is_lines else 0.2 * (index - (len(groups) - 1) / 2)
            at = [names.index(row) + shift for row in rows["row"]]
            value, low, high = [numbers(rows, column) for column in ["value", "low", "high"]]
            limits = [(value - low).abs().fillna(0), (high - value).abs().fillna(0)]
            if is_lines:
                area.errorbar(at, value, yerr=limits, fmt="o-", capsize=2, label=name)
            else:
                area.errorbar(value, at, xerr=limits, fmt="o", capsize=2, label=name)
        shown = next(layer["encoding"][across] for layer in layers if layer["encoding"].get(across, {}) and layer["encoding"][across].get("field") == "value")
        getattr(area, f"set_{across}label")(shown["title"])
        getattr(area, f"set_{along}ticks")(range(len(names)), names)
        if is_lines:
            area.set_xlabel(encoding["x"]["title"])
        for layer in layers:
            for level in layer.get("data", {}).get("values", []):
                (area.axhline if is_lines else area.axvline)(level["at"], color="grey", linestyle="--", linewidth=0.8)
        area.legend(fontsize="small")
    if not is_lines:
        area.invert_yaxis()
    area.set_title("\\n".join([title["text"], *title["subtitle"]]), fontsize="small", wrap=True)
    axes[path.as_posix()] = area
`;

/** The same in R; needs jsonlite. */
const rFigures = `column <- function(rows, name)
  unlist(lapply(rows, function(row) if (is.null(row[[name]])) NA else row[[name]]))
figures <- list()
for (path in Sys.glob(c("*.vl.json", "*/*.vl.json", "*/*/*.vl.json"))) {
  specification <- jsonlite::fromJSON(path, simplifyVector = FALSE)
  values <- specification$data$values
  fields <- unique(unlist(lapply(values, names)))
  if (!any(c("people", "value") %in% fields)) next
  marks <- as.data.frame(setNames(lapply(fields, function(name) column(values, name)), fields))
  title <- specification$title
  if (is.list(title)) title <- paste(c(title$text, unlist(title$subtitle)), collapse = "\\n")
  levels <- unlist(lapply(specification$layer, function(layer) column(layer$data$values, "at")))
  is_lines <- identical(specification$encoding$x$field, "row")
  if ("people" %in% fields) {
    par(mar = c(4, 14, 4, 1))
    barplot(rev(marks$people), names.arg = rev(marks$place), horiz = TRUE, las = 1, xlab = specification$encoding$x$title)
  } else {
    label <- unlist(lapply(specification$layer, function(layer) {
      shown <- layer$encoding[[if (is_lines) "y" else "x"]]
      if (identical(shown$field, "value")) shown$title
    }))
    rows <- unique(marks$row)
    groups <- if ("series" %in% fields) marks$series else marks$side
    colours <- match(groups, unique(groups))
    limits <- range(as.numeric(c(marks$value, marks$low, marks$high, levels, 0)), na.rm = TRUE)
    at <- match(marks$row, rows)
    par(mar = c(4, if (is_lines) 4 else 12, 4, 1))
    if (is_lines) {
      plot(at, marks$value, ylim = limits, pch = 19, col = colours, xaxt = "n", xlab = specification$encoding$x$title, ylab = label)
      axis(1, at = seq_along(rows), labels = rows)
      for (group in unique(colours)) lines(at[colours == group], marks$value[colours == group], col = group)
      segments(at, as.numeric(marks$low), at, as.numeric(marks$high), col = colours)
      abline(h = levels, lty = 2, col = "grey")
    } else {
      at <- length(rows) + 1 - at + 0.2 * (colours - mean(unique(colours)))
      plot(marks$value, at, xlim = limits, ylim = c(0.5, length(rows) + 0.5), pch = 19, col = colours, yaxt = "n", xlab = label, ylab = "")
      axis(2, at = rev(seq_along(rows)), labels = rows, las = 1)
      segments(as.numeric(marks$low), at, as.numeric(marks$high), at, col = colours)
      abline(v = levels, lty = 2, col = "grey")
    }
    legend("topright", legend = unique(groups), col = unique(colours), pch = 19, cex = 0.8)
  }
  title(main = paste(strwrap(title, 80), collapse = "\\n"), cex.main = 0.7, font.main = 1)
  figures[[path]] <- marks
}
`;

const introduction = (study: string, note: string) =>
  `People and models on “${study}”: the headline recomputed from cells.csv with its figure, and every figure of this folder, of tables/ and of flow/, drawn from the numbers in its .vl.json file. Put this file in the folder of cells.csv and summary.json. ${note}`;

/**
 * Scripts and notebooks that recompute the headline from the other files of an analysis. They take the status of each
 * comparison from cells.csv: without tests for interim data.
 *
 * @param status the status of the plan's tests (`planStatus`)
 */
export function analysisScripts(study: string, status: ResultStatus): { name: string; content: string }[] {
  const note = `${statusNote(status)} The columns status_majority and status_person_share of cells.csv have the status of each comparison.`;
  const line = note.replaceAll(/\s+/g, " ");
  return [
    { name: "start.py", content: pandasScript(line) },
    { name: "start.R", content: rScript(line) },
    { name: "notebook.ipynb", content: jupyterNotebook(study, line) },
    { name: "notebook.qmd", content: quartoDocument(study, line) },
  ];
}

/** A Jupyter notebook (nbformat 4.5) that recomputes the headline of an analysis and draws every figure; needs pandas and Matplotlib. */
function jupyterNotebook(study: string, note: string): string {
  const lines = (text: string) => text.trimEnd().match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const code = [`# ${note}\n${pandasEstimates}`, `${pandasHeadline}\nheadline`, pandasFigure, pandasFigures];
  const notebook = {
    cells: [
      { cell_type: "markdown", id: "introduction", metadata: {}, source: lines(introduction(study, note)) },
      ...code.map((text, index) => ({
        cell_type: "code",
        execution_count: null,
        id: `code-${index + 1}`,
        metadata: {},
        outputs: [],
        source: lines(text),
      })),
    ],
    metadata: { kernelspec: { display_name: "Python 3", language: "python", name: "python3" } },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(notebook, null, 1)}\n`;
}

/** A Quarto document in R with the same content; needs jsonlite. */
function quartoDocument(study: string, note: string): string {
  const chunks = [`# ${note}\n${rEstimates}`, `${rHeadline}knitr::kable(headline, digits = 3)\n`, rFigure, rFigures];
  const head = `---\ntitle: ${JSON.stringify(study)}\nformat: html\nexecute:\n  echo: true\n---\n\n${introduction(study, note)}\n`;
  return [head, ...chunks.map((text) => `\`\`\`{r}\n${text}\`\`\`\n`)].join("\n");
}
