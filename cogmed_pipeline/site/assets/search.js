// Searches the episodes. Rows lie in small scripts by arm; a part is loaded only when something in it may be wanted.
"use strict";
(() => {
  const PAGE = 50;
  const words = JSON.parse(document.getElementById("words").textContent);
  const field = (name) => document.getElementById(name);
  const loaded = new Map();
  const waiting = new Map();
  let index = null;
  let turn = 0;
  let wanted = PAGE;

  const load = (source) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `../data/${source}.js`;
    script.onload = resolve;
    script.onerror = () => reject(new Error(source));
    document.head.append(script);
  });
  window.cogmedIndex = (given) => { index = given; };
  window.cogmedPart = (number, rows) => { loaded.set(number, rows); };
  const part = async (number) => {
    if (!loaded.has(number)) {
      if (!waiting.has(number)) waiting.set(number, load(`part-${number}`));
      await waiting.get(number);
    }
    return loaded.get(number);
  };

  const asked = () => ({
    text: field("text").value.trim().toLowerCase(),
    arm: field("arm").value, end: field("end").value,
    category: field("category").value, serious: field("serious").value,
  });
  const ENDS = ["agreement", "deadlock", "breakdown", "failed"];
  const possible = (one, filter) =>
    (!filter.arm || one.arm === filter.arm) && (!filter.end || one.ends.includes(ENDS[filter.end]));
  const fits = (row, of, filter) => {
    const at = index.cases[row[2]] || ["", "", "", ""];
    return (!filter.end || row[4] === Number(filter.end)) &&
      (!filter.category || at[2] === filter.category) &&
      (!filter.serious || (row[7] > 0) === (filter.serious === "1")) &&
      (!filter.text || `${row[0]} ${at[1]} ${words.arms[of.arm] || ""}`.toLowerCase().includes(filter.text));
  };

  const cell = (row, text, kind) => {
    const made = row.insertCell();
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };
  const show = (found) => {
    const body = document.createDocumentFragment();
    for (const [row, of] of found) {
      const line = document.createElement("tr");
      const head = document.createElement("th");
      const link = document.createElement("a");
      const at = index.cases[row[2]];
      head.scope = "row";
      head.className = "wrap";
      link.href = `episodes/${encodeURIComponent(row[1] || row[0])}.html`;
      link.dir = "auto";
      link.textContent = at ? at[1] : row[0];
      head.append(link);
      line.append(head);
      cell(line, words.arms[of.arm] || of.arm, "short");
      cell(line, row[3], "number");
      const badge = document.createElement("span");
      badge.className = `badge ${ENDS[row[4]]}`;
      badge.textContent = words.outcome[ENDS[row[4]]];
      cell(line, "").append(badge);
      cell(line, row[5], "number");
      cell(line, row[6] === null ? "–" : row[6].toFixed(2), "number");
      cell(line, row[7], "number");
      body.append(line);
    }
    field("rows").replaceChildren(body);
  };

  const search = async () => {
    const mine = ++turn;
    const filter = asked();
    const found = [];
    const parts = index.parts.map((one, number) => [one, number]).filter(([one]) => possible(one, filter));
    let seen = 0;
    for (const [one, number] of parts) {
      if (found.length > wanted) break;
      const rows = await part(number);
      if (mine !== turn) return;
      seen += 1;
      for (const row of rows) if (fits(row, one, filter)) found.push([row, one]);
    }
    show(found.slice(0, wanted));
    const all = seen === parts.length;
    const told = found.length === 0 ? words.none : all ? words.found : words.found_more;
    field("count").textContent = told.replace("{n}", found.length).replace("{shown}", Math.min(wanted, found.length));
    field("more").hidden = all && found.length <= wanted;
  };
  const again = () => { wanted = PAGE; remember(); search(); };
  const remember = () => {
    const query = new URLSearchParams(Object.entries(asked()).filter(([, value]) => value));
    history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}`);
  };

  field("filters").addEventListener("submit", (event) => { event.preventDefault(); again(); });
  field("filters").addEventListener("input", again);
  field("more").addEventListener("click", () => { wanted += PAGE; search(); });
  load("index").then(() => {
    for (const name of new Set(index.parts.map((one) => one.arm))) field("arm").add(new Option(words.arms[name] || name, name));
    for (const [name, value] of new URLSearchParams(location.search)) if (field(name)) field(name).value = value;
    return search();
  }).catch(() => { field("count").textContent = words.missing; });
})();
