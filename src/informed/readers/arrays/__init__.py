"""Arrays, lists and series in memory: labels as codes, and the loop that counts them."""
