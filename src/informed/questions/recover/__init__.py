"""Which table is behind a few published ratios?"""
