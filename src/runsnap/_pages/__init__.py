"""Pages in HTML: one file each, which asks for nothing elsewhere and in which foreign text is only text."""
