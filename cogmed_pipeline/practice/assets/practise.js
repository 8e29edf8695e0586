// Shows the talks as they go on and sends the person's moves. All text arrives as HTML that the server has escaped.
"use strict";
(() => {
  const words = document.currentScript.dataset;
  const at = (id) => document.getElementById(id);
  const forms = ["speak", "alone", "tools", "back", "finish"].map(at);
  let shown = -1;
  let heard = -1;
  let asking = false;
  let askAgain = false;
  let begun = false;

  const say = (problem) => { at("problem").textContent = problem; };

  function keep(html) {
    // Details that were opened stay open, each known by its place.
    const open = [...at("talks").querySelectorAll("details")].map((one) => one.open);
    at("talks").innerHTML = html;
    at("talks").querySelectorAll("details").forEach((one, place) => { one.open = open[place] || false; });
  }

  function hear(words) {
    // What was heard last stands: a view that was asked for earlier may arrive later.
    if (words.number < heard) return;
    heard = words.number;
    const saying = at("saying");
    const follows = saying.hidden || saying.getBoundingClientRect().bottom <= window.innerHeight;
    saying.hidden = !words.text;
    saying.className = words.text ? `utterance ${words.look}` : "";
    saying.querySelector("bdi").textContent = words.who || "";
    saying.querySelector("p").textContent = words.text;
    if (follows && words.text) saying.scrollIntoView({ block: "nearest" });
  }

  function backs(view) {
    const buttons = [];
    const button = (label, name, value) => {
      const one = document.createElement("button");
      one.className = "plain";
      one.textContent = label;
      one.name = name;
      one.value = value;
      buttons.push(one);
    };
    if (view.can_undo) button(words.last, "moves", "1");
    for (const number of view.rounds_held) button(words.round.replace("{n}", number), "round", number);
    at("backs").replaceChildren(...buttons);
  }

  function show(view) {
    hear(view.words);
    if (view.revision <= shown) return;
    if (!begun && view.begun) at("case").open = false;  // read by then, and in the way
    begun = view.begun;
    const before = shown < 0 ? null : at("talks").textContent.length;
    shown = view.revision;
    keep(view.talks);
    if (at("after").innerHTML !== view.after) at("after").innerHTML = view.after;
    at("round").textContent = view.round;
    at("status").textContent = view.status;
    at("talks").setAttribute("aria-busy", String(view.busy));
    forms.forEach((form) => { form.hidden = view.finished; });
    at("retry").hidden = view.state !== "failed";
    backs(view);
    document.querySelectorAll("#desk .move button").forEach((one) => { one.disabled = view.state !== "yours"; });
    document.querySelectorAll("#back button, #finish button").forEach((one) => { one.disabled = view.busy; });
    const last = at("talks").querySelector(".round:last-of-type > :last-child");
    if (before !== null && at("talks").textContent.length > before && last) last.scrollIntoView({ block: "nearest" });
  }

  async function load() {
    askAgain = asking;
    if (asking) return;
    asking = true;
    try {
      const answer = await fetch("/view");
      if (answer.ok) { show(await answer.json()); say(""); }
    } catch { say(words.lost); } finally { asking = false; }
    if (askAgain) await load();
  }

  async function send(path, body) {
    say("");
    try {
      const answer = await fetch(path, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
      });
      if (!answer.ok) { say((await answer.json()).error); return false; }
      return true;
    } catch { say(words.lost); return false; }
  }

  function drafts(form) {
    const fields = [...form.querySelectorAll("textarea, input")];
    for (const field of fields) {
      const name = `${form.id}.${field.name}`;
      field.value = sessionStorage.getItem(name) || "";
      field.addEventListener("input", () => sessionStorage.setItem(name, field.value));
    }
    return () => fields.forEach((field) => { field.value = ""; sessionStorage.removeItem(`${form.id}.${field.name}`); });
  }

  function onSubmit(id, body) {
    const form = at(id);
    const clear = drafts(form);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const made = body(new FormData(form), event.submitter);
      if (made && await send(made.path, made.body)) clear();
    });
  }

  onSubmit("speak", (data) => ({ path: "/move", body: { kind: "say", text: data.get("text"), proposal: data.get("proposal") || null } }));
  onSubmit("alone", (data) => ({ path: "/move", body: { kind: "caucus", party: data.get("party"), text: data.get("text") } }));
  onSubmit("tools", (data, button) => ({ path: "/move", body: {
    kind: "use_tool", name: button.value, party: data.get("party") || null, issue: data.get("issue") || null } }));
  onSubmit("back", (_, button) => ({ path: "/undo", body: { [button.name]: Number(button.value) } }));
  onSubmit("finish", (_, button) => window.confirm(button.dataset.confirm) ? { path: "/finish", body: {} } : null);
  at("retry").addEventListener("click", () => send("/retry", {}));

  const events = new EventSource("/events");
  events.onmessage = load;
  events.addEventListener("words", (event) => hear(JSON.parse(event.data)));
  events.onopen = load;
  events.onerror = () => say(words.lost);
})();
