"""Commands that ask no question of their own, one file each; a file here is a command of its name."""
