// Puts each card beside its words, lets the keyboard walk through the flags, and sends the forms without leaving the
// page. Everything it does can be done without it.
"use strict";

(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const wide = window.matchMedia("screen and (min-width: 68rem)");
  const GAP = 10;
  let active = null;

  const all = (selector) => [...document.querySelectorAll(selector)];
  const draft = () => document.getElementById("draft");
  const cards = () => all(".card");
  const marksOf = (card) => all(".mark").filter((mark) => mark.dataset.flags.split(" ").includes(card.dataset.number));
  const topOf = (element) => element.getBoundingClientRect().top - draft().getBoundingClientRect().top;

  // Where a card would like to be: beside the first of its words.
  const wished = (card) => {
    const [mark] = marksOf(card);
    const beside = mark || card.closest(".row");
    return Math.max(topOf(beside) - 6, 0);
  };

  // The card in hand stands exactly beside its words; those before it give way upwards, those after it downwards.
  function arrange() {
    const all = cards();
    if (!draft()) return;
    if (!wide.matches) {
      all.forEach((card) => { card.style.top = ""; });
      draft().style.minHeight = "";
      return;
    }
    const wishes = all.map(wished);
    const heights = all.map((card) => card.offsetHeight);
    const tops = [...wishes];
    const held = Math.max(all.indexOf(active), 0);
    for (let i = held - 1; i >= 0; i -= 1) tops[i] = Math.min(wishes[i], tops[i + 1] - GAP - heights[i]);
    let bottom = -GAP;
    for (let i = 0; i < all.length; i += 1) {
      tops[i] = Math.max(tops[i], bottom + GAP);
      bottom = tops[i] + heights[i];
      all[i].style.top = `${tops[i]}px`;
    }
    draft().style.minHeight = `${bottom + 32}px`;
  }

  // One card is unfolded at a time: the one in hand.
  function activate(card, { open = true, scroll = false, focus = false } = {}) {
    if (!card) return;
    active = card;
    cards().forEach((other) => { if (other !== card) other.open = false; });
    if (open) card.open = true;
    cards().forEach((other) => other.classList.toggle("is-active", other === card));
    all(".mark.is-active").forEach((mark) => mark.classList.remove("is-active"));
    const marks = marksOf(card);
    marks.forEach((mark) => mark.classList.add("is-active"));
    arrange();
    if (focus) card.querySelector("summary").focus({ preventScroll: true });
    if (scroll) {
      const target = wide.matches ? marks[0] || card : card;
      target.scrollIntoView({ block: wide.matches ? "center" : "start" });
    }
  }

  function step(by) {
    const all = cards();
    const at = all.indexOf(active);
    const next = all[Math.min(Math.max(at + by, 0), all.length - 1)];
    activate(next, { scroll: true, focus: true });
  }

  function fromAddress() {
    const card = location.hash.startsWith("#flag-") ? document.getElementById(location.hash.slice(1)) : null;
    return card && card.matches(".card") ? card : null;
  }

  // The server answers a form with the whole page; its main part takes this one's place.
  async function send(form) {
    const number = Number(form.elements.number.value);
    form.querySelectorAll("button").forEach((button) => { button.disabled = true; });
    let answer;
    try {
      answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    } catch {
      form.submit();
      return;
    }
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("review");
    if (!fresh) {
      form.submit();
      return;
    }
    const y = window.scrollY;
    document.getElementById("review").replaceWith(document.adoptNode(fresh));
    prepare();
    window.scrollTo(0, y);
    const open = cards().filter((card) => !card.matches(".card-closed"));
    const after = open.find((card) => Number(card.dataset.number) >= number) || open[0];
    const notice = document.querySelector(".notice");
    if (notice) notice.scrollIntoView({ block: "center" });
    activate(after || cards()[0], { open: Boolean(after), focus: true });
  }

  // Whatever is unfolded in a card, or grows, moves the others.
  const sizes = new ResizeObserver(() => arrange());

  function needNote(form) {
    const other = form.querySelector("[data-needs-note]");
    const note = form.elements.note;
    if (other && note) note.required = other.checked;
  }

  function prepare() {
    const main = document.getElementById("review");
    main.classList.add("settling");
    sizes.disconnect();
    cards().forEach((card) => sizes.observe(card));
    const named = fromAddress();
    const first = named || cards().find((card) => card.open) || cards()[0];
    activate(first, { open: Boolean(named) });
    requestAnimationFrame(() => main.classList.remove("settling"));
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".mark a, .tally a");
    if (link) {
      const card = document.getElementById(link.hash.slice(1));
      if (!card) return;
      event.preventDefault();
      history.replaceState(null, "", link.hash);
      activate(card, { focus: true, scroll: !link.closest(".mark") || !wide.matches });
      return;
    }
    const card = event.target.closest(".card");
    // The browser itself unfolds the card whose summary is clicked.
    if (card && card !== active) activate(card, { open: false });
  });
  document.addEventListener("focusin", (event) => {
    const card = event.target.closest(".card");
    if (card && card !== active && event.target.matches(":focus-visible")) activate(card, { open: false });
  });
  document.addEventListener("change", (event) => {
    if (event.target.name === "reason") needNote(event.target.form);
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.closest(".card")) return;
    event.preventDefault();
    send(event.target);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (event.key === "o" && active) active.open = !active.open;
    else if (event.key === "d" && active) {
      const form = active.querySelector(".dismiss");
      if (!form) return;
      active.open = true;
      form.open = true;
      form.querySelector("input[type=radio]").focus();
    } else return;
    event.preventDefault();
  });
  window.addEventListener("hashchange", () => activate(fromAddress(), { scroll: true }));
  // On paper every card is told in full.
  window.addEventListener("beforeprint", () => cards().forEach((card) => { card.open = true; }));
  window.addEventListener("afterprint", () => activate(active));
  window.addEventListener("resize", arrange);
  wide.addEventListener("change", arrange);
  if (document.fonts) document.fonts.ready.then(arrange);
  prepare();
})();
