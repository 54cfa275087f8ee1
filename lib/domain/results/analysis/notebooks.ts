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

const introduction = (study: string, note: string) =>
  `People and models on “${study}”: the headline recomputed from cells.csv, and its figure. Put this file in the folder of cells.csv and summary.json. ${note}`;

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

/** A Jupyter notebook (nbformat 4.5) that recomputes the headline of an analysis and draws it; needs pandas and Matplotlib. */
function jupyterNotebook(study: string, note: string): string {
  const lines = (text: string) => text.trimEnd().match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const code = [`# ${note}\n${pandasEstimates}`, `${pandasHeadline}\nheadline`, pandasFigure];
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
  const chunks = [`# ${note}\n${rEstimates}`, `${rHeadline}knitr::kable(headline, digits = 3)\n`, rFigure];
  const head = `---\ntitle: ${JSON.stringify(study)}\nformat: html\nexecute:\n  echo: true\n---\n\n${introduction(study, note)}\n`;
  return [head, ...chunks.map((text) => `\`\`\`{r}\n${text}\`\`\`\n`)].join("\n");
}
