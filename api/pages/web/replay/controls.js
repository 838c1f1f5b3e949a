// The controls of a replay: slider, steps, speed, and whose knowledge is shown.
// @ts-check
import { t, when } from "../lib/i18n.js";
import { Select } from "../lib/select.js";
import { Speed } from "../table/caption.js";
import { nameOf } from "../table/seats.js";
import { Timeline, lasting } from "../table/timeline.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";

const AT_ONCE = 100; // milliseconds per event if the reader wants no steps elsewhere

export function Controls({ table, windows, at, seat, onGo, onSeat }) {
  const [playing, setPlaying] = useState(false);
  usePlaying(playing, at, windows, onGo, () => setPlaying(false));
  const jump = async (direction) => onGo(await windows.decision(at, direction));
  const position = windows.position(null, at);
  const label = t("event_n", { n: at, last: windows.last });
  useKeys((step, far) => (far ? jump(step) : onGo(at + step)));
  return html`<section class="panel controls" aria-label=${t("replay_title")}>
    <div class="buttons">
      <${Step} name="to_start" onClick=${() => onGo(1)} />
      <${Step} name="turn_back" onClick=${() => jump(-1)} />
      <${Step} name="step_back" onClick=${() => onGo(at - 1)} />
      <button type="button" class="primary" onClick=${() => setPlaying(!playing)}>${t(playing ? "stop" : "run")}</button>
      <${Step} name="step_on" onClick=${() => onGo(at + 1)} />
      <${Step} name="turn_on" onClick=${() => jump(1)} />
      <${Step} name="to_end" onClick=${() => onGo(windows.last)} />
      <${Speed} />
      <${Select} label=${t("whose")} value=${seat} onPick=${(value) => onSeat(Number(value))} choices=${table.seats.map((each) => [each.seat, nameOf(each)])} />
    </div>
    <input type="range" min="1" max=${windows.last} value=${at} aria-label=${label} onInput=${(event) => onGo(event.currentTarget.valueAsNumber)} />
    <p class="quiet">${label}${position ? ` · ${when(position.at)}` : ""}</p>
  </section>`;
}

/** Arrows, drawn because fonts differ: one for an event, two for a decision, one with a bar for an end. */
const ARROWS = {
  to_start: "M17 4 9 10l8 6zM5 4h2v12H5z",
  turn_back: "M10 4 2 10l8 6zM19 4l-8 6 8 6z",
  step_back: "M14 4 6 10l8 6z",
  step_on: "m6 4 8 6-8 6z",
  turn_on: "m10 4 8 6-8 6zM1 4l8 6-8 6z",
  to_end: "m3 4 8 6-8 6zM13 4h2v12h-2z",
};

function Step({ name, onClick }) {
  return html`<button type="button" aria-label=${t(name)} title=${t(name)} onClick=${onClick}>
    <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d=${ARROWS[name]} fill="currentColor" /></svg></button>`;
}

/** The arrow keys, wherever the focus is: only a field or something that scrolls keeps them. @param {(step: number, far: boolean) => void} onStep */
function useKeys(onStep) {
  useLayoutEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const own = /** @type {Element} */ (event.target).matches?.("input, select, textarea, .scroll");
      if (!step || own || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      onStep(step, event.shiftKey);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}

/** Play event by event on the same timeline as live tables. */
function usePlaying(playing, at, windows, onGo, onEnd) {
  const now = useRef(at);
  now.current = at;
  useEffect(() => {
    if (!playing) return undefined;
    if (now.current >= windows.last) onGo((now.current = 1));
    const timeline = new Timeline(() => {
      if (!windows.position(null, now.current)) return 0; // it is being loaded
      if (now.current >= windows.last) return onEnd() ?? null;
      onGo(now.current + 1);
      return 1;
    }, (beats) => lasting(beats) || AT_ONCE);
    timeline.run();
    return () => timeline.stop();
  }, [playing]);
}
