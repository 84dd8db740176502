from croupier.exact.space import Space
def check_alike(space: Space) -> str: return ""
def prove_alike(*a, **k): pass
