"""Africa 1859-60: stacks on named spaces; one space acts after another while the other side reacts."""
