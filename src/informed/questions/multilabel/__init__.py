"""How much do sets of labels capture?"""
