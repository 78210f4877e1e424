/** The theme gives its search dialog no name; those who cannot see it need one. */

document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
