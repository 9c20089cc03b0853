"""What every door shares: how a question is declared, the parameters that many have, and what is read for them."""
