"""Has anything changed, however often one looks?"""
