"""Is a predictor informed, or is it guessing?"""
