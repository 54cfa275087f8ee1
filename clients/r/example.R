# From items to a release with the Parallax API: Rscript example.R URL ITEMS PREDICTIONS (the token in PARALLAX_TOKEN).
folder <- dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE)))
source(file.path(folder, "parallax_client.R"))

given <- commandArgs(trailingOnly = TRUE)
parallax <- parallax_connect(given[1], Sys.getenv("PARALLAX_TOKEN"))
project <- parallax_project(parallax)$id
cat("items:", parallax_import_items(parallax, project, given[2], benchmark = "From R")$inserted, "\n")
benchmark <- parallax_benchmark(parallax, project, "From R")$id
study <- parallax_create_study(
  parallax, project,
  preset = "street-2024", name = "From R", slug = "from-r", benchmark = benchmark, changes = list(perStratumItem = 2)
)$id
simulation <- parallax_simulate(parallax, study, 20)$result
cat("simulated:", simulation$finished, "\n")
cat("predictions:", parallax_import_predictions(parallax, benchmark, given[3])$inserted, "\n")
answers <- parallax_records(parallax, simulation$study)
cat("answers:", nrow(answers), "\n")
cat("results:", sort(names(parallax_results(parallax, simulation$study))), "\n")
description <- list(
  title = "From R", summary = "Simulated answers.", version = "1.0.0", published = "2026-12-01",
  authors = list(list(given = "Ann", family = "Example")), licence = "CC-BY-4.0"
)
release <- parallax_release(parallax, simulation$study, description, reason = "The people are simulated.")
cat("release written:", release$isWritten, "\n")
cat("benchmark released:", parallax_release(parallax, benchmark, description, kind = "benchmark")$isWritten, "\n")
