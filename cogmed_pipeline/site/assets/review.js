// Shows the form for a decision where the report is served, and sends it.
"use strict";
(() => {
  const form = document.getElementById("review");
  if (!form || !location.protocol.startsWith("http")) return;
  form.hidden = false;
  const problem = document.getElementById("review-problem");
  const revision = form.elements.revision;
  const shown = () => { revision.closest("label").hidden = form.elements.state.value !== "revised"; };
  form.elements.state.addEventListener("change", shown);
  shown();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const revised = form.elements.state.value === "revised";
    const button = form.querySelector("button");
    button.disabled = true;
    problem.textContent = "";
    try {
      const answer = await fetch("/review", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          episode: form.dataset.episode, state: form.elements.state.value, by: form.elements.by.value,
          because: form.elements.because.value, revision: revised ? revision.value : null,
        }),
      });
      if (answer.ok) location.reload();
      else problem.textContent = (await answer.json()).error;
    } catch (error) {
      problem.textContent = String(error);
    } finally {
      button.disabled = false;
    }
  });
})();
