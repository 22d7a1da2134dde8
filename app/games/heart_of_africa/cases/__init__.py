"""Reading of the recorded cases that `adjudicate` plays."""
