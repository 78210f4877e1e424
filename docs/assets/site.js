/** What the theme leaves out for those who cannot see its search dialog, or have no mouse to scroll a wide table with. */

document.querySelector(".md-search")?.setAttribute("aria-label", "Search");

function letKeysScroll() {
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
    else table.removeAttribute("tabindex");
  }
}

addEventListener("load", letKeysScroll);
addEventListener("resize", letKeysScroll);
