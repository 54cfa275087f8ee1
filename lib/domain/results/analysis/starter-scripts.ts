/** Reads cells.csv and recomputes the headline: the paired difference with CR2 and Satterthwaite degrees of freedom. */
export const pandasScript = `# Recomputes the headline from cells.csv: python start.py (needs pandas)
import pandas as pd

cells = pd.read_csv("cells.csv")
# counted: both answered, and the model was shown the text that people read (or the plan counts other texts)
for model, rows in cells[cells["counted"]].groupby("model"):
    for side in ["majority", "person_share"]:
        kept = rows.dropna(subset=[side])
        d = kept[side] - kept["model_mean"]
        n, mean = len(d), d.mean()
        groups = (d - mean).groupby(kept["cluster"])
        sums, sizes = groups.sum(), groups.size()
        variance = (sums**2 / (1 - sizes / n)).sum() / n**2 if len(sizes) > 1 else float("nan")
        print(f"{model}: people ({side}) less model {100 * mean:.2f} points over {n} cells, "
              f"{len(sizes)} stories or source groups, CR2 standard error {100 * variance**0.5:.2f}")
`;

/** The same in R, with clubSandwich's test, and a mixed model of the cells' counts. */
export const rScript = `# Recomputes the headline from cells.csv: Rscript start.R (needs clubSandwich; lme4 for the mixed model)
cells <- read.csv("cells.csv", stringsAsFactors = FALSE)
for (name in unique(cells$model)) {
  # counted: both answered, and the model was shown the text that people read (or the plan counts other texts)
  rows <- cells[cells$model == name & as.logical(cells$counted), ]
  for (side in c("majority", "person_share")) {
    kept <- rows[!is.na(rows[[side]]), ]
    fit <- lm(kept[[side]] - kept$model_mean ~ 1)
    cat(name, ": people (", side, ") less model\\n", sep = "")
    if (length(unique(kept$cluster)) > 1)
      print(clubSandwich::coef_test(fit, vcov = "CR2", cluster = kept$cluster, test = "Satterthwaite"))
  }
}
if (requireNamespace("lme4", quietly = TRUE)) {
  people <- unique(cells[cells$people_n > 0, c("item", "condition", "cluster", "people_right", "people_n")])
  print(summary(lme4::glmer(cbind(people_right, people_n - people_right) ~ 1 + (1 | cluster) + (1 | item),
                            data = people, family = binomial)))
}
`;
