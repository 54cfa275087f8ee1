import { pandasEstimates, rEstimates } from "../results/analysis/starter-scripts.ts";

/** What a bundle's answers are about, beyond right and wrong. */
export interface BundleSubjects {
  /** Errors in stories: where they lie, too (Yang et al. 2026, Table 2). */
  errors: boolean;
  /** Expressions of belief: what is followed (Du et al., equation 1). */
  beliefs: boolean;
}

/**
 * Reads a bundle as pandas: flags as truth values, demographics joined, answers that count. Recomputes the mean person over
 * cells with CR2 over stories or source groups, the table of errors in stories, and context-following rates.
 */
export function bundlePandasScript({ errors, beliefs }: BundleSubjects): string {
  return [pandasPeople, ...(errors ? [pandasErrors] : []), ...(beliefs ? [pandasBeliefs] : []), pandasFoot].join("\n");
}

/** The same in R, and a mixed model of single answers with crossed random intercepts. */
export function bundleRScript({ errors, beliefs }: BundleSubjects): string {
  return [rPeople, ...(errors ? [rErrors] : []), ...(beliefs ? [rBeliefs] : []), rMixedModel].join("\n");
}

const pandasPeople = `# Reads this bundle and recomputes its headline: python start.py (needs pandas; scipy for intervals)
import json

${pandasEstimates}

FLAGS = {"true": True, "false": False}
responses = pd.read_csv("responses.csv", dtype=str)
participants = pd.read_csv("participants.csv", dtype=str)
for table in (responses, participants):
    for column in [name for name in table if name.startswith(("is_", "in_"))]:
        table[column] = table[column].map(FLAGS)

# Stages are never mixed; is_counted is what the pages of Parallax count by default.
with open("manifest.json") as file:
    stage = json.load(file)["stage"]
if not (responses["stage"] == stage).any() and len(responses) > 0:
    stage = responses["stage"].value_counts().idxmax()
counted = responses[(responses["stage"] == stage) & (responses["is_counted"] == True)]
new = [name for name in participants if name == "participant" or name not in counted]
answers = counted.merge(participants[new], on="participant", how="left", validate="many_to_one")
# A source group holds an original story and all that was made of it; elsewhere the story stands for itself.
answers["cluster"] = answers["item_group"].fillna(answers["story"]) if "item_group" in answers else answers["story"]

scored = answers.dropna(subset=["is_correct"]).assign(right=lambda rows: rows["is_correct"].astype(float))
print(f"{len(scored)} answers of {scored['participant'].nunique()} people, stage {stage}")
if len(scored) > 0:
    cells = scored.groupby(["item", "condition", "cluster"], as_index=False)["right"].mean()
    print(f"Mean person over cells: {say(cr2(cells['right'], cells['cluster'], 'stories or source groups'))}")
`;

const pandasErrors = `
# Errors in stories, people and models: classification and localisation (the page "Errors found").
def words(spans):
    return {place for start, end in spans or [] for place in range(start, end)}


def judged(answer, gold):
    """Whether the answer is right, and its localisation: 1 or 0 on a consistent story, the overlap on an erroneous one."""
    says = answer.get("choice") if isinstance(answer, dict) else None
    if says not in ("consistent", "error"):
        return False, 0.0
    right = (says == "consistent") == gold["consistent"]
    if gold["consistent"] or says == "consistent":
        return right, float(right)
    named, true = words(answer.get("spans")), words(gold["spans"])
    return right, len(named & true) / len(named | true) if named | true else 1.0


def table_of_errors(who, rows):
    for shown, own in rows.groupby("shown", sort=False):
        parts = [("positive", own[~own["error"]], "right"), ("negative", own[own["error"]], "right"), ("full", own, "right"),
                 ("localisation, negative", own[own["error"]], "place"), ("localisation, full", own, "place")]
        figures = [f"{name} {100 * some[column].mean():.2f}% (n = {len(some)})" for name, some, column in parts if len(some)]
        print(f"{who}, {shown}: {', '.join(figures)}")


def rows_of_errors(source):
    rows = [(*judged(answer, gold), not gold["consistent"], shown) for answer, gold, shown in source if gold]
    return pd.DataFrame(rows, columns=["right", "place", "error", "shown"])


shown = answers["condition_ablation"].fillna("plain") if "condition_ablation" in answers else ["plain"] * len(answers)
people = zip(answers["answer_full"].fillna("null").map(json.loads), answers["gold"].fillna("null").map(json.loads), shown)
table_of_errors("People", rows_of_errors(people))

items = pd.read_csv("items.csv", dtype=str)
keys = dict(zip(items["item"], items["gold"].fillna("null").map(json.loads)))
said = {}
with open("predictions.jsonl") as file:
    for row in map(json.loads, file):
        if row["parity"] == "mismatch" or row["item"] not in keys:
            continue
        way = {name: level for name, level in row["condition"].items() if name != "ablation"}
        series = (row["model"], row["source"], json.dumps(way, sort_keys=True))
        ablation = row["condition"].get("ablation", "plain")
        said.setdefault(series, []).append((row.get("answer"), keys[row["item"]], "plain" if ablation == "none" else ablation))
for series, source in said.items():
    table_of_errors(" / ".join(series), rows_of_errors(source))
`;

const pandasBeliefs = `
# Expressions of belief: how often both answers after an expression follow it, where the fact was known without it. What people were asked in another study is not in this bundle.
import math


def side(word, query):
    if word not in ("yes", "no"):
        return "other"
    return "memory" if (word == "yes") == (query == "prior_yes") else "context"


def paired(rows):
    """Every expression to an observer: whether the fact was known before ("memory"), and what both answers say after it."""
    rows = rows.assign(side=[side(word, query) for word, query in zip(rows["read"], rows["query"])])
    pair = ["observer", "fact", "category", "expression", "dimension", "repeat"]

    def both(some, names):
        if len(some) == 0:
            return pd.DataFrame(columns=[*names, "says"])
        one = some.groupby([*names, "query"])["side"].agg(lambda sides: sides.iloc[0] if sides.nunique() == 1 else "other")
        two = one.unstack("query").reindex(columns=["prior_yes", "ctx_yes"]).dropna()
        return two["prior_yes"].where(two["prior_yes"] == two["ctx_yes"], "split").rename("says").reset_index()

    expressed = rows["role"] == "expression"
    pairs = rows.loc[expressed, pair].drop_duplicates()
    before = rows[expressed & ~rows["shown"]]
    pairs = pairs.merge(both(rows[expressed & rows["shown"]], pair).rename(columns={"says": "after"}), on=pair, how="left")
    pairs = pairs.merge(both(before, pair).rename(columns={"says": "own"}), on=pair, how="left")
    facts = both(rows[rows["role"] == "prior"], ["observer", "fact"]).rename(columns={"says": "known"})
    pairs = pairs.merge(facts, on=["observer", "fact"], how="left")
    asked = set(map(tuple, before[pair].drop_duplicates().values))
    has_own = [tuple(values) in asked for values in pairs[pair].values]
    return pairs.assign(prior=pairs["own"].where(has_own, pairs["known"]))


def say_rate(who, pairs, two_way):
    asked, known = pairs["prior"].notna().sum(), (pairs["prior"] == "memory").sum()
    if asked == 0 or known / asked < 0.1:
        if asked > 0:
            print(f"{who}: left out, knows {known} of {asked} pairs")
        return
    pairs = pairs[(pairs["prior"] == "memory") & pairs["after"].isin(["memory", "context"])]
    if len(pairs) == 0:
        print(f"{who}: no pair decides")
        return
    pairs = pairs.assign(follows=(pairs["after"] == "context").astype(float))
    rate, facts = pairs["follows"].mean(), pairs["fact"]
    one = cr2(pairs["follows"], facts, "facts")
    se, df, over = one["se"], one["df"], f"{facts.nunique()} facts"
    if two_way:
        def variance(clusters):
            sums = (pairs["follows"] - rate).groupby(clusters).sum()
            return len(sums) / (len(sums) - 1) * (sums**2).sum() / len(pairs) ** 2 if len(sums) > 1 else float("nan")
        by_person, by_fact = variance(pairs["observer"]), variance(facts)
        both = by_person + by_fact - variance(pairs["observer"] + "/" + facts)
        se = (both if both > 1e-12 * max(by_person, by_fact) else max(by_person, by_fact)) ** 0.5
        df = min(pairs["observer"].nunique(), facts.nunique()) - 1
        over = f"{pairs['observer'].nunique()} people and {over}"
    text = f"{who}: {100 * rate:.2f}% of {len(pairs)} decided pairs follow, over {over}"
    if student is not None and se and 0 < rate < 1 and min(facts.nunique(), df + 1 if two_way else 5) >= 5:
        centre, half = math.log(rate / (1 - rate)), student.ppf(0.975, df) * se / (rate * (1 - rate))
        low, high = (1 / (1 + math.exp(-(centre + step))) for step in (-half, half))
        text += f", interval {100 * low:.2f} to {100 * high:.2f}"
    print(text)


models, left_out = [], set()
with open("predictions.jsonl") as file:
    for row in map(json.loads, file):
        about = row.get("belief")
        if about is None:
            continue
        if about["alsoTrue"]:
            left_out.add(about["fact"])
        elif row["parity"] != "mismatch" and about["role"] != "filler":
            models.append({"observer": f"{row['model']} / {row['source']}", "role": about["role"], "fact": about["fact"],
                           "query": about["queryType"], "expression": about["expression"], "repeat": row["repeat"],
                           "category": about["category"], "dimension": about["dimension"], "read": row.get("read"),
                           "shown": about["role"] != "prior" and row["condition"].get("story") != "none"})
asked = answers[answers["item_role"].isin(["prior", "expression"]) & ~answers["item_fact"].isin(left_out)]
people = pd.DataFrame({"observer": asked["participant"], "role": asked["item_role"], "fact": asked["item_fact"],
                       "query": asked["item_query_type"], "expression": asked["story"], "repeat": 0,
                       "category": asked["item_category"].fillna(""), "dimension": asked["item_dimension"].fillna(""),
                       "read": asked["answer"], "shown": asked["item_role"] != "prior"})
say_rate("People", paired(people), two_way=True)
if models:
    pairs = paired(pd.DataFrame(models))
    for name in dict.fromkeys(row["observer"] for row in models):
        say_rate(name, pairs[pairs["observer"] == name], two_way=False)
`;

const pandasFoot = `
print("People beside models: analysis/cells.csv with analysis/start.py")
`;

const rPeople = `# Reads this bundle and recomputes its headline: Rscript start.R (needs jsonlite; lme4 for the mixed model)
${rEstimates}
flags <- function(table) {
  for (name in grep("^(is|in)_", names(table), value = TRUE)) table[[name]] <- as.logical(table[[name]])
  table
}
read <- function(text) jsonlite::fromJSON(text, simplifyVector = FALSE)
responses <- flags(read.csv("responses.csv", stringsAsFactors = FALSE, na.strings = "", colClasses = "character"))
participants <- flags(read.csv("participants.csv", stringsAsFactors = FALSE, na.strings = "", colClasses = "character"))

# Stages are never mixed; is_counted is what the pages of Parallax count by default.
stage <- read(paste(readLines("manifest.json"), collapse = "\\n"))$stage
if (!any(responses$stage == stage) && nrow(responses) > 0) stage <- names(which.max(table(responses$stage)))
counted <- responses[responses$stage == stage & responses$is_counted %in% TRUE, ]
new <- c("participant", setdiff(names(participants), names(counted)))
answers <- merge(counted, participants[, new], by = "participant", all.x = TRUE)
# A source group holds an original story and all that was made of it; elsewhere the story stands for itself.
answers$cluster <- answers$story
if ("item_group" %in% names(answers)) answers$cluster <- ifelse(is.na(answers$item_group), answers$story, answers$item_group)

scored <- answers[!is.na(answers$is_correct), ]
scored$right <- as.numeric(scored$is_correct)
cat(nrow(scored), "answers of", length(unique(scored$participant)), "people, stage", stage, "\\n")
if (nrow(scored) > 0) {
  cells <- aggregate(right ~ item + condition + cluster, data = scored, FUN = mean)
  cat("Mean person over cells:", say(cr2(cells$right, cells$cluster, "stories or source groups")), "\\n")
}
`;

const rErrors = `
# Errors in stories, people and models: classification and localisation (the page "Errors found").
words <- function(spans)
  unique(unlist(lapply(spans, function(span) if (span[[2]] > span[[1]]) seq(span[[1]], span[[2]] - 1))))
judged <- function(answer, gold) {
  says <- if (is.list(answer) && !is.null(answer$choice)) answer$choice else ""
  if (!says %in% c("consistent", "error")) return(c(0, 0))
  right <- (says == "consistent") == gold$consistent
  if (gold$consistent || says == "consistent") return(c(right, right))
  named <- words(answer$spans)
  true <- words(gold$spans)
  whole <- length(union(named, true))
  c(right, if (whole == 0) 1 else length(intersect(named, true)) / whole)
}
table_of_errors <- function(who, given, keys, shown) {
  has_key <- !vapply(keys, is.null, TRUE)
  scores <- t(mapply(judged, given[has_key], keys[has_key]))
  error <- !vapply(keys[has_key], function(gold) gold$consistent, TRUE)
  for (way in unique(shown[has_key])) {
    own <- shown[has_key] == way
    parts <- list("positive" = scores[own & !error, 1], "negative" = scores[own & error, 1], "full" = scores[own, 1],
                  "localisation, negative" = scores[own & error, 2], "localisation, full" = scores[own, 2])
    parts <- parts[lengths(parts) > 0]
    cat(sprintf("%s, %s: %s\\n", who, way,
                paste(sprintf("%s %.2f%% (n = %d)", names(parts), 100 * sapply(parts, mean), lengths(parts)), collapse = ", ")))
  }
}
parsed <- function(texts) lapply(texts, function(text) if (is.na(text)) NULL else read(text))
plain <- function(levels) ifelse(is.na(levels) | levels == "none", "plain", levels)
shown <- if ("condition_ablation" %in% names(answers)) plain(answers$condition_ablation) else rep("plain", nrow(answers))
if (nrow(answers) > 0) table_of_errors("People", parsed(answers$answer_full), parsed(answers$gold), shown)

items <- read.csv("items.csv", stringsAsFactors = FALSE, na.strings = "", colClasses = "character")
keys <- setNames(parsed(items$gold), items$item)
said <- Filter(function(row) row$parity != "mismatch" && row$item %in% names(keys), lapply(readLines("predictions.jsonl"), read))
series <- vapply(said, function(row) {
  way <- row$condition[setdiff(names(row$condition), "ablation")]
  paste(c(row$model, row$source, if (length(way) > 0) paste(names(way), way, sep = "=")), collapse = " / ")
}, "")
for (name in unique(series)) {
  own <- said[series == name]
  ablation <- vapply(own, function(row) if (is.null(row$condition$ablation)) "plain" else row$condition$ablation, "")
  table_of_errors(name, lapply(own, function(row) row$answer), lapply(own, function(row) keys[[row$item]]), plain(ablation))
}
`;

const rBeliefs = `
# Expressions of belief: how often both answers after an expression follow it, where the fact was known without it. What people were asked in another study is not in this bundle.
side <- function(word, query)
  ifelse(!word %in% c("yes", "no"), "other", ifelse((word == "yes") == (query == "prior_yes"), "memory", "context"))
# The side on which the answers to both queries of each key stand.
both <- function(rows, key) {
  of <- function(query) {
    some <- rows$query == query
    tapply(rows$side[some], key[some], function(sides) if (length(unique(sides)) == 1) sides[[1]] else "other")
  }
  first <- of("prior_yes")
  second <- of("ctx_yes")
  keys <- as.character(intersect(names(first), names(second)))
  setNames(ifelse(first[keys] == second[keys], first[keys], "split"), keys)
}
paired <- function(rows) {
  rows$side <- side(rows$read, rows$query)
  key <- paste(rows$observer, rows$fact, rows$category, rows$expression, rows$dimension, rows$repeated, sep = "\\r")
  after <- rows$role == "expression" & rows$shown
  before <- rows$role == "expression" & !rows$shown
  prior <- rows$role == "prior"
  said <- both(rows[after, ], key[after])
  own <- both(rows[before, ], key[before])
  known <- both(rows[prior, ], paste(rows$observer, rows$fact, sep = "\\r")[prior])
  keys <- unique(key[rows$role == "expression"])
  pairs <- rows[match(keys, key), ]
  data.frame(observer = pairs$observer, fact = pairs$fact, after = as.character(said[keys]),
             prior = as.character(ifelse(keys %in% key[before], own[keys], known[paste(pairs$observer, pairs$fact, sep = "\\r")])))
}
say_rate <- function(who, pairs, two_way) {
  asked <- sum(!is.na(pairs$prior))
  known <- sum(pairs$prior %in% "memory")
  if (asked == 0 || known / asked < 0.1) return(cat(sprintf("%s: left out, knows %d of %d pairs\\n", who, known, asked)))
  pairs <- pairs[pairs$prior %in% "memory" & pairs$after %in% c("memory", "context"), ]
  if (nrow(pairs) == 0) return(cat(who, ": no pair decides\\n", sep = ""))
  pairs$follows <- as.numeric(pairs$after == "context")
  rate <- mean(pairs$follows)
  facts <- length(unique(pairs$fact))
  people <- length(unique(pairs$observer))
  one <- cr2(pairs$follows, pairs$fact, "facts")
  se <- one$se
  df <- one$df
  enough <- facts >= 5
  if (two_way) {
    variance <- function(clusters) {
      sums <- tapply(pairs$follows - rate, clusters, sum)
      length(sums) / (length(sums) - 1) * sum(sums^2) / nrow(pairs)^2
    }
    alone <- c(variance(pairs$observer), variance(pairs$fact))
    together <- sum(alone) - variance(paste(pairs$observer, pairs$fact))
    se <- sqrt(if (isTRUE(together > 1e-12 * max(alone))) together else max(alone))
    df <- min(people, facts) - 1
    enough <- enough && people >= 5
  }
  over <- if (two_way) sprintf("%d people and %d facts", people, facts) else paste(facts, "facts")
  cat(sprintf("%s: %.2f%% of %d decided pairs follow, over %s", who, 100 * rate, nrow(pairs), over))
  if (enough && rate > 0 && rate < 1) {
    half <- qt(0.975, df) * se / (rate * (1 - rate))
    cat(sprintf(", interval %.2f to %.2f", 100 * plogis(qlogis(rate) - half), 100 * plogis(qlogis(rate) + half)))
  }
  cat("\\n")
}
lines <- jsonlite::stream_in(file("predictions.jsonl"), verbose = FALSE, pagesize = 10000)
about <- lines$belief
models <- NULL
left_out <- character(0)
if (!is.null(about)) {
  left_out <- unique(about$fact[about$alsoTrue %in% TRUE])
  story <- if (is.null(lines$condition$story)) rep(NA, nrow(lines)) else lines$condition$story
  models <- data.frame(observer = paste(lines$model, lines$source, sep = " / "), role = about$role, fact = about$fact,
    query = about$queryType, expression = about$expression, category = about$category, dimension = about$dimension,
    repeated = lines$\`repeat\`, read = if (is.null(lines$read)) NA else lines$read,
    shown = about$role != "prior" & !story %in% "none")
  models <- models[about$alsoTrue %in% FALSE & lines$parity != "mismatch" & about$role != "filler", ]
}
asked <- answers[answers$item_role %in% c("prior", "expression") & !answers$item_fact %in% left_out, ]
if (nrow(asked) > 0) {
  say_rate("People", paired(data.frame(observer = asked$participant, role = asked$item_role, fact = asked$item_fact,
    query = asked$item_query_type, expression = asked$story, category = asked$item_category, dimension = asked$item_dimension,
    repeated = 0, read = asked$answer, shown = asked$item_role != "prior")), TRUE)
}
if (!is.null(models)) {
  pairs <- paired(models)
  for (name in unique(models$observer)) say_rate(name, pairs[pairs$observer == name, ], FALSE)
}
`;

const rMixedModel = `
if (requireNamespace("lme4", quietly = TRUE) && length(unique(scored$item)) > 1 && length(unique(scored$right)) > 1) {
  condition <- if (length(unique(scored$condition)) > 1) "condition + " else ""
  person <- if (any(duplicated(scored$participant))) "(1 | participant) + " else ""
  fit <- lme4::glmer(as.formula(paste0("right ~ ", condition, person, "(1 | item)")), data = scored, family = binomial)
  # On the edge of the parameters' room lme4's numerical Hessian gives errors that are far too small.
  print(summary(fit, use.hessian = !lme4::isSingular(fit)))
}
cat("People beside models: analysis/cells.csv with analysis/start.R\\n")
`;
