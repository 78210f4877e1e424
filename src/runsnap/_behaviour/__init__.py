"""What the generated classes can do, written by hand.

A leaf room: it imports nothing generated and reaches codec, kind and validator
through the class.
"""
