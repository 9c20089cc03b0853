"""Concepts of the papers and words of other fields: what they are, and where they are here."""

from informed.finder.term import Term

TABLE = 'informed table "30 12; 30 28" --rows predicted --labels +,-'
SWEEP = "informed sweep FILE --actual A --scores S"
SETS = "informed multilabel ACTUAL PREDICTED"
EVALUATE = "informed evaluate FILE --actual A --predicted P"


def _concept(name: str, sentence: str, *names: str, shell: str = "", python: str = "") -> Term:
    return Term(name, "concept", sentence, names, shell, python)


CONCEPTS = (
    # --- groups
    _concept(
        "gaps between groups",
        "How far groups lie apart in recall (equal opportunity), recall and false positive rate together (equalized "
        "odds), accepted share (demographic or statistical parity, disparate impact as a ratio), precision (predictive "
        "parity) and informedness. The intervals hold for all pairs and measures together, so that the largest gap of "
        "equal groups is not taken for a difference.",
        *("demographic parity", "statistical parity", "equalized odds", "equalised odds", "equal opportunity"),
        *("disparate impact", "predictive parity", "selection rate", "fairness", "group fairness", "bias by group"),
        *("MetricFrame", "demographic_parity_difference", "equalized_odds_difference", "equal_opportunity_difference"),
        *("largest gap", "gap(recall)", "change of a gap", "fairness of two models"),
        shell=f"{EVALUATE} --by GROUP --show gaps",
        python="informed.evaluate(actual, predicted, by=group).gaps",
    ),
    _concept(
        "position bias",
        "A judge of two answers that prefers the one shown first (or second). Pairs shown in both orders tell. With a "
        "human's verdicts also whether it prefers longer answers (length or verbosity bias) or its own.",
        *("length bias", "verbosity bias", "self-preference", "self-enhancement bias", "order bias", "pairwise judge"),
        *("swap", "swapped order", "position consistency", "LLM as a judge bias", "preference bias"),
        shell="informed judge FILE --first A --second B --judge WINNER --id QUESTION",
        python='informed.judge(frame, judged="winner", first="a", second="b", id="question")',
    ),
    # --- tables and letters
    _concept(
        "contingency table",
        "The counts of actual by predicted labels, also called confusion matrix. Capital letters are counts, small "
        "ones proportions: TP, FP, FN, TN, or A, B, C, D row by row with predictions in rows (Powers). P are "
        "predictions, R real classes.",
        *("contingency", "contingency matrix", "result matrix", "confusion matrix", "counts", "proportions"),
        *("TP", "FP", "FN", "TN", "N", "A B C D", "A", "B", "C", "D", "P[l,c]", "p_PR(l,c)", "tp_l=P[l,l]", "O_ij"),
        *("P", "R"),
        *("|+P+R|", "|-P-R|", "|+P-R|", "|-P+R|", "RP", "RN", "PP", "PN", "AT", "AF", "PT", "PF"),
        *("true positive", "false positive", "true negative", "false negative", "true positives", "false positives"),
        *("true negatives", "false negatives", "real positives", "real negatives", "predicted positives"),
        "predicted negatives",
        shell=TABLE,
        python="informed.Counts.binary(tp=30, fp=12, fn=30, tn=28)",
    ),
    _concept(
        "inverse prevalence",
        "The share of the items that is negative: 1 - prevalence, the prevalence of the other label.",
        *("IPrev", "rn"),
        python='informed.measures.get("prevalence[other label]")(actual, predicted)',
    ),
    _concept(
        "inverse bias",
        "The share of the items predicted negative: 1 - bias, the bias of the other label.",
        *("IBias", "pn"),
        python='informed.measures.get("bias[other label]")(actual, predicted)',
    ),
    _concept(
        "margins",
        "How often each class occurs (p_R, prevalence) and how often each label is predicted (p_P, bias).",
        *("p_R(c)", "p_R(l)", "p_P(l)", "p_R", "p_P", "row sums", "column sums", "marginal sums"),
        "marginal probabilities",
        *("+P", "-P", "+R", "-R"),
        shell=EVALUATE,
    ),
    _concept(
        "expected table",
        "What independence gives with the same margins: etp = rp pp and so on. "
        "The chance of a measure is its value there.",
        *("etp", "efp", "efn", "etn", "EHP", "E_ij", "expected", "chance", "chance level", "independence", "baseline"),
        python="counts.expected()",
    ),
    _concept(
        "chance mean",
        "The mean of a measure over samples of this size at independence, where it differs from its chance.",
        *("chance_mean", "small-sample mean"),
    ),
    _concept(
        "hits beyond chance",
        "dtp = tp - etp = tn - etn = -(fp - efp) = tp tn - fp fn: the measure `determinant`, the covariance of class "
        "and prediction. Per label it is dtp_l. In PN space the kite of a system has the area N^2 dtp.",
        *("dtp_l", "delta tp", "delta", "discriminant", "Lavrac's own WRAcc", "dtn", "dfp", "dfn", "covariance"),
        *("covariance matrix", "correlation matrix"),
        *("Delta True Positives", "determinant of the contingency matrix", "unnormalized determinant"),
        python='informed.measures.get("determinant[label]")(actual, predicted)',
    ),
    _concept(
        "inverse, dual and perverse problem",
        "The same table seen with the classes swapped (inverse), transposed (dual), or with the predictions swapped "
        "(perverse: always the opposite, 1 - P). Informedness, markedness and kappa are the same for the inverse.",
        *("inverse", "dual", "perverse", "inverse problem", "dual problem", "perverse problem", "perverse point"),
        *("inverse dual", "inverse informedness", "inverse markedness", "inverse kappa", "mislabeled", "mislabelled"),
        *("mislabeled predictor", "re-labeling", "re-labelling", "re-labeled predictor", "1-P", "perversion"),
        "perverse system",
        shell=f"{EVALUATE} --view perverse",
        python='informed.evaluate(actual, predicted, view="perverse")',
    ),
    _concept(
        "undefined values",
        "0/0, as where a class is never predicted. Then informedness, markedness, correlation and mcc are shown as 0, "
        "and the precision of that class as a dash.",
        *("0/0", "degenerate", "empty margin", "NaN", "zero division"),
        shell=f"{EVALUATE} --undefined nan",
    ),
    _concept("signature", "The recipe of a number in one line: equal signatures mean comparable numbers."),
    # --- bets
    _concept(
        "odds",
        "Fair odds of a label with probability W are L:W with L = 1 - W: win L, lose W.",
        *("fair odds", "bookmaker odds", "L:W", "L", "W", "odds for label", "X:Y"),
        shell="informed bookmaker FILE --actual A --predicted P",
        python='informed.odds.Odds.parse("2:1").probability',
    ),
    _concept(
        "payoff",
        "What a bet on label l wins where c occurs, w(c|l): 1/p_R(l) if it is right, -1/(1 - p_R(l)) if not. The "
        "binary text of 2003 writes (1 - p_R(c))/k with k = p_R(c)(1 - p_R(c)).",
        *("payoffs", "w(c|l)", "payoff matrix", "weighting", "stakes", "winnings", "stake", "pool", "ante"),
        *("k", "reduction factor"),
        python="informed.odds.payoffs(counts)",
    ),
    _concept(
        "dutch book",
        "Odds at which somebody wins whatever happens. A fair weighting leaves none: guessing wins 0.",
        *("Dutch-book check", "zero-sum", "fairness", "fair", "dutching", "no-loss strategy", "dutching stakes"),
        *("arbitrage", "rational choice"),
        python='informed.odds.dutch_book(["2:1", "3:1", "4:1"])',
    ),
    _concept(
        "gain",
        "B(l) = G(l): what betting on a label gains at fair odds, the informedness of that label against the rest. "
        "1 - G(l) is guesswork. The mean over the bets made is edge.",
        *("G(l)", "B(l)", "G(c)", "G(0)", "G(1)", "gain factor", "guess factor", "gain/guess factor"),
        shell="informed bookmaker FILE --actual A --predicted P",
        python="informed.evaluate(actual, predicted).per_label[label]['informedness']",
    ),
    _concept(
        "M(l)",
        "The markedness of a label against the rest.",
        *("M(c)", "Markedness(c)"),
        python="informed.evaluate(actual, predicted).per_label[label]['markedness']",
    ),
    _concept(
        "bookmaker",
        "The 2003 spreadsheet: odds, payoffs and winnings of every label. Its B is edge (2003); informedness weights "
        "labels by prevalence (2007).",
        *("bookmaker algorithm", "spreadsheet", "active spreadsheet", "betting slip", "figure 1", "punter", "horse"),
        *("decision probability",),
        shell="informed bookmaker FILE --actual A --predicted P",
        python="informed.bookmaker(actual, predicted)",
    ),
    _concept(
        "informed or guess model",
        "A predictor that is informed with probability g and guesses otherwise: "
        "joint = g diag(r) + (1 - g) outer(b, r). Then B(l) = g for every label.",
        *("guess model", "perfect model", "G % mixture", "mixture", "g", "G%", "H%", "World", "guess", "coin flip"),
        *("random predictor", "perfect predictor", "worthless", "worthless predictor", "informed decision"),
        shell="informed lab study measures",
        python="informed.lab.mixture(...)",
    ),
    _concept(
        "standardised training targets",
        "Targets that make guessing worth 0 in training: 1/7 and -1/7, -1/3 and 1/3 for classes 7:3.",
        *("training targets", "label bias diagnosis", "standardized", "7:3"),
        python="informed.lab.training_targets(...)",
    ),
    _concept(
        "abstention",
        "A prediction that was not made: a bet not placed. Informedness over all items counts it with zero weight; or "
        "the reduced table is discounted by n/N, the share answered.",
        *("abstain", "refusal", "no prediction", "zero weight", "zero stake", "n/N", "coverage of answers", "unsure"),
        *("n/N discount", "discount", "ignored classes", "rejection", "stay out of the market", "selection"),
        shell=f"{EVALUATE} --abstain unsure",
        python='informed.evaluate(actual, predicted, abstain="unsure")',
    ),
    # --- costs
    _concept(
        "cost",
        "What errors cost or outcomes are worth, per item, against chance and against always the same label.",
        *("costs", "price", "utility", "payoff of errors", "c_p", "c_n", "total cost", "cost matrix", "profit"),
        *("costs matrix", "predictor value", "differential value", "profitable"),
        shell=f'{EVALUATE} --cost "0 1; 5 0"',
        python="informed.price(actual, predicted, cost=[[0, 1], [5, 0]])",
    ),
    _concept(
        "cost ratio",
        "c = c_v c_s: the ratio of costs c_v = c_n/c_p times the skew c_s = rn/rp. Measures in c: cost_accuracy, "
        "cost_precision, cost_f, cost_wracc; c = 1 depends on no prevalence.",
        *("c", "c_v", "c=1", "skew-insensitive form", "precision_c", "accuracy_c", "F_c", "WRAcc_c", "cost_forms"),
        shell="informed measures cost_accuracy",
        python="informed.lab.cost_forms(counts, cost_positive=1, cost_negative=5)",
    ),
    _concept(
        "STARD",
        "A diagnostic study as STARD 2015 asks for it: the flow of participants with indeterminate results, the cross "
        "table, prevalence, sensitivity, specificity, predictive values and likelihood ratios with their intervals.",
        *("diagnostic study", "diagnostic accuracy", "flow diagram", "flow of participants", "participant flow"),
        *("index test", "reference standard", "target condition", "indeterminate", "clinical words"),
        *("sensitivity", "specificity", "PPV", "NPV", "predictive values", "LR+", "LR-", "likelihood ratios"),
        shell=f"{EVALUATE} --positive LABEL --show stard -o table.md",
        python='informed.evaluate(actual, predicted, positive="ill").stard()',
    ),
    # --- ROC
    _concept(
        "ROC",
        "Recall against fallout at every threshold of a score.",
        *("roc curve", "receiver operating characteristic", "threshold", "thresholds", "operating point", "curve"),
        *("piecewise linear area", "trapezoid", "roc_auc", "auroc", "AUC-ROC", "AUC of a score", "partial curve"),
        *("chance line", "positive diagonal", "area under the curve"),
        shell=SWEEP,
        python="informed.sweep(actual, scores).roc",
    ),
    _concept(
        "convex hull",
        "The upper hull of the ROC curve: what mixtures of two thresholds reach.",
        *("hull", "ROC hull", "ROCCH"),
        shell=SWEEP,
        python="informed.sweep(actual, scores).hull",
    ),
    _concept(
        "repaired concavities",
        "The ROC curve with its concavities turned around; it may not carry over to other items.",
        *("concavity", "concavities", "repair"),
        python="informed.sweep(actual, scores).repaired()",
    ),
    _concept(
        "isocost line",
        "tpr - c fpr = k: points of equal cost in ROC space. The best threshold is where the highest one touches.",
        *("isocost", "isocost gradient", "isoline", "tangent", "tangent point of the highest isocost line"),
        shell=f"{SWEEP} --cost-fp 5 --cost-fn 1",
        python="informed.sweep(actual, scores).isocost(c=5)",
    ),
    _concept(
        "kite",
        "The area between an ROC point, its perverse point and the ends of the chance line: |informedness|.",
        *("kite area",),
        python="informed.sweep(actual, scores).at(0.5).kite",
    ),
    _concept(
        "Bias=Prev line",
        "tpr + c fpr = 1: the ROC points where as many items are predicted positive as are positive.",
        *("balanced threshold", "bias = prevalence", "negative diagonal"),
        python="informed.sweep(actual, scores).balanced()",
    ),
    _concept(
        "PN space",
        "The ROC curve in counts: (FP, TP).",
        *("PN", "coverage space"),
        python="informed.sweep(actual, scores).pn",
    ),
    _concept(
        "Gini",
        "2 AUC - 1: informedness averaged over the ROC curve. It is also the lift quality Lq, the normalised area "
        "under the cumulative gain curve.",
        *("lift quality", "Lq", "gini coefficient", "cumulative gain", "gain curve"),
        shell=SWEEP,
        python="informed.sweep(actual, scores).gini",
    ),
    _concept(
        "scoring rules",
        "Log-loss and Brier score of predicted probabilities, plain and against always the prevalence; calibration.",
        *("log-loss", "logloss", "Brier", "calibration", "reliability", "ECE", "cross-entropy", "calibration slope"),
        *("calibration in the large", "calibration intercept", "reliability diagram", "MCE"),
        shell=f"{SWEEP} --show calibration",
        python="informed.sweep(actual, scores).calibration()",
    ),
    # --- regression and association
    _concept(
        "regression",
        "The prediction regressed on the class has slope informedness and intercept fallout; the class on the "
        "prediction has slope markedness and intercept false omission rate (2007, equations 16 to 18).",
        *("regression coefficient", "regression y0 + r_x x", "slope", "intercept", "y0 + r_x x", "r_x"),
        "line of best fit",
        shell=f"{EVALUATE} --show regression",
        python="informed.evaluate(actual, predicted).regression()",
    ),
    _concept(
        "alpha",
        "Several things: proficiency (Steingold & Laclavik), the weight of recall in F (2003), Krippendorff's alpha of "
        "raters (`informed agree`), the level of a test, and alpha' (permuted proficiency of label sets).",
        *("Krippendorff's alpha", "significance level"),
        shell="informed measures proficiency",
    ),
    _concept(
        "F_beta",
        "1/(alpha/recall + (1 - alpha)/precision), 2003. With alpha = beta^2/(1 + beta^2) it is f_measure(beta=...).",
        *("F by alpha", "f2", "f0.5", "beta"),
        shell=f"{EVALUATE} --measure 'f_alpha(alpha=0.8)'",
        python='informed.measures.get("f_alpha(alpha=0.8)")',
    ),
    _concept(
        "Rand index",
        "Two things: Powers 2003 calls accuracy so; the Rand index of clusterings counts pairs of items.",
        *("Rand", "adjusted Rand index", "ARI", "pair counting"),
        shell="informed match FILE --actual A --predicted CLUSTER",
        python="informed.match(actual, clusters)",
    ),
    _concept(
        "average over labels",
        "Any measure of a label averaged over the labels: by prevalence, bias or equally; arithmetic, harmonic or "
        "geometric.",
        *("macro", "macro average", "weighted average", "average", "f1_weighted", "weighted_f1", "multi-class"),
        *("weighted_precision", "weighted_recall", "AvInformedness", "average error rate"),
        python='informed.evaluate(actual, predicted).average("f_measure", weights="equal")',
    ),
    _concept(
        "recover",
        "Three independent ratios determine a binary table: which tables fit what a paper reports.",
        *("inverse problem of a table", "reconstruct", "from B and margins", "predicted recall"),
        *("three degrees of freedom", "non-redundant ratios"),
        *("Recall = B*IPrev+Bias", "Precision = M*IBias+Prev"),
        shell="informed recover --recall .8 --fallout .1 --skew 9",
        python="informed.recover(recall=0.8, fallout=0.1, skew=9)",
    ),
    _concept(
        "requirements",
        "What a measure should be able to tell: meaning, weak and strong discrimination, universality.",
        *("discrimination", "weak discrimination", "strong discrimination", "universality", "meaning"),
        *("metric requirements", "transparent"),
        shell="informed measures --requirements",
    ),
    _concept(
        "disagreement",
        "Pairs of tables that measures put in opposite orders.",
        *("odd one out", "reversal", "metric disagreement"),
        shell="informed lab study disagreement",
        python="informed.lab.disagreement(...)",
    ),
    _concept(
        "DeltaP of cues",
        "DeltaP' is informedness (from class to prediction), DeltaP markedness (from prediction to class): how well "
        "the condition marks the predictor. The direction of the stronger one need not be that of causality. Of "
        "competing cues conditional DeltaP is DeltaP where the others say the same; informedness likewise.",
        *("cue", "causality", "causal", "implication", "direction of implication", "contingency of cue and outcome"),
        *("marker", "condition", "biomarker", "neuromarker", "psychological markers", "abductive", "deductive"),
        *("conditional DeltaP", "conditional informedness", "competing cues", "competing predictors", "antecedent"),
        *("consequent", "Mantel-Haenszel", "causal chain", "several cues", "blocking", "screened off"),
        shell="informed compare FILE --actual OUTCOME --predicted CUE --predicted OTHER --cues",
        python='informed.compare(outcome, {"cue": cue, "other": other}, cues=True)',
    ),
    _concept(
        "models by prompts",
        "Several systems, the same items under several prompts: does the better system depend on the prompt, what is "
        "known of other prompts, and do more prompts, items or runs help?",
        *("prompt sensitivity", "prompts", "interaction", "crossed design", "variance components", "mixed effects"),
        *("generalizability", "new prompts", "model x prompt", "temperature"),
        shell="informed compare LOG --by prompt",
        python='informed.compare(informed.read(frame), by="prompt")',
    ),
    # --- label sets and raters
    _concept(
        "permuted proficiency",
        "alpha': the proficiency of label sets after the best renaming of the predicted labels.",
        *("alpha'", "alpha prime", "permuted alpha'", "reassigned", "reassignment", "relabelling", "renaming"),
        *("permuted", "optimal assignment", "hungarian", "Hungarian algorithm", "M(c)", "mislabeling", "mislabelled"),
        shell=SETS,
        python="informed.multilabel(actual, predicted).renaming",
    ),
    _concept(
        "random labeller",
        "One who gives labels with the habits of a real one but blindly; the slides call it dice. "
        "F1 = P = R = sum n_c^2/(N sum n_c). It is the chance column of `multilabel`.",
        *("random labeler", "dice", "random labeller: F1=P=R", "shuffled labeller", "committee labeller"),
        shell=SETS,
        python="informed.multilabel(actual, predicted)",
    ),
    _concept(
        "random accuracy",
        "The accuracy of guessing: sum p_A p_P with the predictor's own frequencies, sum p_A^2 with those of the "
        "classes. The first is the chance of accuracy.",
        *("chance accuracy", "expected accuracy"),
        shell=EVALUATE,
        python="informed.evaluate(actual, predicted).measures['accuracy'].chance",
    ),
    _concept(
        "pooled and per object",
        "Pooled precision and recall (micro; the slides say macro) sum over labels; per object they are means over "
        "items (the slides say micro).",
        *("micro", "pooled", "per-object", "per object", "micro average", "macro"),
        shell=SETS,
    ),
    _concept(
        "product proficiency",
        "I(prod P; prod A)/H(prod A): proficiency of whole sets as classes, the definition of the slides. It is exact "
        "for small taxonomies; with many labels nearly every set is unique, and it says little. The proficiency of "
        "`multilabel` assumes that a category depends on its own prediction alone, as naive Bayes does; by a tree of "
        "categories (Chow-Liu) it does not.",
        *("exact product form", "exact product form I(prod P;prod A)/H(prod A)", "per-object mean alpha"),
        *("naive bayes", "Cartesian product", "Ac_i", "Pc_i", "Chow-Liu", "tree of categories", "dependent categories"),
        shell=f"{SETS} --all",
        python="informed.multilabel(actual, predicted).product",
    ),
    _concept(
        "stability",
        "How much the measures of label sets vary over random halves of the items.",
        *("halving", "numeric stability", "split half"),
        shell=f"{SETS} --stability halves",
        python="informed.multilabel(actual, predicted).stability()",
    ),
    _concept(
        "significance",
        "Whether an effect is more than chance gives, at a number of items. `evaluate` computes every test of the "
        "papers; quote the p-value of informedness.",
        *("significance test", "null hypothesis", "H_0", "alternate hypothesis", "Log-Likelihood Significance"),
        shell=f"{EVALUATE} --show significance",
    ),
    _concept(
        "degrees of freedom",
        "(K - 1)^2 for alpha, K - 1 suggested for beta (2007 section 5). The tests with K - 1 end in _beta. "
        "Informedness has one for both: the variance differs (docs/methods/kb.md).",
        *("df", "df (K-1)^2", "K-1 df", "(K-1)^2"),
        shell="informed measures chi2_kb_calibrated",
    ),
    _concept(
        "approximations of chi-squared",
        "chi2_+P = N B^2 Ev_R/Bias is near (N + PN) B^2 Ev_R for Bias -> 1 (2007, equation 30), chi2_+R = N M^2 "
        "Ev_P/Prev near (N + RN) M^2 Ev_P for Prev -> 1 (33). The first is too small by the share (1 - Bias)^2, the "
        "second by (1 - Prev)^2. For a small effect G2_+P is near chi2_+P (31 says twice).",
        *("Bias -> 1", "Prev -> 1", "small effect", "(N+PN)", "(N+RN)"),
        shell="informed reproduce --all",
    ),
    _concept(
        "kappa for small error",
        "kappa = dp/(dp + mean(fp, fn)) = 1/(1 + mean(fp, fn)/dp), near 1 - mean(fp, fn)/dp for small error "
        "(2007, section 2.6).",
        *("Kappa approximation", "mean error rate", "1 - mean(fp,fn)/dp"),
        shell="informed reproduce --all",
    ),
    _concept(
        "number of classes",
        "K: classes found or predicted; C: classes expected. Where they differ, or have no names in common, `match` "
        "finds which class stands for which label: permutations where K = C, combinations else. A catch-all class may "
        "stay without a bet.",
        *("K", "C", "K != C", "K>C", "C=K", "permute", "permutations", "combinations", "catch-all", "group detection"),
        shell="informed match FILE --actual A --predicted CLUSTER",
        python="informed.match(actual, clusters)",
    ),
    _concept(
        "means of recall and precision",
        "Arithmetic A, geometric G and harmonic F of recall and precision: F = G^2/A. They ignore the negatives. "
        "2003 writes p and r for precision and recall.",
        *("p", "r"),
        *("harmonic mean", "harmonic", "geometric mean", "geometric", "F=G^2/A"),
        shell="informed measures f_measure",
    ),
    _concept(
        "always the most common label",
        "Its accuracy is the share of that label, its informedness 0. The verdict of `evaluate` names it.",
        *("most common", "cheat", "majority class", "always noun", "San Diego", "San Diego Weather Forecast", "SDWF"),
        shell='informed table "90 10; 0 0" --rows predicted --labels noun,verb',
    ),
    _concept(
        "worse than guessing",
        "B(l) < 0: the prediction of a label goes with the other labels. Discard the label, guess, or exchange it; "
        "`bookmaker` prices both.",
        *("superstitious", "superstitious learning", "training to noise", "overtraining", "below chance"),
        shell="informed bookmaker FILE --actual A --predicted P",
    ),
    _concept(
        "Kelly",
        "Stakes in proportion to the probabilities (a portfolio): wealth grows by the mutual information per item.",
        *("Kelly growth", "Kelly's bets", "portfolio", "portfolio theory"),
        shell="informed bookmaker FILE --actual A --predicted P",
    ),
    _concept(
        "gold standard",
        "Actual labels that are taken as right: then quote informedness. Of two raters, neither of whom is right, "
        "quote correlation (2007, section 4).",
        *("cross-rater", "cross-evaluator agreement", "unimpeachable gold standard", "assessor agreement"),
        shell=f"{EVALUATE} --reference comparator",
    ),
    _concept(
        "incompletely labelled test set",
        "Items without an actual label. Precision can be measured; recall is refused (2007, section 4). Informedness, "
        "markedness and accuracy have sharp bounds over all labels that these items can have.",
        *("unjudged", "incompletely labelled", "incompletely characterized", "fully labelled", "bounds"),
        shell=f"{EVALUATE} --missing unjudged",
    ),
    _concept(
        "verification bias",
        "Only some items were verified, often those that were called positive: what would be found of all, if the "
        "prediction alone decides who is verified (Begg & Greenes), how far that may fail, and sharp bounds.",
        *("verified", "partial verification", "work-up bias", "Begg-Greenes", "ascertainment bias"),
        shell=f"{EVALUATE} --verified COLUMN",
        python="informed.evaluate(actual, predicted, verified=verified)",
    ),
    _concept(
        "levels of assurance",
        "A column that says how sure each actual label is (sure, possible): each level is judged apart, so that no "
        "measure mixes them (2007, section 4). Leave labels that are not sure empty, and `evaluate` gives bounds.",
        *("assurance", "sure and possible"),
        shell=f"{EVALUATE} --by ASSURANCE",
    ),
    _concept(
        "scales",
        "Of numbers and ordered labels (Likert), `evaluate --ordered` gives informedness of order, pairs put in the "
        "right order less those in the wrong one (Somers' D), and the two regression slopes (2007, section 5). Of two "
        "classes both are informedness. Labels that cut a normal variable have `tetrachoric`.",
        *("Likert", "Likert scale", "continuous", "continuous informedness", "continuous markedness", "dichotomous"),
        *("ordinal informedness", "ordinal", "informedness of order", "Somers' D", "Kendall's tau", "tau-b"),
        shell=f"{EVALUATE} --ordered",
        python="informed.evaluate(actual, predicted, ordered=True)",
    ),
    _concept(
        "Brown corpus",
        "500 occurrences of 'dog' and 'train' in 17 senses (Table 1 of 2003, with tf and df counts), clustered with "
        "AutoClass.",
        *("Table 1", "tf", "df", "tf:df", "AutoClass", "wav row"),
        shell="informed reproduce",
    ),
    _concept(
        "KDD Cup 2005",
        "800 queries, three human labellers, 67 categories (Steingold & Laclavik).",
        *("KDD Cup", "labeler 1", "labeler 2", "labeler 3", "three human labelers"),
        shell="informed reproduce",
    ),
    _concept(
        "interval",
        "A confidence interval of every measure, by the method that covers best for it.",
        *("confidence interval", "CI", "bootstrap", "posterior", "standard error"),
        shell=f"{EVALUATE} --level 0.9 --method bootstrap",
        python="informed.estimate(counts, 'informedness')",
    ),
    _concept(
        "cross-validation",
        "Models compared over folds, as fitted anew: the corrected resampled t test.",
        *("folds", "resampled t test", "Nadeau-Bengio"),
        shell="informed compare --help",
        python="informed.compare(actual, systems, fold=fold)",
    ),
    _concept(
        "sample size",
        "How many items a difference or an interval needs.",
        *("power", "planning", "power analysis"),
        shell="informed plan --help",
        python="informed.plan(...)",
    ),
)
