"""At which threshold?"""
