"""Every test of one table by name: what it asks, how it is computed, and when not to trust it."""

from dataclasses import dataclass

INFORMED = "Is it informed?"
ASSOCIATED = "Is it associated?"
POWERS = "Powers' own statistics"
QUESTIONS = {
    INFORMED: "Are the labels right more often than guessing makes them? Null hypothesis: informedness is 0.",
    ASSOCIATED: "Does the prediction tell anything about the class? Null hypothesis: both are independent.",
    POWERS: "The statistics of the 2007 report. They reject far too rarely; quote the p of the calibrated ones.",
}


@dataclass(frozen=True)
class Declared:
    """A test as it is explained: the question it asks, its formula, its source and its other names."""

    name: str
    asks: str
    says: str
    formula: str
    source: str
    aliases: tuple[str, ...] = ()
    beware: str | None = None


_RARELY = (
    "Its p is not calibrated: at level 0.05 it rejects a guesser in about 0.2% of the tables for two classes. "
    "Quote the p of the calibrated one."
)
_PART = "A part of the whole test: quote the whole one unless you asked about this margin before you saw the data."

TESTS: tuple[Declared, ...] = (
    Declared(
        "informedness",
        INFORMED,
        "The p-value that agrees with the confidence interval of informedness. It is the p to quote.",
        "the level at which the interval of informedness just includes 0",
        "Powers 2007, section 4; interval: see informedness",
        ("p_value", "p of B"),
    ),
    Declared(
        "sellke",
        INFORMED,
        "The least probability that chance keeps, given the p-value of informedness and even odds before the data.",
        "L = -e p ln p;  alpha = L / (1 + L)",
        "Sellke, Bayarri & Berger 2001; Powers 2007, equations 36 to 38",
        ("sellke_bound", "sellke_alpha", "L(p)", "Alpha=L/(1+L)", "bayes_factor_bound"),
        "It holds for p < 1/e. Alpha is a posterior probability, not a level of significance.",
    ),
    Declared(
        "sellke_beta",
        INFORMED,
        "The largest probability that any alternative gets, given the p-value of informedness and even odds.",
        "beta = 1 / (1 + L) = 1 - alpha",
        "Sellke, Bayarri & Berger 2001; Powers 2007, equation 38",
        ("beta", "Beta=1/(1+L)"),
        "Powers calls it a type II error; it is a posterior probability (erratum E40).",
    ),
    Declared(
        "z_informedness",
        INFORMED,
        "Informedness over its standard deviation when both margins are fixed and labels are assigned at random.",
        "z = B / sd(B), the exact variance with fixed margins",
        "derived from the hypergeometric distribution of the hits",
        ("z_B",),
    ),
    Declared(
        "permutation",
        INFORMED,
        "The share of tables with the same margins whose informedness is at least as far from 0.",
        "(1 + tables as far from 0) / (1 + tables drawn)",
        "Fisher 1935",
        ("permutation_test", "randomization_test"),
    ),
    Declared(
        "pearson",
        ASSOCIATED,
        "The chi-squared test of independence over all cells.",
        "chi2 = sum (observed - expected)^2 / expected = N B M for two classes;  df = (A - 1)(P - 1)",
        "Pearson 1900; Powers 2007, section 2.7",
        ("chi2", "chi_squared", "chisq", "N B M"),
        "A cell that expects fewer than 5 items makes the p rough: use fisher.",
    ),
    Declared(
        "pearson_n1",
        ASSOCIATED,
        "The chi-squared test with (N - 1) / N in front: better for small tables.",
        "chi2 (N - 1) / N",
        "Campbell 2007",
        ("n-1_chi_squared",),
    ),
    Declared(
        "g2",
        ASSOCIATED,
        "The likelihood ratio test of independence: information in the table times the number of items.",
        "G2 = 2 sum observed ln(observed / expected) = 2 N MI in nats;  df = (A - 1)(P - 1)",
        "Wilks 1938; Powers 2007, equation 31 (erratum E12)",
        ("g_squared", "log-likelihood", "likelihood_ratio_test", "g_test"),
        "With few items per cell it rejects too often.",
    ),
    *(
        Declared(
            f"chi2_{where}",
            ASSOCIATED,
            f"The part of chi-squared from the items {what}.",
            formula,
            "Powers 2007, equations 30 and 33",
            (letter,),
            _PART,
        )
        for where, what, letter, formula in (
            ("positive_predicted", "predicted positive", "chi2_+P", "N B^2 Evenness_R / Bias"),
            ("negative_predicted", "predicted negative", "chi2_-P", "N B^2 Evenness_R / IBias"),
            ("positive_actual", "that are positive", "chi2_+R", "N M^2 Evenness_P / Prev"),
            ("negative_actual", "that are negative", "chi2_-R", "N M^2 Evenness_P / IPrev"),
        )
    ),
    *(
        Declared(
            f"g2_{where}",
            ASSOCIATED,
            f"The part of G2 from the items {what}.",
            "2 sum observed ln(observed / expected) over these items",
            "Powers 2007, equation 31",
            (letter,),
            _PART,
        )
        for where, what, letter in (
            ("positive_predicted", "predicted positive", "G2_+P"),
            ("negative_predicted", "predicted negative", "G2_-P"),
            ("positive_actual", "that are positive", "G2_+R"),
            ("negative_actual", "that are negative", "G2_-R"),
        )
    ),
    Declared(
        "yates",
        ASSOCIATED,
        "The chi-squared test with every difference shortened by a half.",
        "sum (|observed - expected| - 1/2)^2 / expected",
        "Yates 1934",
        ("yates_correction", "continuity_correction"),
        "It rejects too rarely: prefer pearson_n1 or fisher_mid_p.",
    ),
    Declared(
        "fisher",
        ASSOCIATED,
        "The exact test: the probability of all tables with these margins that are no more likely than this one.",
        "sum of hypergeometric probabilities <= that of the table",
        "Fisher 1935; Powers 2007, section 2.7",
        ("fisher_exact", "fisher's exact test", "fisher_two_sided"),
    ),
    Declared(
        "fisher_one_sided",
        ASSOCIATED,
        "The exact probability of at least as many hits as were seen.",
        "sum of hypergeometric probabilities of tp and more",
        "Fisher 1935; Powers 2007, section 2.7",
        ("fisher_greater",),
        "Only where a predictor that is worse than guessing is of no interest.",
    ),
    Declared(
        "fisher_mid_p",
        ASSOCIATED,
        "Fisher's exact test with half the probability of the table itself: less conservative.",
        "p - (probability of the table) / 2",
        "Lancaster 1961",
        ("mid_p",),
    ),
    Declared(
        "fisher_mid_p_one_sided",
        ASSOCIATED,
        "The one-sided exact test with half the probability of the table itself.",
        "p - (probability of the table) / 2, one-sided",
        "Lancaster 1961",
        ("mid_p_one_sided",),
        "Only where a predictor that is worse than guessing is of no interest.",
    ),
    *(
        Declared(
            name,
            POWERS,
            f"{what} as a chi-squared statistic.",
            formula,
            "Powers 2007, equations 32 to 35, 39 to 41",
            aliases,
            _RARELY,
        )
        for name, what, formula, aliases in (
            ("chi2_kb", "Informedness", "K N B^2 Evenness_R;  df = (K - 1)^2, for alpha", ("KB", "chi-squared KB")),
            ("chi2_km", "Markedness", "K N M^2 Evenness_P;  df = (K - 1)^2, for alpha", ("KM", "chi-squared KM")),
            (
                "chi2_kbm",
                "Correlation",
                "K N B M Evenness_G;  df = (K - 1)^2, for alpha",
                ("KBM", "KMB", "chi-squared KBM"),
            ),
        )
    ),
    *(
        Declared(
            f"{name}_beta",
            POWERS,
            f"{name} with K - 1 degrees of freedom, which Powers suggests for beta; one is right for both.",
            f"{name};  df = K - 1, for beta",
            "Powers 2007, section 5",
            (f"{letter}_beta",),
            _RARELY,
        )
        for name, letter in (("chi2_kb", "KB"), ("chi2_km", "KM"), ("chi2_kbm", "KBM"))
    ),
    *(
        Declared(
            f"{name}_calibrated",
            POWERS,
            f"{name} over its scale under chance, which follows from the margins: its p keeps its level.",
            formula,
            "docs/methods/kb.md, after Powers 2007, section 6",
            (f"calibrated {letter}", f"{letter} calibrated"),
        )
        for name, letter, formula in (
            ("chi2_kb", "KB", "KB / (K N Evenness_R Var(B)) = B^2 / Var(B), both margins fixed;  df = 1"),
            ("chi2_km", "KM", "KM / (K N Evenness_P Var(M)) = M^2 / Var(M), both margins fixed;  df = 1"),
            ("chi2_kbm", "KBM", "B M / (sd(B) sd(M)), a product of two correlated deviates;  df = 1 for two classes"),
        )
    ),
)

BY_NAME = {each.name: each for each in TESTS}
