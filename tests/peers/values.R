# The values of R's packages on random tables and scores, as JSON: Rscript values.R > r.json
# Run with R 4.2.2, caret 6.0-93, vcd 1.4-11, psych 2.2.9 and pROC 1.18.0 of Debian 12.
suppressPackageStartupMessages({library(caret); library(vcd); library(psych); library(pROC); library(jsonlite)})
set.seed(20261118)
one <- function(k) {
  repeat {
    cells <- matrix(rpois(k * k, 6) * rbinom(k * k, 1, .85), k)
    if (all(rowSums(cells) > 0) && all(colSums(cells) > 0)) break
  }
  dimnames(cells) <- list(predicted = letters[1:k], actual = letters[1:k])
  found <- confusionMatrix(as.table(cells))
  each <- if (k == 2) t(as.matrix(found$byClass)) else found$byClass
  chance <- suppressWarnings(chisq.test(cells, correct = FALSE))
  parts <- assocstats(as.table(cells))
  wide <- psych::cohen.kappa(cells)
  rates <- c("Sensitivity", "Specificity", "Pos Pred Value", "Neg Pred Value", "F1", "Balanced Accuracy")
  list(
    table = unname(t(cells)), # rows are the actual labels, as ours
    accuracy = unname(found$overall["Accuracy"]), kappa = unname(found$overall["Kappa"]),
    kappa_quadratic = wide$weighted.kappa, cramers_v = parts$cramer,
    pearson = unname(chance$statistic), pearson_p = chance$p.value,
    g2 = parts$chisq_tests["Likelihood Ratio", "X^2"], g2_p = parts$chisq_tests["Likelihood Ratio", "P(> X^2)"],
    fisher_p = if (k == 2) fisher.test(cells)$p.value else NULL,
    labels = unname(each[, rates, drop = FALSE])
  )
}
curve <- function(n) {
  actual <- c(0, 1, rbinom(n - 2, 1, .4))
  scores <- round(rnorm(n) + actual, 1)
  found <- roc(actual, scores, levels = c(0, 1), direction = "<", quiet = TRUE)
  list(actual = actual, scores = scores, auc = as.numeric(auc(found)), variance = var(found, method = "delong"))
}
write(toJSON(list(
  tables = lapply(rep(c(2, 3, 5), c(20, 15, 10)), one),
  curves = lapply(rep(c(20, 60, 150), 5), curve)
), digits = NA, auto_unbox = TRUE, null = "null"), stdout())
