// A decision that must be made quickly pops up with its countdown.
// @ts-check
import { ActionList } from "./actions.js";
import { Planned } from "./asked.js";
import { useNow } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";
import { Clock, deadlineOf, secondsLeft } from "./seats.js";
import { beatsOf } from "./timeline.js";
import { html, useEffect, useRef } from "../vendor/preact.js";

const REASONS = 2; // sentences that say what the reaction is to

export function Reaction({ live, pointed, onPoint }) {
  const { decision, actions, seats, seat } = live.state;
  const deadline = deadlineOf(seats[seat], live.state);
  const box = useRef(null);
  const began = useRef(Date.now());
  const now = useNow(Boolean(deadline), 100);
  useEffect(() => {
    began.current = Date.now();
    box.current?.focus();
  }, [decision.number]);
  const whole = deadline ? Math.max(1, secondsLeft(deadline, began.current)) : 0;
  const left = deadline ? secondsLeft(deadline, now) : 0;
  const why = beatsOf(live.log, live.module).slice(-REASONS);
  return html`<section class="sheet reaction" role="alertdialog" aria-labelledby="react" aria-describedby="react-why" ref=${box} tabindex="-1">
    <header><h2 id="react">${t("react_now")}</h2>${deadline && html`<${Clock} deadline=${deadline} />`}</header>
    ${deadline && html`<progress max=${whole} value=${left} aria-hidden="true"></progress>`}
    <p id="react-why">${why.map(({ text }) => text).join(" ")}</p>
    <${Planned} live=${live} />
    <${ActionList} live=${live} actions=${actions} pointed=${pointed} onPoint=${onPoint} />
  </section>`;
}
