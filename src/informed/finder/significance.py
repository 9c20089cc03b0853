"""The tests of significance by name; `evaluate` computes them all."""

from __future__ import annotations

from informed.finder.term import Term

POWERS = "Powers 2007; not calibrated: it rejects far too rarely. Quote the p of informedness instead."
ASSOCIATION = "It tests association, whatever the labels are called."


def _test(name: str, sentence: str, *names: str) -> Term:
    return Term(
        name,
        "test",
        sentence,
        names,
        shell="informed evaluate FILE --actual A --predicted P --format json",
        python=f"informed.evaluate(actual, predicted).significance[{name!r}]",
    )


TESTS = (
    _test("informedness", "The p of informedness being 0; it agrees with its interval. The p to quote.", "p of B"),
    _test("z_informedness", "Informedness over its exact standard error with both margins fixed.", "z_B"),
    _test("permutation", "Informedness against labels exchanged at random, for sparse tables."),
    _test("chi2_kb", f"K N B^2 Evenness_R. {POWERS}", "KB", "chi2_KB", "chi-squared KB"),
    _test("chi2_km", f"K N M^2 Evenness_P. {POWERS}", "KM", "chi2_KM", "chi-squared KM"),
    _test("chi2_kbm", f"K N B M Evenness_G. {POWERS}", "KBM", "KMB", "chi2_KBM", "chi-squared KBM"),
    _test("chi2_kb_low_df", "chi2_kb with K - 1 degrees of freedom, which 2007 suggests for beta.", "KB beta"),
    _test("chi2_km_low_df", "chi2_km with K - 1 degrees of freedom, which 2007 suggests for beta.", "KM beta"),
    _test("chi2_kbm_low_df", "chi2_kbm with K - 1 degrees of freedom, which 2007 suggests for beta.", "KBM beta"),
    _test(
        "pearson", f"Pearson's chi-squared of the whole table: N B M for two classes. {ASSOCIATION}", "chi2", "N B M"
    ),
    _test("pearson_n1", f"Pearson's chi-squared times (N - 1)/N. {ASSOCIATION}"),
    _test(
        "g2",
        f"The log-likelihood ratio: 2 N times mutual information in nats. {ASSOCIATION}",
        "G-squared",
        "log-likelihood",
        "likelihood ratio test",
    ),
    *(
        _test(
            f"{test}_{side}_{axis}",
            f"The part of {test.replace('chi2', 'chi-squared')} in the {side} {axis} class.",
            f"{test}_{sign}{letter}",
        )
        for test in ("chi2", "g2")
        for side, sign in (("positive", "+"), ("negative", "-"))
        for axis, letter in (("predicted", "P"), ("actual", "R"))
    ),
    _test("yates", f"Pearson's chi-squared corrected for continuity, for two classes. {ASSOCIATION}"),
    _test("fisher", f"Fisher's exact test, two-sided, for two classes. {ASSOCIATION}", "Fisher exact"),
    _test("fisher_one_sided", f"Fisher's exact test, one-sided. {ASSOCIATION}"),
    _test("fisher_mid_p", f"Fisher's exact test with mid-p, less conservative. {ASSOCIATION}", "mid-p"),
    _test("fisher_mid_p_one_sided", f"Fisher's exact test with mid-p, one-sided. {ASSOCIATION}"),
    _test(
        "sellke",
        "The least probability of chance that a p leaves, from even odds: L = -e p ln p, Alpha = L/(1 + L), "
        "Beta = 1/(1 + L). Beta is a posterior probability, not a type II error.",
        "Sellke bound",
        "L(p)",
        "Alpha=L/(1+L)",
        "Beta=1/(1+L)",
        "beta",
    ),
)
