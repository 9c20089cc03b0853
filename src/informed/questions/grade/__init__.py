"""How good are the answers that a harness graded?"""
