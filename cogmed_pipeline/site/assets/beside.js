// A talk shown beside another one: it leaves away what both have, and keeps level with the other as it is told to.
"use strict";
(() => {
  if (window.parent === window) return;
  document.documentElement.classList.add("framed");
  const parts = () => [...document.querySelectorAll("ul.facts[id], section.round")];
  let told = "";

  function tell() {
    // Heights as they are by themselves, without what was asked for.
    const asked = parts().map((part) => part.style.minHeight);
    parts().forEach((part) => { part.style.minHeight = ""; });
    const heights = parts().map((part) => [part.id, part.offsetHeight]);
    parts().forEach((part, place) => { part.style.minHeight = asked[place]; });
    const tops = parts().map((part) => [part.id, part.getBoundingClientRect().top + window.scrollY]);
    const message = { heights, tops, whole: document.body.offsetHeight };
    if (JSON.stringify(message) === told) return;
    told = JSON.stringify(message);
    window.parent.postMessage(message, "*");
  }

  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || !event.data || !Array.isArray(event.data.levels)) return;
    const mine = new Map(parts().map((part) => [part.id, part]));
    let missing = 0;
    for (const [name, height, gap] of event.data.levels) {
      if (mine.has(name)) mine.get(name).style.minHeight = `${Number(height)}px`;
      else missing += Number(height) + Number(gap);
    }
    const end = document.getElementById("talk-end");
    if (end) end.style.height = `${missing}px`;
    tell();
  });
  new ResizeObserver(tell).observe(document.body);
})();
