/**
 * A pandas script that rebuilds `results/accuracy.csv` from a release's data. All columns are read as text, because IDs
 * and answers such as 007, NA or true would otherwise change.
 */
export function releasePandasScript(responses: string, stage: string): string {
  return `# Accuracy of people by condition, from the data of this release. Run it in the folder of the release.
import pandas

responses = pandas.read_csv(${JSON.stringify(responses)}, dtype=str, keep_default_na=False, na_values=[""])
counted = responses[
    (responses["is_counted"] == "true") & (responses["stage"] == ${JSON.stringify(stage)}) & responses["is_correct"].notna()
]
right = counted["is_correct"] == "true"
print(right.groupby(counted["condition"]).agg(n="size", accuracy="mean").to_csv())
`;
}

/** The script in base R. */
export function releaseRScript(responses: string, stage: string): string {
  return `# Accuracy of people by condition, from the data of this release. Run it in the folder of the release.
responses <- read.csv(${JSON.stringify(responses)}, colClasses = "character", na.strings = "", check.names = FALSE, encoding = "UTF-8")
counted <- subset(responses, is_counted == "true" & stage == ${JSON.stringify(stage)} & !is.na(is_correct))
right <- counted$is_correct == "true"
print(aggregate(right, by = list(condition = counted$condition), FUN = function(values) c(n = length(values), accuracy = mean(values))))
`;
}
