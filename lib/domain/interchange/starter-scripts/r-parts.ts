import { rEstimates, rPrintFit } from "../../results/analysis/starter-scripts.ts";

/** Part of a script that reads the tables in R and computes the mean person over cells. */
export const rPeople = `# Reads this bundle and recomputes its headline: Rscript start.R (needs jsonlite; lme4 for the mixed model)
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

/** Part of a script for classification and localisation of errors in stories (Yang et al. 2026, Table 2). */
export const rErrors = `
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

/** Part of a script for context-following rates of people and models (Du et al., equation 1). */
export const rBeliefs = `
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

/** Part of a script for a mixed model of single answers with crossed random intercepts. */
export const rMixedModel = `
${rPrintFit}
if (requireNamespace("lme4", quietly = TRUE) && length(unique(scored$item)) > 1 && length(unique(scored$right)) > 1) {
  condition <- if (length(unique(scored$condition)) > 1) "condition + " else ""
  person <- if (any(duplicated(scored$participant))) "(1 | participant) + " else ""
  stories <- length(unique(scored$cluster))
  story <- if (stories > 1 && stories < length(unique(scored$item))) "(1 | cluster) + " else ""
  fit <- lme4::glmer(as.formula(paste0("right ~ ", condition, person, story, "(1 | item)")), data = scored, family = binomial)
  print_fit(fit)
}
cat("People beside models: analysis/cells.csv with analysis/start.R\\n")
`;
