// Shows two episodes beside each other and turns both to the same round.
"use strict";
(() => {
  const words = JSON.parse(document.getElementById("words").textContent);
  const query = new URLSearchParams(location.search);
  const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
  const names = ["a", "b"].map((side) => query.get(side) || "");
  const problem = document.getElementById("problem");
  if (!names.every((name) => NAME.test(name))) {
    problem.textContent = words.choose;
    return;
  }
  const frames = names.map((name, place) => {
    const frame = document.createElement("iframe");
    frame.title = `${words[place ? "right" : "left"]}: ${name}`;
    frame.src = `episodes/${name}.html#talk`;
    document.getElementById("frames").append(frame);
    return frame;
  });
  const turn = (number) => frames.forEach((frame, place) => {
    frame.src = `episodes/${names[place]}.html#round-${number}`;
  });
  const rounds = document.getElementById("rounds");
  for (let number = 1; number <= Number(query.get("rounds") || 10); number += 1) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    item.className = "plain";
    link.href = `#round-${number}`;
    link.textContent = number;
    link.setAttribute("aria-label", words.round.replace("{n}", number));
    link.addEventListener("click", () => turn(number));
    item.append(link);
    rounds.append(item);
  }
  const here = location.hash.match(/^#round-(\d+)$/);
  if (here) turn(Number(here[1]));
})();
