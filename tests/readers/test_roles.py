"""What columns are for, told from names that other people give them; no role where it is not clear.

Each table has its header, its rows, and the roles that a person who reads it would give, without looking at our answer.
"""

import random

import pytest

from informed.readers.roles import roles_of, seen

# header | rows | roles: actual=A, predicted=P, several with commas; a role in brackets may be left out
TABLES = """
y_true,y_pred | 0,0;1,1;1,0;0,0;1,1;0,1 | actual=y_true predicted=y_pred
Unnamed: 0,y_true,y_pred | 0,a,a;1,b,b;2,b,a;3,a,a | id=Unnamed: 0 actual=y_true predicted=y_pred
label,prediction | spam,spam;ham,ham;ham,spam;spam,spam | actual=label predicted=prediction
text,label,predicted_label | hello you,pos,pos;bad day,neg,neg;so so,neg,pos;nice,pos,pos | actual=label predicted=predicted_label
gold,answer | A,A;B,C;C,C;B,B;A,A | actual=gold predicted=answer
question,gold,answer | what is it,A,A;who was it,B,C;where,C,C;when,B,B;why,A,A | actual=gold predicted=answer
target,output | cat,cat;dog,cat;dog,dog;cat,cat | actual=target predicted=output
Actual,Predicted | setosa,setosa;virginica,virginica;virginica,versicolor;versicolor,versicolor;setosa,setosa | actual=Actual predicted=Predicted
truth,response | yes,yes;no,yes;no,no;yes,yes | actual=truth predicted=response
reference,hypothesis | N,N;V,N;V,V;N,N | actual=reference predicted=hypothesis
reference,hypothesis | the cat sat,a cat sat;he went home,he goes home;it is late,it was late | none
id,human,model | 1,pass,pass;2,fail,pass;3,fail,fail;4,pass,pass | id=id actual=human predicted=model
outcome,test | 1,1;0,0;0,1;1,0;0,0 | actual=outcome predicted=test
patient_id,age,outcome,test | p1,61,1,1;p2,52,0,0;p3,70,0,1;p4,48,1,1;p5,66,0,0 | id=patient_id actual=outcome predicted=test
y,prob | 0,0.1;1,0.93;1,0.4;0,0.33 | actual=y scores=prob
label,prob_0,prob_1 | 0,0.9,0.1;1,0.2,0.8;1,0.45,0.55;0,0.7,0.3 | actual=label scores=prob_0,prob_1
y_test,y_pred,y_prob | 0,0,0.2;1,1,0.8;1,0,0.4;0,0,0.1 | actual=y_test predicted=y_pred scores=y_prob
true_label,pred_label,confidence | cat,cat,0.9;dog,cat,0.51;dog,dog,0.8;cat,cat,0.7 | actual=true_label predicted=pred_label
label,score | POSITIVE,0.99;NEGATIVE,0.93;POSITIVE,0.71;POSITIVE,0.62 | none
target,pred_rf,pred_svm,pred_nn | a,a,a,b;b,b,a,b;a,a,a,a;b,a,b,b | actual=target predicted=pred_rf,pred_svm,pred_nn
ground_truth,gpt-4o,claude-3-opus,llama-3 | A,A,A,B;B,B,B,B;C,A,C,C;A,A,A,C;B,C,B,B | actual=ground_truth predicted=gpt-4o,claude-3-opus,llama-3
annotator_1,annotator_2,annotator_3 | x,x,y;y,y,y;x,x,x;y,x,y | rater=annotator_1,annotator_2,annotator_3
item,rater1,rater2 | i1,0,0;i2,1,1;i3,1,0;i4,0,0 | rater=rater1,rater2
ann,bob,cid | complaint,complaint,complaint;question,question,praise;praise,praise,praise;question,complaint,question | rater=ann,bob,cid
task,worker,label | t1,w1,a;t1,w2,b;t2,w1,b;t2,w2,b;t3,w1,a;t3,w2,a | item=task rater=worker label=label
question_id,annotator,rating | 1,ann,good;1,bob,good;2,ann,bad;2,bob,good;3,ann,bad;3,bob,bad | item=question_id rater=annotator label=rating
gold_label,annotator1,annotator2 | e,e,n;n,n,n;c,c,c;e,e,e;n,c,n | actual=gold_label rater=annotator1,annotator2
premise,hypothesis,gold_label,label1,label2 | a man walks,he moves,e,e,e;a dog runs,it sits,c,c,c;she reads,she smiles,n,n,c;he eats,he is fed,e,e,n | actual=gold_label predicted=(label1),(label2)
date,actual,forecast,radar | 2025-01-01,sun,sun,sun;2025-01-02,rain,sun,rain;2025-01-03,rain,rain,rain;2025-01-04,sun,sun,rain;2025-01-05,sun,sun,sun | date=date actual=actual predicted=forecast,(radar)
site,diagnosis_true,diagnosis_pred | north,ill,ill;south,well,ill;north,well,well;south,ill,ill;north,well,well | (by)=site actual=diagnosis_true predicted=diagnosis_pred
gender,y,yhat | f,1,1;m,0,0;f,0,1;m,1,1;f,0,0;m,1,0 | (by)=gender actual=y predicted=yhat
fold,true,pred | 1,a,a;1,b,b;2,a,b;2,b,b;3,a,a;3,b,a | fold=fold actual=true predicted=pred
actual,predicted,n | ill,ill,30;ill,well,12;well,ill,30;well,well,28 | actual=actual predicted=predicted (weights)=n
sample_weight,y_true,y_pred | 0.5,0,0;1.5,1,1;2.0,1,0;0.7,0,0 | weights=sample_weight actual=y_true predicted=y_pred
patient,true,predicted | p1,ill,ill;p1,ill,well;p2,well,well;p2,well,well;p3,ill,ill | (cluster)=patient actual=true predicted=predicted
class,cluster | lager,c3;stout,c4;ale,c2;stout,c4;ale,c3;lager,c3 | (actual)=class (clusters)=cluster
species,prediction | cat,cat;dog,dog;cat,dog;dog,dog;cat,cat | (actual)=species predicted=prediction
expected_output,model_output | yes,yes;no,yes;no,no;yes,yes;no,no | actual=expected_output predicted=model_output
correct_answer,model_answer,is_correct | A,A,1;B,C,0;C,C,1;A,A,1;B,B,1 | actual=correct_answer predicted=model_answer
human_label,judge_label | good,good;bad,good;bad,bad;good,good | actual=human_label predicted=judge_label
human1,human2,human3 | 1,1,0;0,0,0;1,0,1;1,1,1;0,0,1 | rater=human1,human2,human3
is_fraud,fraud_score | 0,0.02;1,0.94;0,0.31;1,0.58;0,0.11 | none
target,risk_score | 0,12;1,87;0,33;1,54;0,21;1,90 | actual=target scores=risk_score
actual,p_cat,p_dog,p_owl | cat,0.8,0.1,0.1;dog,0.2,0.5,0.3;owl,0.1,0.3,0.6;cat,0.6,0.3,0.1 | actual=actual scores=p_cat,p_dog,p_owl
y_true,y_pred | 0,0.13;1,0.84;1,0.45;0,0.22 | actual=y_true scores=y_pred
y_true,y_pred | 3.1,2.9;4.7,4.4;5.2,5.9;1.1,1.3 | none
PassengerId,Survived,Pclass,Sex,Age | 1,0,3,male,22;2,1,1,female,38;3,1,3,female,26;4,1,1,female,35;5,0,3,male,35 | (id)=PassengerId
sepal_length,sepal_width,species | 5.1,3.5,setosa;4.9,3.0,setosa;6.3,3.3,virginica;5.8,2.7,virginica | none
home_team,away_team | ajax,psv;psv,ajax;twente,ajax;psv,twente;ajax,twente | none
source,target | en,de;de,en;fr,en;en,fr;de,fr | none
before,after | low,low;low,high;high,high;low,high;low,low | none
smoker,diabetes,target | 0,0,0;1,0,1;0,1,1;1,1,1;0,0,0 | none
age,height,weight,outcome,test | 61,170,72,1,1;52,181,90,0,0;70,165,61,0,1;48,177,80,1,1;52,169,66,0,0 | actual=outcome predicted=test
country,city,population | fr,paris,2.1;fr,lyon,0.5;de,bonn,0.3;de,ulm,0.1 | none
id,title,tags | 1,One way,a b;2,Another,c;3,A third,a;4,More,b c | id=id
instruction,output | add them,4;say hi,hi;name it,Bob;count,7 | none
prompt,response,score | p one,fine,0.2;p two,well,0.7;p three,good,0.4 | none
name,email,signup_date | Ann,a@x.org,2024-01-01;Bob,b@x.org,2024-01-02;Cid,c@x.org,2024-02-01 | none
tokens,ner_tags,pred_tags | Ann,B-PER,B-PER;ran,O,O;Bonn,B-LOC,B-PER;home,O,O | actual=(ner_tags) predicted=(pred_tags)
QuestionID,Expected,Observed | 1,a,a;2,b,a;3,b,b;4,a,a | id=QuestionID
PREDICTED_CLASS,ACTUAL_CLASS | x,x;y,x;y,y;x,x | predicted=PREDICTED_CLASS actual=ACTUAL_CLASS
predictedLabel,trueLabel | x,x;y,x;y,y;x,x | predicted=predictedLabel actual=trueLabel
"""  # noqa: E501


def told(line):
    """The header, the rows, the roles that must be found, and those that may be."""
    header, rows, said = (part.strip() for part in line.split(" | "))
    must, may = set(), set()
    for one in () if said == "none" else said.replace("Unnamed: 0", "Unnamed:0").split(" "):
        role, _, names = one.partition("=")
        for name in names.split(","):
            loose = "(" in role or "(" in name
            (may if loose else must).add((role.strip("()"), name.strip("()").replace("Unnamed:0", "Unnamed: 0")))
    names = header.split(",")
    cells = [row.split(",") for row in rows.split(";")]
    assert {len(row) for row in cells} == {len(names)}, line
    return names, cells, must, may


LINES = [line for line in TABLES.strip().splitlines() if line]


def found(names, rows):
    return {(each.role, each.column) for each in roles_of([*map(seen, names, zip(*rows, strict=True))])}


@pytest.mark.parametrize("line", LINES)
def test_no_role_is_wrong(line):
    names, rows, must, may = told(line)
    assert found(names, rows) <= must | may


def test_nine_of_ten_tables_have_all_their_roles():
    whole = [line for line in LINES if told(line)[2] <= found(*told(line)[:2])]
    assert len(LINES) >= 40
    assert len(whole) >= 0.9 * len(LINES), [line for line in LINES if line not in whole]


def test_columns_that_have_nothing_to_do_with_each_other_are_not_taken_for_raters():
    """1,000 tables of three independent columns of 100 rows with the same labels (seed 1): in at most 1% a role."""
    draw = random.Random(1)
    column = lambda: draw.choices("abcd", weights=[draw.random() for _ in range(4)], k=100)  # noqa: E731
    told = [found(("shade", "shape", "place"), [*zip(column(), column(), column(), strict=True)]) for _ in range(1000)]
    assert sum(map(bool, told)) <= 10


def test_raters_of_a_moderate_agreement_are_seen():
    """1,000 pairs of raters (seed 2) who each give the label of the item in 9 of 10 of 100 items: in 95% raters."""
    draw = random.Random(2)
    met = 0
    for _ in range(1000):
        items = draw.choices(("good", "poor", "none"), k=100)
        rated = [
            [draw.choice(("good", "poor", "none")) if draw.random() < 0.15 else each for each in items] for _ in "ab"
        ]
        met += found(("ann", "bob"), [*zip(*rated, strict=True)]) == {("rater", "ann"), ("rater", "bob")}
    assert met >= 950


def test_a_name_without_values_that_fit_is_no_role():
    """Labels that never come again are no labels, whatever the column is called."""
    texts = [f"a long answer, number {each}" for each in range(50)]
    assert not found(("gold", "prediction"), [*zip(texts, reversed(texts), strict=True)])


def test_every_role_says_why_and_how_sure():
    for line in LINES:
        names, rows, *_ = told(line)
        for each in roles_of([*map(seen, names, zip(*rows, strict=True))]):
            assert each.sure in ("sure", "likely")
            assert each.why.startswith("it") or each.column in names
            assert len(each.why.split()) > 2, each
