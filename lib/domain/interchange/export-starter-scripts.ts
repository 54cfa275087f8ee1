/**
 * Reads a bundle as pandas: flags as truth values, demographics joined, answers that count. Recomputes the mean person over
 * cells with CR2 over stories, as the results page does.
 */
export const bundlePandasScript = `# Reads this bundle and recomputes the mean person: python start.py (needs pandas)
import pandas as pd

FLAGS = {"true": True, "false": False}
responses = pd.read_csv("responses.csv", dtype=str)
participants = pd.read_csv("participants.csv", dtype=str)
for table in (responses, participants):
    for column in [name for name in table if name.startswith(("is_", "in_"))]:
        table[column] = table[column].map(FLAGS)

# Stages are never mixed; is_counted is what the pages of Parallax count by default.
stage = responses["stage"].value_counts().idxmax()
counted = responses[(responses["stage"] == stage) & (responses["is_counted"] == True)]
new = [name for name in participants if name == "participant" or name not in counted]
answers = counted.merge(participants[new], on="participant", how="left", validate="many_to_one")

scored = answers.dropna(subset=["is_correct"]).assign(right=lambda rows: rows["is_correct"].astype(float))
cells = scored.groupby(["item", "condition", "story"], as_index=False)["right"].mean()
n, mean = len(cells), cells["right"].mean()
residuals = (cells["right"] - mean).groupby(cells["story"])
sums, sizes = residuals.sum(), residuals.size()
variance = (sums**2 / (1 - sizes / n)).sum() / n**2 if len(sizes) > 1 else float("nan")
print(f"{len(scored)} answers of {scored['participant'].nunique()} people in {n} cells of stage {stage}")
print(f"Mean person: {100 * mean:.2f}% right, CR2 standard error {100 * variance**0.5:.2f} over {len(sizes)} stories")
print("People beside models: analysis/cells.csv with analysis/start.py")
`;

/** The same in R, and a mixed model of single answers with crossed random intercepts. */
export const bundleRScript = `# Reads this bundle and recomputes the mean person: Rscript start.R (needs clubSandwich; lme4 for the mixed model)
flags <- function(table) {
  for (name in grep("^(is|in)_", names(table), value = TRUE)) table[[name]] <- as.logical(table[[name]])
  table
}
responses <- flags(read.csv("responses.csv", stringsAsFactors = FALSE, na.strings = ""))
participants <- flags(read.csv("participants.csv", stringsAsFactors = FALSE, na.strings = ""))

# Stages are never mixed; is_counted is what the pages of Parallax count by default.
stage <- names(which.max(table(responses$stage)))
counted <- responses[responses$stage == stage & responses$is_counted %in% TRUE, ]
new <- c("participant", setdiff(names(participants), names(counted)))
answers <- merge(counted, participants[, new], by = "participant", all.x = TRUE)

scored <- answers[!is.na(answers$is_correct), ]
scored$right <- as.numeric(scored$is_correct)
cells <- aggregate(right ~ item + condition + story, data = scored, FUN = mean)
fit <- lm(right ~ 1, data = cells)
cat(nrow(scored), "answers in", nrow(cells), "cells of stage", stage, "\\n")
if (length(unique(cells$story)) > 1)
  print(clubSandwich::coef_test(fit, vcov = "CR2", cluster = cells$story, test = "Satterthwaite"))
if (requireNamespace("lme4", quietly = TRUE)) {
  condition <- if (length(unique(scored$condition)) > 1) "condition + " else ""
  person <- if (any(duplicated(scored$participant))) "(1 | participant) + " else ""
  print(summary(lme4::glmer(as.formula(paste0("right ~ ", condition, person, "(1 | item)")),
                            data = scored, family = binomial)))
}
cat("People beside models: analysis/cells.csv with analysis/start.R\\n")
`;
