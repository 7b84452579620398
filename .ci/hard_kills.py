def run_kills(base, rng, n): return []
def counted(found): return []
