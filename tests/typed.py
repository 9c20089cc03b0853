"""The door of a command that was typed, to hear a library call in the words of the shell."""

from informed.cli import command_named
from informed.cli.shell import ShellDoor


def in_the_shell(command: str) -> ShellDoor:
    door = ShellDoor()
    door.command = command_named(command)
    return door
