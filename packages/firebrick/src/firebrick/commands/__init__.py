"""The commands of `python -m firebrick`, a module each."""
