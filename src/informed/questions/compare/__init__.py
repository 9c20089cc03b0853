"""Which of several systems is better?"""
