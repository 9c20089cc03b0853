"""What would the predictions win as bets at fair odds?"""
