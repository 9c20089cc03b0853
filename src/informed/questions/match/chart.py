"""Matches, and changes of labels, as charts."""

from informed.questions.match.changes import Taxonomy
from informed.questions.match.compute import Matching
from informed.writers.charts import Figure, heat, lanes
from informed.writers.charts.rows import Rows, cell_rows
from informed.writers.layout import seen


def clusters(found: Matching) -> Rows:
    """The items of each class in each cluster; clusters stand in the order of the classes that they stand for."""
    labels = list(found.clusters.labels)
    place = {cluster: len(labels) if label is None else labels.index(label) for cluster, label in found.mapping.items()}
    rows = cell_rows(found.clusters, labels, sorted(found.clusters.labels_predicted, key=lambda each: place[each]))
    names = {
        seen(cluster): f"{seen(cluster)}: {'none' if label is None else seen(label)}"
        for cluster, label in found.mapping.items()
    }
    return [{**row, "predicted": names[row["predicted"]], "across": "cluster: what it stands for"} for row in rows]


def changes(found: Taxonomy) -> Rows:
    """Informedness on the held-out items: as they are, after each change by itself, and after all."""
    each = [
        (f"{one.action} {seen(one.labels[0])}, {seen(one.labels[1])}", found.before + one.gain) for one in found.changes
    ]
    steps = [("as they are", found.before), *each, *([("all changes", found.after)] if each else [])]
    return [{"measure": name, "value": value, "chance": 0.0} for name, value in steps]


FIGURES = {
    "matching": {"clusters": Figure("Clusters and classes", clusters, heat.shares)},
    "taxonomy": {"changes": Figure("Informedness on held-out items", changes, lanes.forest)},
}
