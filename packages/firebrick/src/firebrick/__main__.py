"""`python -m firebrick`: what is in use."""

from . import show_config

if __name__ == "__main__":
    print(show_config())
