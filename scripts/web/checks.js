// What must hold of an open page. Each returns what is wrong, in words; the tests
// ask for none of the book and for some of a page with a planted fault.

// Nothing on a page makes it scroll sideways; what is wide scrolls in its own box.
export const sideways = (page) =>
    page.evaluate(() => {
        const width = document.documentElement.clientWidth;
        const boxed = (element) => {
            for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
                // The text column scrolls as well, but nobody would look for that.
                const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowX);
                if (scrolls && !box.contains(document.querySelector('main'))) {
                    return true;
                }
            }
            return false;
        };
        const wide = [...document.querySelectorAll('main, main *')].filter((element) => {
            const { left, right, width: own } = element.getBoundingClientRect();
            return own > 0 && (right > width + 1 || left < -1) && !boxed(element);
        });
        const found = wide.map((element) => `wider than the page: ${element.outerHTML.slice(0, 100)}`);
        if (document.documentElement.scrollWidth > width) {
            found.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} of ${width}`);
        }
        return found;
    });

// Nothing in the text moves after it was drawn.
export const moved = (page) =>
    page.evaluate(async () => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const inText = ({ node }) => (node?.closest ? node : node?.parentElement)?.closest('main');
        return window.shifts
            .filter((shift) => !shift.hadRecentInput && shift.sources.some(inText))
            .map((shift) => `moved by ${shift.value}: ${shift.sources.find(inText).node.outerHTML?.slice(0, 100)}`);
    });

// Tables, charts, answers and a trace's steps can be seen, or opened without a
// script. On paper nothing can be opened, and no step leads to another.
export const hidden = (page) =>
    page.evaluate(() => {
        const wanted =
            'table, figure, svg:not([aria-hidden]), td, figcaption, details.predict > summary, aside, article, pre, details > p, .trace li > p';
        // What stands for a step's words or picture: the step that the player
        // shows, and for a picture that is not a key one the words.
        const ofStep = (element, step) => {
            const player = step.closest('.trace').querySelector('.trace-bar');
            if (player?.checkVisibility() && !step.matches('.current')) {
                return step.parentElement.querySelector('.current > p');
            }
            return step.matches('.between:not(.current)') ? step.querySelector('p') : element;
        };
        const shown = (element) => {
            const opens = !element.matches('summary') && !matchMedia('print').matches;
            // Of those in one another the outermost.
            const around = [...document.querySelectorAll('details:not([open])')];
            const closed = opens && around.find((details) => details.contains(element));
            // What stands for it: the summary that opens it, the tabs that show it.
            const tabs = opens && element.matches('.other-machine') && element.closest('figure').querySelector('[role="tablist"]');
            const step = element.closest('.trace li');
            const seen = closed ? closed.querySelector(':scope > summary') : step ? ofStep(element, step) : tabs || element;
            const box = seen?.getBoundingClientRect();
            return seen?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && box.width > 0 && box.height > 0;
        };
        return [...document.querySelectorAll('main :is(' + wanted + ')')]
            .filter((element) => !shown(element))
            .map((element) => `not to be seen: ${element.outerHTML.slice(0, 100)}`);
    });

// A chart, or a trace's picture, has a name, and the shapes in it differ from the ground.
export const charts = (page) =>
    page.evaluate(() => {
        const found = [];
        for (const svg of document.querySelectorAll('main :is(figure.chart, figure.trace) svg:not([aria-hidden])')) {
            const named = svg.getAttribute('aria-label') || svg.getAttribute('aria-labelledby') || svg.querySelector('title');
            if (svg.getAttribute('role') !== 'img' || !named) {
                found.push(`a chart without role="img" and a name: ${svg.outerHTML.slice(0, 100)}`);
            }
            const ground = getComputedStyle(document.documentElement).backgroundColor;
            const paints = (shape) => {
                const { fill, stroke } = getComputedStyle(shape);
                return [fill, stroke].some((paint) => paint !== 'none' && paint !== ground);
            };
            if (![...svg.querySelectorAll('rect, path, line, circle, polygon, polyline')].some(paints)) {
                found.push(`a chart whose shapes cannot be told from the ground: ${svg.outerHTML.slice(0, 100)}`);
            }
        }
        return found;
    });

// Counts and times are told apart without colour.
export const alike = (page) =>
    page.evaluate(() => {
        const look = (cell) => {
            const { fontStyle, borderBlockEndStyle } = getComputedStyle(cell);
            return `${fontStyle} ${borderBlockEndStyle} ${getComputedStyle(cell, '::before').content}`;
        };
        const found = [];
        for (const table of document.querySelectorAll('main .measured table')) {
            for (const kind of ['th', 'td']) {
                const [count, time] = ['count', 'time'].map((name) => table.querySelector(`${kind}.${name}`));
                if (count && time && look(count) === look(time)) {
                    found.push(`a count looks like a time (${look(time)}): ${time.outerHTML.slice(0, 100)}`);
                }
            }
        }
        return found;
    });

// Text on paper is dark, whatever the theme on the screen.
export const pale = (page) =>
    page.evaluate(() => {
        const light = (color) => {
            const [r, g, b, a = 1] = color.match(/[\d.]+/g).map(Number);
            return a > 0 && 0.2126 * r + 0.7152 * g + 0.0722 * b > 140;
        };
        const text = [...document.querySelectorAll('main :is(h1, h2, p, li, td, th, code, code span, a, text)')];
        return text
            .filter((element) => element.checkVisibility() && light(getComputedStyle(element).color))
            .map((element) => `too pale for paper: ${element.outerHTML.slice(0, 100)}`);
    });

// The keyboard reaches whatever a mouse could use, and everything that scrolls.
export async function unreached(page) {
    const total = await page.evaluate(() => {
        const controls = 'a, button, input, select, textarea, summary, label[for], [role=button], [tabindex="0"]';
        const scrolls = (element) =>
            element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX);
        const wanted = [...document.querySelectorAll(controls)].concat(
            [...document.querySelectorAll('main *')].filter(scrolls),
        );
        window.toReach = new Set(wanted.filter((element) => element.checkVisibility({ visibilityProperty: true })));
        document.addEventListener('focusin', ({ target }) => {
            for (let element = target; element; element = element.parentElement) {
                window.toReach.delete(element);
            }
            for (const label of target.labels ?? []) {
                window.toReach.delete(label);
            }
            // Arrows lead on from one radio button or tab to the others.
            const list = target.closest('[role="tablist"]');
            const group = target.type === 'radio' ? document.getElementsByName(target.name) : (list?.children ?? []);
            for (const other of group) {
                window.toReach.delete(other);
            }
        });
        return window.toReach.size;
    });
    for (let i = 0; i < total + 20; i += 1) {
        await page.keyboard.press('Tab');
    }
    return page.evaluate(() =>
        [...window.toReach].map((element) => `out of the keyboard's reach: ${element.outerHTML.slice(0, 120)}`),
    );
}
