/** Reads cells.csv and recomputes the headline: the paired difference with CR2 and Satterthwaite degrees of freedom. */
export const pandasScript = `# Recomputes the headline from cells.csv: python start.py (needs pandas)
import pandas as pd

cells = pd.read_csv("cells.csv")
for model, rows in cells.dropna(subset=["model_mean", "person_share"]).groupby("model"):
    for side in ["majority", "person_share"]:
        kept = rows.dropna(subset=[side])
        d = kept[side] - kept["model_mean"]
        n, mean = len(d), d.mean()
        groups = (d - mean).groupby(kept["story"])
        sums, sizes = groups.sum(), groups.size()
        variance = (sums**2 / (1 - sizes / n)).sum() / n**2 if len(sizes) > 1 else float("nan")
        print(f"{model}: people ({side}) less model {100 * mean:.2f} points over {n} cells, "
              f"{len(sizes)} stories, CR2 standard error {100 * variance**0.5:.2f}")
`;

/** The same in R, with clubSandwich's test, and a mixed model of the cells' counts. */
export const rScript = `# Recomputes the headline from cells.csv: Rscript start.R (needs clubSandwich; lme4 for the mixed model)
cells <- read.csv("cells.csv", stringsAsFactors = FALSE)
for (name in unique(cells$model)) {
  rows <- subset(cells, model == name & !is.na(model_mean) & !is.na(person_share))
  for (side in c("majority", "person_share")) {
    kept <- rows[!is.na(rows[[side]]), ]
    fit <- lm(kept[[side]] - kept$model_mean ~ 1)
    cat(name, ": people (", side, ") less model\\n", sep = "")
    if (length(unique(kept$story)) > 1)
      print(clubSandwich::coef_test(fit, vcov = "CR2", cluster = kept$story, test = "Satterthwaite"))
  }
}
if (requireNamespace("lme4", quietly = TRUE)) {
  people <- unique(cells[cells$people_n > 0, c("item", "condition", "story", "people_right", "people_n")])
  print(summary(lme4::glmer(cbind(people_right, people_n - people_right) ~ 1 + (1 | story) + (1 | item),
                            data = people, family = binomial)))
}
`;
