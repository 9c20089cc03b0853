"""Commands and public functions, and the words by which people look for them."""

from collections.abc import Callable, Iterator
from importlib import import_module

from informed.core.errors import InputError
from informed.core.letters import key
from informed.core.registry import by_key
from informed.finder.term import Term
from informed.questions import FORMERLY, QUESTIONS, home, others, today

SOUGHT: dict[str, tuple[str, ...]] = {
    "evaluate": (
        "report",
        "score",
        "metrics",
        "classification_report",
        "f1",
        "mcc",
        "precision",
        "recall",
        "accuracy",
        "matrix",
        "confusion",
        "confusion_matrix",
        "contingency",
        "table",
        *("hierarchy", "hierarchical", "tree", "levels", "paths", "partial_credit", "near_miss"),
    ),
    "compare": (
        *("mcnemar", "ab", "versus", "difference", "significance", "system", "systems", "ttest"),
        *("conditions", "subjects", "subject", "within_subjects", "itr", "bits_per_minute", "bci", "wolpaw"),
    ),
    "check": ("gate", "assert", "ci", "require", "test"),
    "sweep": ("roc", "threshold", "thresholds", "auc", "curve", "pr", "calibration", "scores", "cutoff"),
    "plan": ("power", "samplesize", "n"),
    "bookmaker": ("bet", "odds", "edge", "slip"),
    "deploy": ("prevalence", "project", "transfer"),
    "recover": ("reconstruct", "solve"),
    "match": (
        *("cluster", "clusters", "clustering", "ari", "rand", "nmi", "purity"),
        *("taxonomy", "doctor", "relabel", "rename", "split", "confused_labels"),
    ),
    "multilabel": ("sets", "labelsets", "tags", "hamming", "text_categorization", "community_detection"),
    "spans": ("ner", "entities", "entity", "named_entity", "seqeval", "nervaluate", "conll", "bio", "iob", "chunks"),
    "agree": ("kappa", "raters", "annotators", "agreement", "alpha", "krippendorff", "fleiss", "icc"),
    "judge": ("llm_judge", "rogan_gladen", "ppi", "proxy"),
    "consensus": ("dawid_skene", "crowd", "mace", "hui_walter", "latent", "vote", "majority", "aggregate"),
    "measures": ("metrics_list", "list", "find", "search", "explain", "glossary"),
    "schema": ("json_schema", "json", "openapi", "types"),
    "count": ("tally", "add", "sum", "join", "combine"),
    "history": ("trend", "runs_over_time", "change_point", "changepoint", "regression_over_time"),
    "leaderboard": ("ranking", "rank", "board", "best_system"),
    "watch": ("alarm", "monitoring", "shift", "sequential", "degradation"),
    "ledger": ("record", "runs", "store", "database", "log", "track", "export", "import"),
    "bench": ("calculator", "spreadsheet", "interactive", "offline"),
    "serve": ("web", "workbench", "server", "gui", "ui"),
    "lab": ("simulate", "montecarlo", "papers", "paper", "errata"),
}
"""What else people type for a command."""

SAYS = {
    "measures": "List all measures, or explain one term.",
    "schema": "Print the JSON Schema of the answer of a question, or of what it is asked.",
    "count": "Count the rows of files once, to evaluate later; add up saved counts, show what a sample log holds.",
    "ledger": "Say which ledger applies here and what it holds; export and import its runs.",
    "bench": "Write one page to type a table in and watch the verdict follow, without a server.",
    "serve": "Open the workbench in the browser.",
    "lab": "Simulate measures, intervals and tests; recompute the published figures of the papers.",
}
NAMESPACES = ("more", "odds", "lab")


def commands() -> Iterator[Term]:
    """Every command, with the function of the same name where there is one."""
    for name in (*QUESTIONS, *SAYS):
        asked = name in QUESTIONS
        words = (*SOUGHT.get(name, ()), *(former for former in FORMERLY if today(former.split())[0] == name))
        yield Term(
            name,
            "command",
            _question(name) if asked else SAYS[name],
            tuple(word for word in dict.fromkeys(words) if key(word) not in by_key()),
            shell=f"informed {name} --help",
            python=_called(name) if asked else "",
        )


def others_commands() -> Iterator[Term]:
    """The questions of other packages."""
    for name, each in others().items():
        yield Term(name, "command", _question(name), (each.package,), f"informed {name} --help", _called(name))


def _called(name: str) -> str:
    """How the function of a question is called in Python."""
    import informed

    return f"informed.{name}(...)" if name in informed._PLACES else f"informed.more.{name}(...)"


def functions() -> Iterator[Term]:
    """The public functions and classes that are no question."""
    import informed

    for name in informed._PLACES:
        if name not in QUESTIONS:
            yield Term(f"informed.{name}", "function", _doc("informed", name), (name,), python=f"informed.{name}")
    for space in NAMESPACES:
        for name in import_module(f"informed.{space}").__all__:
            called = f"informed.{space}.{name}"
            yield Term(called, "function", _doc(f"informed.{space}", name), (name, f"{space}.{name}"), python=called)


def _question(name: str) -> Callable[[], str]:
    """The sentence of a question; of one in another package that cannot be used, why."""

    def says() -> str:
        try:
            return str((others()[name].load() if name in others() else import_module(home(name))).__doc__).partition(
                "\n"
            )[0]
        except InputError as error:
            return f"{error}."

    return says


def _doc(module: str, name: str) -> Callable[[], str]:
    return lambda: str(getattr(import_module(module), name).__doc__ or "").strip().split("\n\n")[0].replace("\n", " ")
