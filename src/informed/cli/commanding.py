"""The command of a question, made from its declaration: options in groups, one refusal for all, one way out."""

import warnings
from collections import Counter
from collections.abc import Sequence
from typing import Any

import click
from click.core import ParameterSource

from informed.asking.declared import GROUPS, Answer, Choice, Flag, Given, Parameter, Question
from informed.asking.reading import complete
from informed.asking.recording import Recording
from informed.asking.vocabulary import ITEMS, PRINTING, RECORDING, formatted
from informed.cli.origin import origin
from informed.core.errors import InputError, door
from informed.core.result import DATA, IMAGES
from informed.core.writing import visible
from informed.writers.layout import following

SEVERAL = dict.fromkeys(  # what is meant by several values of an option, by command and option
    [("evaluate", "predicted"), ("check", "predicted")], ", or use informed compare for several systems"
)
EXAMPLES = 2  # in the short help
OTHER = (*PRINTING, formatted())  # the parameters of the way out


class Typed(click.ParamType):  # type: ignore[type-arg]
    """What an option takes: the kind of its parameter reads it, and refuses it in our words."""

    def __init__(self, parameter: Parameter) -> None:
        self.parameter, self.name = parameter, parameter.shown or parameter.kind.shown

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value."""
        return self.parameter.read(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """The choices that begin like this."""
        from click.shell_completion import CompletionItem

        names = self.parameter.kind.names if isinstance(self.parameter.kind, Choice) else ()
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


class Said(click.Option):
    """A parameter as an option; a single one that is given twice is refused, not overwritten."""

    def __init__(self, parameter: Parameter) -> None:
        self.parameter = parameter
        flag = isinstance(parameter.kind, Flag)
        how: dict[str, Any] = {"is_flag": True} if flag else {"type": Typed(parameter), "multiple": parameter.repeats}
        if not parameter.repeats:
            how["default"] = parameter.default if not flag or "/" in parameter.written else bool(parameter.default)
        names = [parameter.name, parameter.written, *parameter.other, *filter(None, [parameter.short])]
        super().__init__(names, help=parameter.help, **how)

    def lines(self, ctx: click.Context) -> tuple[str, str]:
        """The option and what it means, as the help shows it."""
        each = self.parameter
        names = ", ".join(filter(None, [each.short, *(name for name in self.opts if name != each.short)]))
        value = "" if isinstance(each.kind, Flag) else f" {each.shown or each.kind.shown}"
        usual = f" [default: {each.default}]" if isinstance(each.default, str | int | float) and each.default else ""
        needed = " [required]" if each.required else ""
        return f"{names}{value}", f"{each.help}{usual}{needed}"


def positional(parameter: Parameter) -> click.Argument:
    """A parameter that is said without a name."""
    many, rest = parameter.positional in ("many", "rest"), parameter.positional == "rest"
    kind = click.UNPROCESSED if rest else None
    return click.Argument(
        [parameter.name], nargs=-1 if many else 1, required=False, type=kind, default=parameter.default
    )


class Command(click.Command):
    """The command of a question."""

    def __init__(self, question: Question) -> None:
        self.question, self.commands = question, commands_below(question)
        way_out = () if question.formats is None else (formatted(question.formats), *PRINTING)
        recording = (*RECORDING, *(ITEMS if "items" in question.records else ())) if question.records else ()
        every = (*question.parameters, *way_out, *recording)
        params: list[click.Parameter] = [positional(each) if each.positional else Said(each) for each in every]
        shown = "".join(f"\n{line}" for line in question.examples)
        super().__init__(
            question.name,
            params=params,
            callback=self.run,
            help=f"{question.about}\n\n\b{shown}" if shown else question.about,
            context_settings={"ignore_unknown_options": any(each.positional == "rest" for each in every)},
        )
        self.params.append(
            click.Option(["--help-all"], is_flag=True, is_eager=True, expose_value=False, callback=_help_all)
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse a single option that is given twice: a parser keeps the last and says nothing."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        for option, times in Counter(order).items():
            if times > 1 and isinstance(option, Said) and not (option.multiple or option.is_flag):
                written = " or ".join(name for name in option.opts if name.startswith("--"))
                several = SEVERAL.get((self.question.name, option.parameter.name), "")
                raise InputError(f"{written} is given {times} times and takes one value; give it once{several}")
        return super().parse_args(ctx, args)

    def run(self, **given: Any) -> int:
        """Ask, record, and let the answer leave."""
        setattr(door(), "given", given)  # noqa: B010  # which names what an error is about
        if given.get("database"):
            given["files"] = (*given["files"], given["database"])
        complete(self.question, given)
        chart, output = given.get("chart"), given.get("output")
        if chart is not None and (output is None or output.suffix not in IMAGES + DATA):
            said = "is for images and their data; give -o FILE.svg, .png, .pdf, .csv or .json"
            raise InputError(said, argument="chart", value=chart)
        source = click.get_current_context().get_parameter_source
        given = Given(given, [name for name in given if source(name) is ParameterSource.COMMANDLINE])
        out = {each.name: given.pop(each.name, None) for each in OTHER if self.question.formats is not None}
        recording = Recording.said(given, self.question)
        if recording:
            given["recording"] = recording
        found = self.question.answer(given)
        answer = found if isinstance(found, Answer) else Answer(found)
        if answer.required:
            from informed.questions.check import check

            answer = answer._replace(gate=check(answer.result, **answer.required))
        style, output = out.get("style"), out.get("output")
        if (
            style is None
            and output is not None
            and output.suffix == ".xml"
            and "junit" in (self.question.formats or ())
        ):
            out["style"] = "junit"
        if answer.gate is answer.result and output is None and style in (None, "text"):
            answer = answer._replace(result=None)  # as text the outcomes are printed in any case
        recording.check(answer)
        if answer.result is not None:
            leave(answer.result, **out)
        if recording:
            tell([recording.keep(answer, given)])
        tell(answer.notes)
        code = gate(answer, out) if answer.gate is not None else answer.code
        if answer.result is None and out.get("explain"):
            click.echo(f"\n{answer.gate.explain()}")
        return code

    # --- help ---

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What it is for, examples, and the usual options in groups."""
        self.write_help(ctx, formatter, usual=True)

    def write_help(self, ctx: click.Context, formatter: click.HelpFormatter, usual: bool) -> None:
        """The help, with the usual options or with all."""
        self.format_usage(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(self.question.about)
            formatter.write_paragraph()
            for line in self.question.examples[: EXAMPLES if usual else None]:
                formatter.write(f"  {line}\n")
        said = [each for each in self.params if isinstance(each, Said)]
        left = 0
        for group, heading in GROUPS.items():
            mine = [each for each in said if each.parameter.group == group]
            shown = [each for each in mine if not usual or each.parameter.usual or each.parameter.required]
            left += len(mine) - len(shown)
            if shown:
                with formatter.section(heading):
                    formatter.write_dl([each.lines(ctx) for each in shown], col_max=30)
        if left:
            formatter.write(f"\n{left} further options: informed {self.name} --help-all\n")


def _help_all(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and isinstance(ctx.command, Command):
        formatter = ctx.make_formatter()
        ctx.command.write_help(ctx, formatter, usual=False)
        click.echo(formatter.getvalue().rstrip("\n"))
        ctx.exit()


class Group(click.Group):
    """A command that is nothing but those below it."""

    def __init__(self, question: Question) -> None:
        shown = "".join(f"\n{line}" for line in question.examples)
        about = f"{question.about}\n\n\b{shown}" if shown else question.about
        below = commands_below(question)
        super().__init__(question.name, help=about, commands=below, callback=self.listed, invoke_without_command=True)
        self.question = question

    def listed(self) -> None:
        """The commands, where none of them is named."""
        context = click.get_current_context()
        if context.invoked_subcommand is None:
            click.echo(context.get_help())

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of this name; from here on the door speaks of its options."""
        command = super().get_command(ctx, name)
        setattr(door(), "command", command or self)  # noqa: B010  # doors of other kinds do not mind
        return command


def command_of(question: Question) -> Command | Group:
    """The command of a question, with those below it."""
    return Group(question) if question.below and not question.parameters else Command(question)


def commands_below(question: Question) -> dict[str, click.Command]:
    """The commands below that of a question, by the last word of their names."""
    return {each.name.rpartition(" ")[2]: command_of(each) for each in question.below}


# --- the way out -----------------------------------------------------------------------------------------------------


def leave(
    result: Any,
    output: Any,
    every: bool | None,
    chart: str | None,
    title: str | None,
    style: str | None,
    explain: bool | None = False,
) -> None:
    """Print a result, or write it to a file in the format its ending asks for and say so."""
    context = click.get_current_context(silent=True)
    about = {**(origin(context) if context is not None else {}), "title": title or ""}
    options = {"every": True} if every else {}
    if explain and (output is not None or style not in (None, "text")):
        raise InputError("is for the screen; a page says what its words mean", argument="explain", value=True)
    if output is None:
        click.echo(result.report(style or "text", **about, **options).rstrip("\n"))
        if explain:
            click.echo(f"\n{visible(result.explain(**options))}")
        return
    with warnings.catch_warnings(record=True, action="always", category=UserWarning) as noted:
        result.save(output, style, chart=chart, **about, **options)
    click.echo("\n".join([f"wrote {output}", *(f"Note: {each.message}" for each in noted)]), err=True)


def tell(notes: Sequence[str]) -> None:
    """Notes beside what is printed, on standard error."""
    for note in notes:
        click.echo(visible(f"informed: {note}"), err=True)


def gate(answer: Answer, out: dict[str, Any]) -> int:
    """Print what became of every requirement; the exit code says whether all are met."""
    aside = out["output"] is None and out["style"] not in (None, "text")
    further = () if answer.required else answer.gate.steps()  # an answer that is more than a gate has its own
    click.echo(visible("\n".join(filter(None, [*map(str, answer.gate), following(further)]))), err=aside)
    return int(answer.gate.code)
