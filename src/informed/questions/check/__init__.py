"""Does a predictor reach what it must?"""
