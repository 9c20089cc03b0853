"""Concepts of the papers and words of other fields: what they are, and where they are here."""

from __future__ import annotations

from informed.finder.term import Term

TABLE = 'informed table "30 12; 30 28" --rows predicted --labels +,-'
SWEEP = "informed sweep FILE --actual A --scores S"
SETS = "informed multilabel ACTUAL PREDICTED"
EVALUATE = "informed evaluate FILE --actual A --predicted P"


def _concept(name: str, sentence: str, *names: str, shell: str = "", python: str = "") -> Term:
    return Term(name, "concept", sentence, names, shell, python)


CONCEPTS = (
    # --- tables and letters
    _concept(
        "contingency table",
        "The counts of actual by predicted labels, also called confusion matrix. Capital letters are counts, small "
        "ones proportions: TP, FP, FN, TN, or A, B, C, D row by row with predictions in rows (Powers).",
        *("contingency", "confusion matrix", "TP", "FP", "FN", "TN", "N", "A B C D", "counts", "proportions"),
        *("RP", "RN", "PP", "PN", "P[l,c]", "tp_l=P[l,l]", "true positives", "false positives"),
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
        *("p_R(c)", "p_P(l)", "p_R", "p_P", "row sums", "column sums"),
        shell=EVALUATE,
    ),
    _concept(
        "expected table",
        "What independence gives with the same margins: etp = rp pp and so on. "
        "The chance of a measure is its value there.",
        *("etp", "efp", "efn", "etn", "EHP", "expected", "chance", "independence", "baseline"),
        python="counts.expected()",
    ),
    _concept(
        "chance mean",
        "The mean of a measure over samples of this size at independence, where it differs from its chance.",
        *("chance_mean", "small-sample mean"),
    ),
    _concept(
        "hits beyond chance",
        "dtp = tp - etp = tn - etn = -(fp - efp) = tp tn - fp fn: the measure `determinant`. Per label it is dtp_l.",
        *("dtp_l", "delta tp", "discriminant", "Lavrac's own WRAcc"),
        python='informed.measures.get("determinant[label]")(actual, predicted)',
    ),
    _concept(
        "inverse, dual and perverse problem",
        "The same table seen with the classes swapped (inverse), transposed (dual), or with the predictions swapped "
        "(perverse: always the opposite).",
        *("inverse", "dual", "perverse", "inverse problem", "dual problem", "perverse problem", "perverse point"),
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
    _concept(
        "signature",
        "The recipe of a number in one line: equal signatures mean comparable numbers.",
    ),
    # --- bets
    _concept(
        "odds",
        "Fair odds of a label with probability W are L:W with L = 1 - W: win L, lose W.",
        *("fair odds", "bookmaker odds", "L:W", "odds for label", "X:Y"),
        shell="informed bookmaker FILE --actual A --predicted P",
        python='informed.odds.Odds.parse("2:1").probability',
    ),
    _concept(
        "payoff",
        "What a bet on label l wins where c occurs, w(c|l): 1/p_R(l) if it is right, -1/(1 - p_R(l)) if not.",
        *("payoffs", "w(c|l)", "payoff matrix", "weighting", "stakes", "winnings"),
        python="informed.odds.payoffs(counts)",
    ),
    _concept(
        "dutch book",
        "Odds at which somebody wins whatever happens. A fair weighting leaves none: guessing wins 0.",
        *("Dutch-book check", "zero-sum", "fairness", "fair", "dutching", "no-loss strategy", "dutching stakes"),
        python='informed.odds.dutch_book(["2:1", "3:1", "4:1"])',
    ),
    _concept(
        "gain",
        "B(l) = G(l): what betting on a label gains at fair odds, the informedness of that label against the rest. "
        "1 - G(l) is guesswork. The mean over the bets made is edge.",
        *("G(l)", "B(l)", "gain factor", "guess factor", "gain/guess factor"),
        shell="informed bookmaker FILE --actual A --predicted P",
        python="informed.evaluate(actual, predicted).per_label[label]['informedness']",
    ),
    _concept(
        "M(l)",
        "The markedness of a label against the rest.",
        python="informed.evaluate(actual, predicted).per_label[label]['markedness']",
    ),
    _concept(
        "bookmaker",
        "The 2003 spreadsheet: odds, payoffs and winnings of every label. Its B is edge (2003); informedness weights "
        "labels by prevalence (2007).",
        *("bookmaker algorithm", "spreadsheet", "betting slip", "figure 1"),
        shell="informed bookmaker FILE --actual A --predicted P",
        python="informed.bookmaker(actual, predicted)",
    ),
    _concept(
        "informed or guess model",
        "A predictor that is informed with probability g and guesses otherwise: "
        "joint = g diag(r) + (1 - g) outer(b, r). Then B(l) = g for every label.",
        *("guess model", "perfect model", "G % mixture", "mixture", "g", "World"),
        shell="informed lab study measures",
        python="informed.lab.mixture(...)",
    ),
    _concept(
        "standardised training targets",
        "Targets that make guessing worth 0 in training: 1/7 and -1/7, -1/3 and 1/3 for classes 7:3.",
        *("training targets", "label bias diagnosis"),
        python="informed.lab.training_targets(...)",
    ),
    _concept(
        "abstention",
        "A prediction that was not made: a bet not placed. Informedness over all items counts it with zero weight; or "
        "the reduced table is discounted by n/N, the share answered.",
        *("abstain", "refusal", "no prediction", "zero weight", "zero stake", "n/N", "coverage of answers", "unsure"),
        *("n/N discount", "ignored classes", "rejection"),
        shell=f"{EVALUATE} --abstain unsure",
        python='informed.evaluate(actual, predicted, abstain="unsure")',
    ),
    # --- costs
    _concept(
        "cost",
        "What errors cost or outcomes are worth, per item, against chance and against always the same label.",
        *("costs", "price", "utility", "payoff of errors", "c_p", "c_n", "total cost", "cost matrix", "profit"),
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
    # --- ROC
    _concept(
        "ROC",
        "Recall against fallout at every threshold of a score.",
        *("roc curve", "receiver operating characteristic", "threshold", "thresholds", "operating point", "curve"),
        *("piecewise linear area", "trapezoid", "roc_auc", "auroc", "AUC of a score", "partial curve"),
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
        *("isocost", "isoline", "tangent", "tangent point of the highest isocost line"),
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
        *("balanced threshold", "bias = prevalence"),
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
        *("lift quality", "Lq", "gini coefficient", "cumulative gain", "Somers' D", "gain curve"),
        shell=SWEEP,
        python="informed.sweep(actual, scores).gini",
    ),
    _concept(
        "scoring rules",
        "Log-loss and Brier score of predicted probabilities, plain and against always the prevalence; calibration.",
        *("log-loss", "logloss", "Brier", "calibration", "reliability", "ECE", "cross-entropy"),
        python="informed.sweep(actual, scores).calibration()",
    ),
    # --- regression and association
    _concept(
        "regression",
        "The prediction regressed on the class has slope informedness and intercept fallout; the class on the "
        "prediction has slope markedness and intercept false omission rate (2007, equations 16 to 18).",
        *("regression coefficient", "regression y0 + r_x x", "slope", "intercept", "y0 + r_x x"),
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
        *("F by alpha", "F(0.5)", "F_beta", "f2", "f0.5"),
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
        *("weighted_precision", "weighted_recall", "AvInformedness"),
        python='informed.evaluate(actual, predicted).average("f_measure", weights="equal")',
    ),
    _concept(
        "recover",
        "Three independent ratios determine a binary table: which tables fit what a paper reports.",
        *("inverse problem of a table", "reconstruct", "from B and margins", "predicted recall"),
        *("Recall = B*IPrev+Bias", "Precision = M*IBias+Prev"),
        shell="informed recover --recall .8 --fallout .1 --skew 9",
        python="informed.recover(recall=0.8, fallout=0.1, skew=9)",
    ),
    _concept(
        "requirements",
        "What a measure should be able to tell: meaning, weak and strong discrimination, universality.",
        *("discrimination", "weak discrimination", "strong discrimination", "universality", "meaning"),
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
        "DeltaP' is informedness (from class to prediction), DeltaP markedness (from prediction to class).",
        *("cue", "causality", "implication", "contingency of cue and outcome"),
        shell="informed measures markedness",
    ),
    # --- label sets and raters
    _concept(
        "permuted proficiency",
        "alpha': the proficiency of label sets after the best renaming of the predicted labels.",
        *("alpha'", "alpha prime", "permuted alpha'", "reassigned", "reassignment", "relabelling", "renaming"),
        *("permuted", "optimal assignment", "hungarian"),
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
        *("micro", "pooled", "per-object", "per object", "micro average", "macro of the slides"),
        shell=SETS,
    ),
    _concept(
        "product proficiency",
        "I(prod P; prod A)/H(prod A): proficiency of whole sets as classes. Computable for small taxonomies only.",
        *("exact product form", "exact product form I(prod P;prod A)/H(prod A)", "per-object mean alpha"),
        python="informed.evaluate(actual_frozensets, predicted_frozensets)",
    ),
    _concept(
        "stability",
        "How much the measures of label sets vary over random halves of the items.",
        *("halving", "numeric stability", "split half"),
        shell=f"{SETS} --stability halves",
        python="informed.multilabel(actual, predicted).stability()",
    ),
    _concept(
        "degrees of freedom",
        "(K - 1)^2 for alpha, K - 1 suggested for beta (2007 section 5). The tests with K - 1 end in _beta.",
        *("df", "df (K-1)^2", "K-1 df"),
        shell="informed measures chi2_kb_beta",
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
