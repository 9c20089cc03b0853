"""How many items does a test set need?"""
