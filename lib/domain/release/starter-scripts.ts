/** A pandas script that rebuilds `results/accuracy.csv` from a release's data. */
export function releasePandasScript(responses: string, stage: string): string {
  return `# Accuracy of people by condition, from the data of this release. Run it in the folder of the release.
import pandas

responses = pandas.read_csv(${JSON.stringify(responses)}, keep_default_na=False, na_values=[""])
counted = responses[responses["is_counted"] & (responses["stage"] == ${JSON.stringify(stage)}) & responses["is_correct"].notna()]
print(counted.groupby("condition")["is_correct"].agg(["size", lambda values: values.astype(bool).mean()]).to_csv())
`;
}

/** The script in base R. */
export function releaseRScript(responses: string, stage: string): string {
  return `# Accuracy of people by condition, from the data of this release. Run it in the folder of the release.
responses <- read.csv(${JSON.stringify(responses)}, na.strings = "")
counted <- subset(responses, is_counted & stage == ${JSON.stringify(stage)} & !is.na(is_correct))
print(aggregate(is_correct ~ condition, data = counted, FUN = function(values) c(n = length(values), accuracy = mean(values))))
`;
}
