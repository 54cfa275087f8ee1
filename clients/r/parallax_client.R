# Client for the Parallax API. Base R, jsonlite and the program curl (7.84 or later).
#
#   source("parallax_client.R")
#   parallax <- parallax_connect("https://parallax.example.org", Sys.getenv("PARALLAX_TOKEN"))
#   project <- parallax_project(parallax)
#   parallax_import_items(parallax, project$id, "items.jsonl", benchmark = "My items")
#
# Every operation is described at /help/api of the installation; parallax_request() calls any of them.

# One installation, with the rights of one token. `timeout` is in seconds for one request; `patience` is how long to wait
# for a result that is being computed.
parallax_connect <- function(url, token, timeout = 60, patience = 600) {
  if (!nzchar(token)) stop("the token is empty")
  list(base = paste0(sub("/+$", "", url), "/api/v1"), token = token, timeout = timeout, patience = patience)
}

# Sends one request and returns the JSON of its response as lists; NULL if it is empty. Waits while the server is busy (429,
# 503) or still computes the result (202). A change has an idempotency key, so that a repeated request has no second effect.
parallax_request <- function(client, method, path, body = NULL, query = list()) {
  sent <- NULL
  if (!is.null(body)) {
    sent <- tempfile()
    on.exit(unlink(sent))
    json <- jsonlite::toJSON(body, auto_unbox = TRUE, null = "null", digits = NA)
    writeBin(charToRaw(enc2utf8(as.character(json))), sent)
  }
  parallax_read(parallax_send(client, method, path, query, sent, "application/json"))
}

# Sends a file as the body of a request and returns the report of its import.
parallax_upload <- function(client, path, file, query = list()) {
  if (!file.exists(file)) stop("there is no file ", file)
  query <- c(list(fileName = basename(file)), query)
  parallax_read(parallax_send(client, "POST", path, query, file, "application/octet-stream"))
}

# Saves the response to a file and returns its path.
parallax_download <- function(client, path, to, query = list()) {
  received <- parallax_send(client, "GET", path, query)
  on.exit(unlink(received))
  if (!file.copy(received, to, overwrite = TRUE)) stop("cannot write ", to)
  invisible(to)
}

# ---- projects and items ----------------------------------------------------------------------------------------------

# The project with this slug, or the only one that the token may enter.
parallax_project <- function(client, slug = NULL) {
  projects <- parallax_request(client, "GET", "/projects")$projects
  found <- Filter(function(one) is.null(slug) || one$slug == slug, projects)
  if (length(found) != 1) {
    slugs <- vapply(projects, function(one) one$slug, "")
    stop(length(found), " projects match; name one of: ", paste(slugs, collapse = ", "))
  }
  found[[1]]
}

# Imports an item file into a benchmark, which is created if it does not exist. Returns the report.
parallax_import_items <- function(client, project, file, benchmark, dry_run = FALSE) {
  parallax_upload(client, paste0("/projects/", project, "/items"), file, list(benchmark = benchmark, dryRun = dry_run))
}

# The benchmark of a project with this name.
parallax_benchmark <- function(client, project, name) {
  benchmarks <- parallax_request(client, "GET", paste0("/projects/", project, "/benchmarks"))$benchmarks
  found <- Filter(function(one) one$name == name, benchmarks)
  if (length(found) == 0) stop("the project has no benchmark named \"", name, "\"")
  found[[1]]
}

# Imports model answers or evaluation logs for a benchmark. Returns the report.
parallax_import_predictions <- function(client, benchmark, file, source = "api", dry_run = FALSE) {
  parallax_upload(client, paste0("/benchmarks/", benchmark, "/predictions"), file, list(source = source, dryRun = dry_run))
}

# ---- studies ---------------------------------------------------------------------------------------------------------

# Creates a draft study from a preset; `changes` is a list of fields of the draft. Returns its id and slug.
parallax_create_study <- function(client, project, preset, name, slug, benchmark, changes = NULL) {
  body <- list(preset = preset, name = name, slug = slug, benchmark = benchmark)
  if (!is.null(changes)) body$changes <- changes
  parallax_request(client, "POST", paste0("/projects/", project, "/studies"), body)
}

# A study by its id or its name in links.
parallax_study <- function(client, study) parallax_request(client, "GET", paste0("/studies/", study))

# Opens a study ("open"): from now on people can take part. "close" locks its data.
parallax_move_study <- function(client, study, move = c("open", "close")) {
  parallax_request(client, "POST", paste0("/studies/", study, "/moves"), list(move = match.arg(move)))
}

# Lets scripted participants answer a simulation of a study and waits for them. The answers are in a study of their own,
# whose name is `result$study`.
parallax_simulate <- function(client, study, participants, seed = "1", accuracy = 0.8, drop_out = 0) {
  body <- list(participants = participants, seed = seed, accuracy = accuracy, dropOut = drop_out)
  path <- paste0("/studies/", study, "/simulations")
  parallax_request(client, "POST", path, body)
  parallax_latest(client, paste0(path, "/latest"), "simulation", "reason")
}

# Waits until the newest request of a kind is done, and returns its state.
parallax_latest <- function(client, path, name, problem) {
  deadline <- Sys.time() + client$patience
  repeat {
    state <- parallax_request(client, "GET", path)
    if (identical(state$state, "done")) return(state)
    if (identical(state$state, "failed")) stop("the ", name, " failed: ", state[[problem]])
    if (Sys.time() > deadline) stop("the ", name, " is not done")
    Sys.sleep(1)
  }
}

# ---- results ---------------------------------------------------------------------------------------------------------

# The results of a study under its analysis plan, as lists.
parallax_results <- function(client, study) parallax_request(client, "GET", paste0("/studies/", study, "/results"))

# The rows of a table of a study's export as a data frame.
parallax_records <- function(client, study, table = "responses") {
  received <- parallax_send(client, "GET", paste0("/studies/", study, "/records/", table))
  on.exit(unlink(received))
  lines <- file(received, encoding = "UTF-8")
  jsonlite::stream_in(lines, verbose = FALSE)
}

# Saves the export of a study as a zip file.
parallax_export <- function(client, study, to, format = "bundle") {
  parallax_download(client, paste0("/studies/", study, "/export"), to, list(format = format))
}

# ---- releases --------------------------------------------------------------------------------------------------------

# Checks a release of a study, or of a benchmark or a collection (`kind`; only at the level public), writes a version of
# it, and waits for both. `description` is a list; further arguments are drop, merge, k, reason, language and
# isAnonymous. `report$findings` lists what the checks found; `isWritten` is FALSE after a dry
# run and if an error was found and no reason given. `id` is the version.
parallax_release <- function(
  client, subject, description, level = "public", dry_run = FALSE, kind = c("study", "benchmark", "collection"), ...
) {
  folder <- c(study = "studies", benchmark = "benchmarks", collection = "collections")[[match.arg(kind)]]
  path <- paste0("/", folder, "/", subject, "/releases")
  parallax_request(client, "POST", path, list(description = description, level = level, isDryRun = dry_run, ...))
  parallax_latest(client, paste0(path, "/latest"), "release", "problem")
}

# ---- requests --------------------------------------------------------------------------------------------------------

# Sends a request until it has a response; returns the path of a file with its body. The token is passed to curl on its
# standard input, so that it is in no list of processes.
parallax_send <- function(client, method, path, query = list(), file = NULL, type = NULL) {
  given <- Filter(Negate(is.null), query)
  as_text <- function(value) if (is.logical(value)) tolower(as.character(value)) else as.character(value)
  pairs <- vapply(names(given), function(name) {
    paste0(utils::URLencode(name, reserved = TRUE), "=", utils::URLencode(enc2utf8(as_text(given[[name]])), reserved = TRUE))
  }, "")
  url <- paste0(client$base, path, if (length(pairs) > 0) "?", paste(pairs, collapse = "&"))
  headers <- c(paste("Authorization: Bearer", client$token), "Accept: application/json")
  if (method != "GET") headers <- c(headers, paste("Idempotency-Key:", parallax_key()))
  if (!is.null(type)) headers <- c(headers, paste("Content-Type:", type))
  received <- tempfile()
  settings <- c(
    curl_line("url", url), curl_line("request", method), curl_line("output", received),
    vapply(headers, function(header) curl_line("header", header), ""),
    curl_line("max-time", client$timeout), curl_line("write-out", "%{http_code} %header{retry-after}"), "silent", "show-error",
    if (!is.null(file)) curl_line("data-binary", paste0("@", normalizePath(file, winslash = "/")))
  )
  deadline <- Sys.time() + client$patience
  repeat {
    printed <- suppressWarnings(system2("curl", c("--config", "-"), input = settings, stdout = TRUE, stderr = TRUE))
    if (!is.null(attr(printed, "status"))) stop(paste(printed, collapse = " "), call. = FALSE)
    parts <- strsplit(utils::tail(printed, 1), " ", fixed = TRUE)[[1]]
    status <- as.integer(parts[1])
    if (!(status %in% c(202, 429, 503)) || Sys.time() > deadline) break
    wait <- suppressWarnings(as.numeric(parts[2]))
    if (status == 202 && is.na(wait)) break
    Sys.sleep(min(30, max(0.2, if (is.na(wait)) 1 else wait)))
  }
  if (status >= 200 && status < 300) return(received)
  problem <- tryCatch(parallax_read(received), error = function(failure) list())
  field <- if (is.null(problem$field)) "" else paste0(problem$field, ": ")
  stop(status, " ", problem$code, ": ", field, problem$detail, call. = FALSE)
}

curl_line <- function(name, value) paste0(name, " = \"", gsub("([\\\\\"])", "\\\\\\1", value), "\"")

# 128 random bits from the clock and the process, without touching R's random numbers.
parallax_key <- function() {
  paste0(basename(tempfile("")), "-", Sys.getpid(), "-", format(as.numeric(Sys.time()) * 1e6, digits = 16))
}

parallax_read <- function(received) {
  on.exit(unlink(received))
  if (!file.exists(received) || file.size(received) == 0) return(NULL)
  jsonlite::fromJSON(received, simplifyVector = FALSE)
}
