// Shows two episodes beside each other, their rounds level; a round above goes to that round of both.
"use strict";
(() => {
  const GAP = 32;  // between two rounds, as in the style sheet
  const words = JSON.parse(document.getElementById("words").textContent);
  const query = new URLSearchParams(location.search);
  const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
  const names = ["a", "b"].map((side) => query.get(side) || "");
  if (!names.every((name) => NAME.test(name))) {
    document.getElementById("problem").hidden = false;
    return;
  }
  document.getElementById("ribbon").hidden = false;
  document.getElementById("lead").hidden = false;
  const narrow = window.matchMedia("(max-width: 40rem)");
  const frames = names.map((name, place) => {
    const frame = document.createElement("iframe");
    frame.title = `${words[place ? "right" : "left"]}${words.colon}${name}`;
    frame.src = `episodes/${name}.html`;
    document.getElementById("frames").append(frame);
    return frame;
  });
  const told = [null, null];
  let wanted = (location.hash.match(/^#round-(\d+)$/) || [])[0];

  function level() {
    if (narrow.matches || !told.every(Boolean)) return;
    const [a, b] = told.map((one) => new Map(one.heights));
    const rounds = [...new Set([...a.keys(), ...b.keys()])];
    const levels = rounds.map((name) => [name, Math.max(a.get(name) || 0, b.get(name) || 0), GAP]);
    frames.forEach((frame, place) => {
      frame.style.height = `${told[place].whole}px`;
      frame.contentWindow.postMessage({ levels }, "*");
    });
    if (wanted && told.some((one) => new Map(one.tops).has(wanted.slice(1)))) turn(wanted);
  }

  function turn(round) {
    wanted = null;
    if (narrow.matches) {
      frames.forEach((frame, place) => { frame.src = `episodes/${names[place]}.html${round}`; });
      return;
    }
    const there = told.map((one) => one && new Map(one.tops).get(round.slice(1))).find((top) => top !== undefined && top !== null);
    if (there === undefined) return;
    const ribbon = document.getElementById("ribbon").offsetHeight;
    window.scrollTo({ top: frames[0].getBoundingClientRect().top + window.scrollY + there - ribbon - 12 });
  }

  window.addEventListener("message", (event) => {
    const place = frames.findIndex((frame) => frame.contentWindow === event.source);
    if (place < 0 || !event.data || !Array.isArray(event.data.heights)) return;
    told[place] = event.data;
    level();
  });
  const rounds = document.getElementById("rounds");
  for (let number = 1; number <= Math.min(Number(query.get("rounds")) || 10, 100); number += 1) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    item.className = "plain";
    link.href = `#round-${number}`;
    link.textContent = number;
    link.setAttribute("aria-label", words.round.replace("{n}", number));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      history.replaceState(null, "", link.href);
      turn(`#round-${number}`);
    });
    item.append(link);
    rounds.append(item);
  }
})();
