/**
 * Python code for a mean with CR2 standard errors and Satterthwaite degrees of freedom over clusters (intercept only;
 * docs/statistics.md), its 95% limits if scipy is available, and a text for the result. Values are treated as
 * independent, as on pages, below five clusters and if each value is a separate cluster.
 */
export const pandasEstimates = `import pandas as pd

try:
    from scipy.stats import t as student
except ImportError:
    student = None


def cr2(values, clusters, what="stories", level=0.95):
    values, clusters = values.reset_index(drop=True), pd.Series(list(clusters))
    few = clusters.nunique() < 5 or clusters.nunique() == len(values)
    if few:
        clusters = pd.Series(range(len(values)))
    n, mean = len(values), values.mean()
    groups = (values - mean).groupby(clusters)
    sums, sizes = groups.sum(), groups.size()
    found = {"n": n, "mean": mean, "se": None, "df": None, "low": None, "high": None, "p": None,
             "over": "taken as independent" if few else f"over {len(sizes)} {what}"}
    if len(sizes) < 2:
        return found
    se = (sums**2 / (1 - sizes / n)).sum() ** 0.5 / n
    b = sizes / n / (1 - sizes / n) ** 0.5
    df = (1 / n**2) / ((sizes**2).sum() / n**4 + ((b**2).sum() ** 2 - (b**4).sum()) / n**2)
    found.update(se=se, df=df)
    if student is not None and se > 1e-12:
        half = student.ppf((1 + level) / 2, df) * se
        found.update(low=mean - half, high=mean + half, p=2 * student.sf(abs(mean / se), df))
    return found


def say(found, unit="%"):
    text = f"{100 * found['mean']:.2f}{unit}, n = {found['n']}"
    if found["se"] is None or found["se"] <= 1e-12:
        return f"{text}, no spread"
    text += f", CR2 standard error {100 * found['se']:.2f} on {found['df']:.2f} df {found['over']}"
    if found["low"] is not None:
        text += f", interval {100 * found['low']:.2f} to {100 * found['high']:.2f}"
    return text
`;

/** The same in R, without any package. */
export const rEstimates = `cr2 <- function(values, clusters, what = "stories", level = 0.95) {
  few <- length(unique(clusters)) < 5 || length(unique(clusters)) == length(values)
  if (few) clusters <- seq_along(values)
  n <- length(values)
  found <- list(n = n, mean = mean(values), se = NA, df = NA, low = NA, high = NA, p = NA,
                over = if (few) "taken as independent" else paste("over", length(unique(clusters)), what))
  sums <- tapply(values - found$mean, as.character(clusters), sum)
  sizes <- as.numeric(table(as.character(clusters))[names(sums)])
  if (length(sums) < 2) return(found)
  found$se <- sqrt(sum(sums^2 / (1 - sizes / n))) / n
  b <- sizes / n / sqrt(1 - sizes / n)
  found$df <- (1 / n^2) / (sum(sizes^2) / n^4 + (sum(b^2)^2 - sum(b^4)) / n^2)
  if (found$se > 1e-12) {
    half <- qt((1 + level) / 2, found$df) * found$se
    found$low <- found$mean - half
    found$high <- found$mean + half
    found$p <- 2 * pt(-abs(found$mean / found$se), found$df)
  }
  found
}
say <- function(found, unit = "%") {
  if (is.na(found$se) || found$se <= 1e-12)
    return(sprintf("%.2f%s, n = %d, no spread", 100 * found$mean, unit, found$n))
  sprintf("%.2f%s, n = %d, CR2 standard error %.2f on %.2f df %s, interval %.2f to %.2f", 100 * found$mean, unit,
          found$n, 100 * found$se, found$df, found$over, 100 * found$low, 100 * found$high)
}
`;

/** In Python: the headline as a table, from cells.csv: both accuracies, and the paired difference with its interval. */
export const pandasHeadline = `import json

cells = pd.read_csv("cells.csv", dtype={"cluster": str})
with open("summary.json") as file:
    level = 1 - json.load(file)["plan"]["family"]["alpha"]
found = []
# counted: both answered, and the model was shown the text that people read (or the plan counts other texts)
for model, rows in cells[cells["counted"]].groupby("model", sort=False):
    for side in ["majority", "person_share"]:
        kept = rows.dropna(subset=[side])
        # One answer of a model beside several conditions is one pair: people are the mean of these cells.
        kept = kept.groupby(["item", "answer"], sort=False).agg({side: "mean", "model_mean": "first", "cluster": "first"})
        if len(kept) == 0:
            continue
        difference = cr2(kept[side] - kept["model_mean"], kept["cluster"], "stories or source groups", level)
        status = rows[f"status_{side}"].iloc[0]
        if status.startswith("interim") or status.endswith("not tested"):
            difference["p"] = None  # neither data that are not locked are tested, nor secondary tests without the primary ones
        means = {"people_mean": kept[side].mean(), "model_mean": kept["model_mean"].mean()}
        found.append({"model": model, "people": side, "status": status, **means, "difference": difference.pop("mean"), **difference})
headline = pd.DataFrame(found)
`;

/** The headline as a table in R, without any package except jsonlite. */
export const rHeadline = `cells <- read.csv("cells.csv", stringsAsFactors = FALSE, colClasses = c(cluster = "character"))
level <- 1 - jsonlite::fromJSON("summary.json")$plan$family$alpha
headline <- data.frame()
for (name in unique(cells$model)) {
  # counted: both answered, and the model was shown the text that people read (or the plan counts other texts)
  rows <- cells[cells$model == name & as.logical(cells$counted), ]
  for (side in c("majority", "person_share")) {
    kept <- rows[!is.na(rows[[side]]), ]
    if (nrow(kept) == 0) next
    # One answer of a model beside several conditions is one pair: people are the mean of these cells.
    unit <- paste(kept$item, kept$answer, sep = "\\t")
    kept[[side]] <- ave(kept[[side]], unit)
    kept <- kept[!duplicated(unit), ]
    difference <- cr2(kept[[side]] - kept$model_mean, kept$cluster, "stories or source groups", level)
    status <- rows[[paste0("status_", side)]][1]
    # neither data that are not locked are tested, nor secondary tests without the primary ones
    if (startsWith(status, "interim") || endsWith(status, "not tested")) difference$p <- NA
    means <- data.frame(model = name, people = side, status = status, people_mean = mean(kept[[side]]), model_mean = mean(kept$model_mean))
    headline <- rbind(headline, cbind(means, difference = difference$mean, as.data.frame(difference[names(difference) != "mean"])))
  }
}
`;

/**
 * Recomputes the headline from cells.csv and prints it.
 *
 * @param note one line about the status of the results
 */
export const pandasScript = (note: string) => `# ${note}
# Recomputes the headline from cells.csv: python start.py (needs pandas; scipy for intervals)
${pandasEstimates}

${pandasHeadline}
if not found:
    print("No cell was answered by both a model and people: there is nothing to compare.")
for row in found:
    print(f"{row['model']} ({row['status']}): people ({row['people']}) {100 * row['people_mean']:.2f}%, model {100 * row['model_mean']:.2f}%")
    print(f"  people minus model {say({**row, 'mean': row['difference']}, ' points')}")
    # Where cells are taken as independent the majority is tested by McNemar's mid-p (comparisons.csv).
    if row["p"] is not None and (row["people"] == "person_share" or row["over"].startswith("over")):
        print(f"  {row['status']}: p = {row['p']:.6g} before the correction over the family")
`;

/** Prints a mixed model in R without the p-values of its effects, which no plan names. */
export const rPrintFit = `print_fit <- function(fit) {
  print(lme4::VarCorr(fit))
  # On the edge of the parameters' room lme4's numerical Hessian gives errors that are far too small.
  effects <- coef(summary(fit, use.hessian = !lme4::isSingular(fit)))
  print(effects[, c("Estimate", "Std. Error"), drop = FALSE])
}
`;

/**
 * An R script that recomputes the headline from cells.csv, and fits a mixed model to the counts of the cells.
 *
 * @param note one line about the status of the results
 */
export const rScript = (note: string) => `# ${note}
# Recomputes the headline from cells.csv: Rscript start.R (needs jsonlite; lme4 for the mixed model)
${rEstimates}
${rPrintFit}
${rHeadline}
if (nrow(headline) == 0) cat("No cell was answered by both a model and people: there is nothing to compare.\\n")
for (row in split(headline, seq_len(nrow(headline)))) {
  cat(sprintf("%s (%s): people (%s) %.2f%%, model %.2f%%\\n", row$model, row$status, row$people, 100 * row$people_mean, 100 * row$model_mean))
  cat("  people minus model", say(c(as.list(row), mean = row$difference), " points"), "\\n")
  # Where cells are taken as independent the majority is tested by McNemar's mid-p (comparisons.csv).
  if (!is.na(row$p) && (row$people == "person_share" || startsWith(row$over, "over")))
    cat(sprintf("  %s: p = %.6g before the correction over the family\\n", row$status, row$p))
}
people <- unique(cells[cells$people_n > 0 & !is.na(cells$people_right),
                       c("item", "condition", "cluster", "people_right", "people_n")])
if (requireNamespace("lme4", quietly = TRUE) && length(unique(people$item)) > 1) {
  cluster <- if (length(unique(people$cluster)) > 1) "(1 | cluster) + " else ""
  fit <- lme4::glmer(as.formula(paste0("cbind(people_right, people_n - people_right) ~ 1 + ", cluster, "(1 | item)")),
                     data = people, family = binomial)
  print_fit(fit)
}
`;
