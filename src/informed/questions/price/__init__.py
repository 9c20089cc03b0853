"""What is a predictor worth?"""
