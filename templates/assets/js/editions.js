/* The link to a page in another language leads to the same heading. */
document.addEventListener("click", (e) => {
  const edition = e.target.closest("a[data-language]");
  if (edition) edition.hash = location.hash;
});
