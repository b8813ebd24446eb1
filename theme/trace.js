// Traces: one step at a time, with buttons, a slider and keys. Without this
// script a trace is a strip of pictures with every step in words; on paper too.
(() => {
    'use strict';
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    const pause = 1500;
    for (const figure of document.querySelectorAll('figure.trace')) {
        const steps = [...figure.querySelectorAll('.trace-view li')];
        const view = figure.querySelector('.trace-view');
        const slider = figure.querySelector('input');
        const [first, back, play, next] = figure.querySelectorAll('.trace-bar button');
        const said = document.createElement('p');
        said.className = 'trace-said';
        said.setAttribute('role', 'status');
        figure.append(said);
        view.tabIndex = 0;
        view.setAttribute('role', 'group');
        view.setAttribute('aria-label', 'Steps; arrow keys lead on, the space bar plays');
        let at = 0;
        let timer = 0;

        // What stands there is read out where the reader asked for it, and not
        // while it plays.
        const show = (to, aloud) => {
            steps[at].classList.remove('current');
            at = Math.min(Math.max(to, 0), steps.length - 1);
            steps[at].classList.add('current');
            slider.value = at + 1;
            const words = steps[at].querySelector('p').textContent;
            slider.setAttribute('aria-valuetext', words);
            said.textContent = aloud ? words : '';
            // A button that is disabled would lose the focus.
            for (const [button, end] of [[first, 0], [back, 0], [next, steps.length - 1]]) {
                button.setAttribute('aria-disabled', at === end);
            }
        };
        const stop = () => {
            clearInterval(timer);
            timer = 0;
            play.textContent = 'Play';
        };
        const go = (to) => {
            stop();
            show(to, true);
        };
        const start = () => {
            show(at === steps.length - 1 ? 0 : at + 1, false);
            play.textContent = 'Pause';
            timer = setInterval(() => {
                show(at + 1, false);
                if (at === steps.length - 1) {
                    stop();
                }
            }, pause);
        };
        const toggle = () => (timer ? stop() : still.matches || start());

        const calm = () => {
            play.hidden = still.matches;
            stop();
        };
        still.addEventListener('change', calm);
        calm();
        first.addEventListener('click', () => go(0));
        back.addEventListener('click', () => go(at - 1));
        next.addEventListener('click', () => go(at + 1));
        play.addEventListener('click', toggle);
        slider.addEventListener('input', () => go(slider.value - 1));
        const keys = {
            ArrowLeft: () => go(at - 1),
            ArrowRight: () => go(at + 1),
            Home: () => go(0),
            End: () => go(steps.length - 1),
            ' ': toggle,
        };
        figure.addEventListener('keydown', (event) => {
            const { key, target } = event;
            if (!(key in keys) || event.ctrlKey || event.altKey || event.metaKey) {
                return;
            }
            // mdBook turns pages on bare arrow keys; not in here.
            event.stopPropagation();
            // The space bar is the button's that has the focus.
            if (key !== ' ' || target === view) {
                event.preventDefault();
                keys[key]();
            }
        });
        show(0, false);
    }
})();
