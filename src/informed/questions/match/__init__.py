"""Which cluster stands for which class?"""
