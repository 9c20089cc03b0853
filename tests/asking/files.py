"""Files as other people's programs write them, made small: their columns by name, and what a person would ask of them.

A column is ``name:kind``. Kinds: ``a/b/c`` labels, ``~name`` those of another column with some of them wrong,
``p(name=b)`` the probability that this is b, ``id``, ``number``, ``decimal``, ``text``, ``date``, ``each(a/b)`` in
turn, ``const(a)``, ``many(20)`` so many names that come again, ``set(a/b/c)`` a list, ``~set(name)``.
"""

import json
import random
import re
from pathlib import Path

ROWS = 120

# file | columns | the question, and its columns; "nothing" where the file does not say enough
FORTY = """
sklearn.csv | y_true:0/1;y_pred:~y_true | evaluate actual=y_true predicted=y_pred
sklearn-index.csv | Unnamed: 0:id;y_true:0/1;y_pred:~y_true;y_prob:p(y_true=1) | evaluate actual=y_true predicted=y_pred
sklearn-split.csv | y_test:cat/dog/owl;y_pred:~y_test | evaluate actual=y_test predicted=y_pred
sklearn-several.csv | target:0/1/2;pred_rf:~target;pred_svm:~target | compare actual=target predicted=pred_rf,pred_svm
sklearn-proba.csv | y:0/1;proba_0:p(y=0);proba_1:p(y=1) | sweep actual=y scores=proba_1
sklearn-score.csv | y_true:0/1;y_score:p(y_true=1) | sweep actual=y_true scores=y_score
yardstick-two.csv | truth:Class1/Class2;Class1:p(truth=Class1);Class2:p(truth=Class2);predicted:~truth | evaluate actual=truth predicted=predicted
yardstick-hpc.csv | obs:VF/F/M/L;pred:~obs;VF:p(obs=VF);F:p(obs=F);M:p(obs=M);L:p(obs=L);Resample:each(Fold01/Fold02/Fold03) | evaluate actual=obs predicted=pred
tidymodels.csv | .pred_Class1:p(Class=Class1);.pred_Class2:p(Class=Class2);id:each(Fold1/Fold2/Fold3);.pred_class:~Class;.row:number;Class:Class1/Class2;.config:const(Model1) | evaluate actual=Class predicted=.pred_class
caret.csv | pred:~obs;obs:yes/no;rowIndex:id;Resample:each(Fold1/Fold2) | evaluate actual=obs predicted=pred
mlr3.csv | row_ids:id;truth:pos/neg;response:~truth;prob.pos:p(truth=pos);prob.neg:p(truth=neg) | evaluate actual=truth predicted=response
r-table.csv | rows:Prediction,Reference,Freq;ill,ill,30;well,ill,12;ill,well,30;well,well,28 | evaluate actual=Reference predicted=Prediction weights=Freq weight_kind=frequency
hugging-face.csv | text:text;label:spam/ham;prediction:~label | evaluate actual=label predicted=prediction
llm-answers.csv | question:text;gold:A/B/C/D;answer:~gold | evaluate actual=gold predicted=answer
llm-models.csv | prompt:text;ground_truth:A/B/C/D;gpt-4o:~ground_truth;claude-3-opus:~ground_truth;llama-3:~ground_truth | compare actual=ground_truth predicted=gpt-4o,claude-3-opus,llama-3
target-output.jsonl | input:text;target:yes/no;output:~target | evaluate actual=target predicted=output
weka.csv | inst#:id;actual:1:neg/2:pos;predicted:~actual;error:each(+/-);prediction:decimal | evaluate actual=actual predicted=predicted
knime.csv | Row ID:id;class:yes/no;Prediction (class):~class;P (class=yes):p(class=yes);P (class=no):p(class=no) | evaluate actual=class predicted=Prediction (class)
h2o.csv | predict:~actual;p0:p(actual=0);p1:p(actual=1);actual:0/1 | evaluate actual=actual predicted=predict
azure.csv | age:number;income:low/high;Scored Labels:~income;Scored Probabilities:p(income=high) | evaluate actual=income predicted=Scored Labels
bigquery.csv | predicted_label:~label;label:0/1;age:number;country:de/fr/it | evaluate actual=label predicted=predicted_label
keras.csv | label:0/1;probability:p(label=1) | sweep actual=label scores=probability
screening.csv | patient_id:id;age:number;sex:f/m;outcome:ill/well;test:~outcome | evaluate actual=outcome predicted=test
radiology.csv | case:id;reader1:benign/malignant;reader2:~reader1;reader3:~reader1 | agree raters=reader1,reader2,reader3
names.csv | id:id;anna:praise/question/complaint;ben:~anna;carla:~anna | agree raters=anna,ben,carla
crowd.csv | crossed:task_id,worker_id,label;a/b/c | agree item=task_id rater=worker_id label=label
mturk.csv | crossed:HITId,WorkerId,Answer.sentiment;good/bad | agree item=HITId rater=WorkerId label=Answer.sentiment
label-studio.csv | crossed:id,annotator,sentiment;good/bad | agree item=id rater=annotator label=sentiment
label-studio.json | export | agree
inspect.json | inspect | evaluate
mlflow.json | mlflow | evaluate
lm-eval.jsonl | lm-eval | evaluate
titanic.csv | PassengerId:id;Survived:0/1;Pclass:1/2/3;Sex:male/female;Age:number | nothing
iris.csv | sepal_length:decimal;sepal_width:decimal;species:setosa/virginica/versicolor | nothing
submission.csv | id:id;target:0/1 | nothing
fraud.csv | transaction_id:id;is_fraud:0/1;fraud_score:p(is_fraud=1) | sweep actual=is_fraud scores=fraud_score
weather.csv | date:date;observed:rain/sun;forecast:~observed | evaluate actual=observed predicted=forecast
nli.csv | premise:text;hypothesis:text;gold_label:entails/neutral/denies;pred_label:~gold_label | evaluate actual=gold_label predicted=pred_label
crosstab.csv | rows:actual,ill,well;ill,30,12;well,5,53 | evaluate rows=actual
savetxt.csv | rows:30,12;5,53 | nothing
judge.csv | id:id;human:pass/fail;model:~human | evaluate actual=human predicted=model
survey.csv | sample_weight:decimal;y_true:0/1;y_pred:~y_true | evaluate actual=y_true predicted=y_pred weights=sample_weight
headings.csv | Filename:id;True Label:cat/dog;Predicted Label:~True Label;Confidence:decimal | evaluate actual=True Label predicted=Predicted Label
topics.jsonl | id:id;true_labels:set(art/news/sport);pred_labels:~set(true_labels) | multilabel actual=true_labels predicted=pred_labels
"""  # noqa: E501


def lines(table):
    """The name of each file, its columns, and what a person would ask."""
    return [tuple(part.strip() for part in line.split(" | ")) for line in table.strip().splitlines()]


def wanted(said):
    """The question and its arguments; None for nothing."""
    question, *pairs = re.split(r" (?=\w+=)", said)
    given = dict(pair.split("=", 1) for pair in pairs)
    several = {"raters", *(["predicted"] if question == "compare" else [])}
    if question == "nothing":
        return None
    return question, {name: held.split(",") if name in several else held for name, held in given.items()}


def made(folder, name, spec, seed=1):
    """The file, written."""
    path, draw = Path(folder) / name, random.Random(f"{name} {seed}")
    kind, _, rest = spec.partition(":")
    if kind == "rows":
        path.write_text(rest.replace(";", "\n") + "\n")
    elif kind == "crossed":
        head, labels = rest.split(";")
        path.write_text(f"{head}\n" + "".join(_crossed(draw, labels.split("/"))))
    elif spec in EXPORTS:
        path.write_text(EXPORTS[spec](draw))
    else:
        named = (re.fullmatch(r"(.+?):((?:\d:)?[^:]+(?:/\d:.*)?)", each) for each in spec.split(";"))
        columns = _columns(draw, [each.groups() for each in named])
        rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
        if name.endswith(".jsonl"):
            path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        else:
            body = ([f'"{each}"' if "," in str(each) else str(each) for each in row.values()] for row in rows)
            path.write_text("".join(f"{','.join(row)}\n" for row in ([*columns], *body)))
    return path


def _crossed(draw, labels):
    for item in range(40):
        right = draw.choice(labels)
        for rater in draw.sample(["w1", "w2", "w3", "w4", "w5"], 3):
            yield f"t{item},{rater},{right if draw.random() < 0.8 else draw.choice(labels)}\n"


def _columns(draw, specs):
    found, left = {}, list(specs)
    while left:
        name, kind = left.pop(0)
        of = re.match(r"~set\((.*)\)|~(.*)|p\((.*)=(.*)\)", kind)
        source = next(filter(None, of.groups()), None) if of else None
        if source is not None and source not in found:
            left.append((name, kind))
        else:
            found[name] = _column(draw, kind, found)
    return {name: found[name] for name, _ in specs}


def _column(draw, kind, found):
    every = range(ROWS)
    if near := re.match(r"p\((.*)=(.*)\)", kind):
        centre = [0.7 if str(each) == near[2] else 0.3 for each in found[near[1]]]
        return [round(min(max(draw.gauss(each, 0.2), 0.001), 0.999), 4) for each in centre]
    if near := re.match(r"~set\((.*)\)", kind):
        return [[label for label in row if draw.random() < 0.8] or ["news"] for row in found[near[1]]]
    if names := re.match(r"many\((\d+)\)", kind):
        return [f"n{draw.randrange(int(names[1]))}" for _ in every]
    if inside := re.match(r"(set|each|const)\((.*)\)", kind):
        labels = inside[2].split("/")
        if inside[1] == "set":
            return [draw.sample(labels, draw.choice((1, 2))) for _ in every]
        return [labels[each % len(labels)] for each in every]
    if kind.startswith("~"):
        right = found[kind[1:]]
        labels = sorted(set(right))
        return [draw.choice(labels) if draw.random() < 0.25 else each for each in right]
    plain = {
        "id": lambda each: each + 1,
        "number": lambda _: draw.randint(18, 90),
        "decimal": lambda _: round(draw.uniform(0.5, 1), 3),
        "text": lambda each: f"some words about the thing {each}",
        "date": lambda each: f"2025-{each // 28 + 1:02}-{each % 28 + 1:02}",
    }
    if kind in plain:
        return [plain[kind](each) for each in every]
    return [draw.choice(kind.split("/")) for _ in every]


# --- files of programs that have a form of their own ---


def _label_studio(draw):
    def entry(rater, label, number):
        result = [{"from_name": "mood", "to_name": "text", "type": "choices", "value": {"choices": [label]}}]
        return {"id": number, "completed_by": rater, "was_cancelled": False, "ground_truth": False, "result": result}

    tasks = []
    for task in range(30):
        right = draw.choice(("good", "bad"))
        said = [right if draw.random() < 0.8 else draw.choice(("good", "bad")) for _ in range(3)]
        annotations = [entry(rater, label, 10 * task + rater) for rater, label in enumerate(said, start=1)]
        tasks.append({"id": task, "data": {"text": f"text {task}"}, "annotations": annotations, "predictions": []})
    return json.dumps(tasks)


def _lm_eval(draw):
    lines = []
    for item in range(40):
        right = draw.randrange(4)
        said = right if draw.random() < 0.7 else draw.randrange(4)
        doc = {"question": f"question {item}", "choices": [*"wxyz"], "answer": right}
        resps = [[[0.0 if each == said else -2.0 - each, False]] for each in range(4)]
        arguments = [[f"question {item}", f" {each}"] for each in "wxyz"]
        lines.append({
            "doc_id": item, "doc": doc, "target": str(right), "arguments": arguments, "resps": resps,
            "filtered_resps": [each[0] for each in resps], "acc": float(said == right),
        })  # fmt: skip
    return "".join(f"{json.dumps(each)}\n" for each in lines)


def _inspect(draw):
    samples = []
    for item in range(40):
        right = draw.choice("ABCD")
        said = right if draw.random() < 0.7 else draw.choice("ABCD")
        score = {"value": "C" if said == right else "I", "answer": said}
        samples.append({
            "id": item, "epoch": 1, "input": f"question {item}", "choices": [*"wxyz"], "target": right,
            "output": {"model": "m"}, "scores": {"choice": score},
        })  # fmt: skip
    head = {"task": "trivia", "model": "m", "task_id": "t", "run_id": "r", "created": "2025-01-01T00:00:00+00:00"}
    return json.dumps({"version": 2, "status": "success", "eval": head, "samples": samples})


def _mlflow(draw):
    rows = []
    for item in range(40):
        right = draw.choice(("yes", "no"))
        said = right if draw.random() < 0.7 else draw.choice(("yes", "no"))
        rows.append([f"question {item}", right, said, float(said == right)])
    return json.dumps({"columns": ["inputs", "targets", "outputs", "exact_match/v1/score"], "data": rows})


EXPORTS = {"export": _label_studio, "lm-eval": _lm_eval, "inspect": _inspect, "mlflow": _mlflow}


# files that were written after the rules were, and that tempt: names of roles with another meaning
TEMPTING = """
experiment.csv | user_id:id;test:0/1;outcome:0/1 | nothing
staff.csv | doctor_female:0/1;doctor_senior:0/1;stay:number | nothing
reviews.csv | rows:reviewer,product,category;ann,p1,book;bob,p1,book;ann,p2,film;bob,p2,film;cid,p3,book;ann,p3,book;bob,p4,film;cid,p4,film | nothing
boxes.csv | image:id;label:cat/dog;prediction:~label;x:number;w:number;h:number | evaluate actual=label predicted=prediction
stacked.csv | question:many(40);model:each(gpt/llama/claude);gold:A/B/C;answer:~gold | nothing
splits.csv | split:train/test;y_true:0/1;y_pred:~y_true | nothing
sales.csv | month:date;actual:number;forecast:number | nothing
moods.csv | label:POSITIVE/NEGATIVE;score:decimal | nothing
pairs.csv | home_team:ajax/psv/twente;away_team:ajax/psv/twente;result:1/0/2 | nothing
translation.csv | source:en/de/fr;target:en/de/fr | nothing
heart.csv | age:number;sex:0/1;cp:0/1/2/3;fbs:0/1;exang:0/1;target:0/1 | nothing
bank.csv | age:number;job:a/b/c;housing:yes/no;loan:yes/no;y:yes/no | nothing
housing.csv | y_true:decimal;y_pred:decimal | nothing
churn.csv | customerID:id;Churn:Yes/No;Probability:p(Churn=Yes) | sweep actual=Churn scores=Probability positive=Yes
anonymous.csv | a:x/y/z;b:~a | nothing
repeated.csv | patient:many(20);true:ill/well;predicted:~true | evaluate actual=true predicted=predicted
counts-by-site.csv | rows:site,actual,predicted,n;a,ill,ill,30;a,ill,well,12;a,well,ill,5;a,well,well,50;b,ill,ill,3;b,well,well,8 | evaluate actual=actual predicted=predicted weights=n weight_kind=frequency
loyal.csv | actual:a/b;predicted:~actual;count:number | nothing
grades.csv | rater_1:1/2/3/4/5;rater_2:~rater_1 | agree raters=rater_1,rater_2
silver.csv | id:id;gold:A/B;silver:~gold;model:~gold | evaluate actual=gold predicted=model
dates.csv | timestamp:date;expected:ok/fault;detected:~expected | evaluate actual=expected predicted=detected
spacy.jsonl | text:text;gold_label:ORG/PER/LOC;pred_label:~gold_label;score:decimal | evaluate actual=gold_label predicted=pred_label
nested.jsonl | expected:yes/no;response:~expected | evaluate actual=expected predicted=response
prompted.csv | prompt:text;reference:A/B/C/D;prediction:~reference;correct:0/1 | evaluate actual=reference predicted=prediction
"""  # noqa: E501
