"""Do raters agree beyond chance?"""
